// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What the popup shows when its button opened it.

import { POPUP } from '../../shared/texts.js';

/** @typedef {import('./task.js').Task} Task */

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../requests.js').createRequests>} parts.requests
 * @param {ReturnType<typeof import('../frames.js').createFrames>} parts.frames
 * @param {ReturnType<typeof import('../suggestions.js').createSuggestions>} parts.suggestions
 * @param {ReturnType<typeof import('./pick.js').createPick>} parts.pick
 * @param {() => Promise<number | null>} parts.activeTab
 */
export function createHome({ session, requests, frames, suggestions, pick, activeTab }) {
  /** @param {Task} current */
  async function begin(current) {
    session.showWaiting(current);
    const [tab, goesOn] = await Promise.all([activeTab(), session.whenConnected(current)]);
    if (!goesOn || !session.isCurrent(current)) return;
    const frame = tab === null ? null : frames.focusedIn(tab);
    current.frame = frame;
    current.focus = frame?.focus ?? null;
    const [status] = await Promise.all([
      requests.open('status', {}).answer,
      frame?.focus ? suggestions.ask(frame, frame.focus) : undefined,
    ]);
    if (!session.isCurrent(current)) return;
    if (status.type === 'failure') return session.fail(current, status);
    pick.showSuggestions(current, { providers: status.providers, note: frame === null ? POPUP.noField : null });
  }

  return {
    start() {
      const current = session.begin({
        kind: 'home',
        restart: () => void begin(current),
        received: (message) => pick.received(current, message),
      });
      void begin(current);
    },
  };
}
