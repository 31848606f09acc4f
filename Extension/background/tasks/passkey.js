// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Serves a page's request for a passkey. The popup opens when a provider has something to show.

/** @typedef {import('../frames.js').Frame} Frame */
/** @typedef {ReturnType<typeof createPasskeyTask>} PasskeyTask */

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 */
export function createPasskeyTask({ session }) {
  return {
    /**
     * @param {Frame} frame @param {'create-passkey' | 'get-passkey'} type @param {object} members
     * @param {(cancel: () => void) => void} giveCancel receives the function with which the page's side cancels the task
     * @returns {Promise<any>} the final message; a failure `userCanceled` if the user or the page ended it, or `otherDevice` if the user
     *   has the passkey on another device
     */
    start(frame, type, members, giveCancel) {
      return new Promise((resolve) => {
        /** @param {string} code */
        const end = (code) => resolve({ type: 'failure', code, exception: null, detail: null });
        const current = session.begin({
          kind: 'passkey',
          frame,
          abandoned: () => end('userCanceled'),
          received(message) {
            if (message.type !== 'other-device') return;
            end('otherDevice');
            session.abandon();
            session.close();
          },
        });
        giveCancel(() => {
          if (!session.isCurrent(current)) return;
          session.abandon();
          session.close();
        });
        void session.run(current, type, members).then((answer) => {
          if (answer === null) return;
          resolve(answer);
          const told = answer.type !== 'failure' || answer.code === 'userCanceled' || answer.code === 'nothingToOffer';
          if (!session.popupIsOpen || told) session.close();
          else session.fail(current, answer);
        });
      });
    },
  };
}
