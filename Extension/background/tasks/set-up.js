// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Sets up one-time codes from a link that the user clicked, or from a QR code on the page. The provider asks whether to keep them.

import { failureProblem } from '../../shared/problems.js';
import { POPUP, setUpDone } from '../../shared/texts.js';

/** @typedef {import('../frames.js').Frame} Frame */

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../frames.js').createFrames>} parts.frames
 * @param {ReturnType<typeof import('../page-fields.js').createPageFields>} parts.pageFields
 * @param {ReturnType<typeof import('../page-picture.js').createPagePicture>} parts.pagePicture
 */
export function createSetUp({ session, frames, pageFields, pagePicture }) {
  /** @param {import('./task.js').Task} current @param {Frame} frame @param {{url: string} | {picture: string}} source */
  async function begin(current, frame, source) {
    session.showWaiting(current, POPUP.setUpWaiting);
    const [context, goesOn] = await Promise.all([frames.contextOf(frame), session.whenConnected(current)]);
    if (!goesOn || !session.isCurrent(current)) return;
    const answer = await session.run(current, 'set-up-code', { context, ...source });
    if (answer === null) return;
    if (answer.type === 'failure') return session.fail(current, answer);
    session.show(current, { kind: 'done', ...setUpDone(answer.service, answer.account) });
    if (!session.popupIsOpen) session.openSurface(current);
  }

  /** @param {import('./task.js').Task} current @param {number} tab */
  async function read(current, tab) {
    session.showWaiting(current, POPUP.setUpReading);
    const [frame, picture] = await Promise.all([pageFields.documentIn(tab, 0), pagePicture.of(tab)]);
    if (!session.isCurrent(current)) return;
    if (frame === null || picture === null) return session.showProblem(current, failureProblem('pageNotSeen', null));
    current.frame = frame;
    await begin(current, frame, { picture });
  }

  return {
    /**
     * Handles a trusted click on a set-up link.
     * @param {Frame} frame @param {string} url
     */
    start(frame, url) {
      // Once the link is read, its page is no longer needed.
      const current = session.begin({ kind: 'set-up', frame, outlivesPage: true, restart: () => void begin(current, frame, { url }) });
      session.openSurface(current);
      void begin(current, frame, { url });
    },

    /**
     * Reads the QR code in a tab, at the user's request.
     * @param {number} tab
     */
    readPage(tab) {
      const current = session.begin({ kind: 'set-up', tab, outlivesPage: true, restart: () => void read(current, tab) });
      if (!session.popupIsOpen) session.openSurface(current);
      void read(current, tab);
    },
  };
}
