// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Pairs this profile, in a window that stays open while the user compares the digits with those of Passfold's prompt.

import { pairingProblem } from '../../shared/problems.js';
import { pairingDone } from '../../shared/texts.js';

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../connection.js').createConnection>} parts.connection
 * @param {ReturnType<typeof import('../surface.js').createSurface>} parts.surface
 */
export function createConnecting({ session, connection, surface }) {
  return {
    async start() {
      const current = session.begin({
        kind: 'pairing',
        isMoving: !session.popupStays,
        restart: () => void this.start(),
        abandoned: () => connection.cancelPairing(),
      });
      session.show(current, { kind: 'pairing', digits: null });
      if (current.isMoving) {
        // If the browser opens no window, the popup is used.
        await surface.openWindow().catch(() => {});
        current.isMoving = false;
        if (!session.isCurrent(current)) return;
      }
      const result = await connection.pair((digits) => session.show(current, { kind: 'pairing', digits }));
      if (!session.isCurrent(current)) return;
      if (result === 'paired') session.show(current, { kind: 'done', ...pairingDone() });
      else session.showProblem(current, pairingProblem(result));
    },
  };
}
