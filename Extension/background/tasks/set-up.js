// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A person clicked a link that sets up one-time codes, and the provider asks whether to keep them.

import { POPUP, setUpDone } from '../../shared/texts.js';

/** @typedef {import('../frames.js').Frame} Frame */

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../frames.js').createFrames>} parts.frames
 */
export function createSetUp({ session, frames }) {
  /** @param {import('./task.js').Task} current @param {Frame} frame @param {string} url */
  async function begin(current, frame, url) {
    session.showWaiting(current, POPUP.setUpWaiting);
    const [context, goesOn] = await Promise.all([frames.contextOf(frame), session.whenConnected(current)]);
    if (!goesOn || !session.isCurrent(current)) return;
    const answer = await session.run(current, 'set-up-code', { context, url });
    if (answer === null) return;
    if (answer.type === 'failure') return session.fail(current, answer);
    session.show(current, { kind: 'done', ...setUpDone(answer.service, answer.account) });
    if (!session.popupIsOpen) session.openSurface(current);
  }

  return {
    /**
     * A trusted click on a set-up link.
     * @param {Frame} frame @param {string} url
     */
    start(frame, url) {
      // The link needs its page no more once it was read.
      const current = session.begin({ kind: 'set-up', frame, outlivesPage: true, restart: () => void begin(current, frame, url) });
      session.openSurface(current);
      void begin(current, frame, url);
    },
  };
}
