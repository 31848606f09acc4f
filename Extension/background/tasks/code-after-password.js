// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// When a one-time-code field of the same site gets the focus after a password was filled, the popup opens with that login's code first.
// It opens once for each password, and only if there is such a code. Nothing is released before the user picks it.

/** @typedef {import('../frames.js').Frame} Frame */

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../filled-logins.js').createFilledLogins>} parts.logins
 * @param {ReturnType<typeof import('../suggestions.js').createSuggestions>} parts.suggestions
 * @param {ReturnType<typeof import('./pick.js').createPick>} parts.pick
 * @param {(tab: number) => Promise<boolean>} parts.isShown
 */
export function createCodeAfterPassword({ session, logins, suggestions, pick, isShown }) {
  /** Whether the popup is closed and no task runs. */
  const isIdle = () => session.task === null && !session.popupIsOpen;

  return {
    /** @param {Frame} frame the frame in which a field got the focus */
    async focused(frame) {
      const { focus } = frame;
      const login = logins.in(frame.tab);
      if (focus?.field !== 'one-time-code' || login === null || login.isOffered || !isIdle()) return;
      if (!(await isShown(frame.tab))) return;
      await suggestions.ask(frame, focus);
      if (frame.focus !== focus || login.isOffered || !isIdle() || !frame.connected) return;
      if (logins.codeIn(frame, focus.suggestions?.items ?? []) === null) return;
      login.isOffered = true;
      pick.start(frame);
    },
  };
}
