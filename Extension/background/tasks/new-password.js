// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The user picks a new password for a form. The vault generates it by the page's rules and saves it before it is written into the page, so
// that it is not lost if the form's submission goes unnoticed.

import { failureProblem } from '../../shared/problems.js';
import { filledNotKept } from '../../shared/texts.js';

/** The events of Apple's `ASSavePasswordRequest`. */
const GENERATED_PASSWORD_FILLED = 2;
const SITE = Object.freeze({ identifier: '', kind: 'url' });

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../requests.js').createRequests>} parts.requests
 * @param {ReturnType<typeof import('../frames.js').createFrames>} parts.frames
 * @param {ReturnType<typeof import('../fills.js').createFills>} parts.fills
 * @param {ReturnType<typeof import('../keeping/keeping.js').createKeeping>} parts.keeping
 * @param {() => string} parts.randomId
 */
export function createNewPassword({ session, requests, frames, fills, keeping, randomId }) {
  /** @param {import('./task.js').Task} current */
  async function begin(current) {
    const { frame, focus } = current;
    if (frame === null || focus === null) return;
    session.showWaiting(current);
    if (!(await session.whenConnected(current))) return;
    const context = await frames.contextOf(frame);
    if (!session.isCurrent(current)) return;
    const rules = focus.rules === null ? {} : { passwordFieldRules: focus.rules };
    const answer = await session.run(current, 'generate-password', { context, service: SITE, ...rules, choose: true });
    if (answer === null) return;
    if (answer.type === 'failure') return session.fail(current, answer);
    const [chosen] = answer.passwords;
    const one = { password: chosen.value, kind: chosen.kind, session: randomId() };
    const kept = await requests.open('save-password', {
      context, service: SITE, user: '', sessionID: one.session, event: GENERATED_PASSWORD_FILLED, passwordKind: one.kind, password: one.password,
    }).answer;
    if (!session.isCurrent(current)) return;
    keeping.wasMade(frame, one);
    const delivered = await fills.fill(frame, focus.request, { kind: 'new-password', password: one.password });
    if (!session.isCurrent(current)) return;
    if (delivered && kept.type === 'saved') session.close();
    // A locked vault cannot save it now; Passfold offers to save it once the form is submitted.
    else if (delivered) session.show(current, { kind: 'done', ...filledNotKept() });
    else session.showProblem(current, failureProblem('pageChanged', null));
  }

  return {
    /**
     * Starts when the user uses the mark under a field for a new password.
     * @param {import('../frames.js').Frame} frame
     */
    start(frame) {
      const { focus } = frame;
      if (focus === null) return;
      const current = session.begin({ kind: 'new-password', frame, focus, restart: () => void begin(current) });
      session.openSurface(current);
      void begin(current);
    },
  };
}
