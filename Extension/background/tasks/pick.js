// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The user picks what fits a field, and it is filled in.

import { KINDS_FOR_FIELD } from '../../shared/messages.js';
import { failureProblem } from '../../shared/problems.js';
import { followingCode } from '../../shared/around-texts.js';
import { POPUP, question } from '../../shared/texts.js';
import { rowsOf } from '../suggestions.js';

/** @typedef {import('../frames.js').Frame} Frame */
/** @typedef {import('./task.js').Task} Task */

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../frames.js').createFrames>} parts.frames
 * @param {ReturnType<typeof import('../suggestions.js').createSuggestions>} parts.suggestions
 * @param {ReturnType<typeof import('../fills.js').createFills>} parts.fills
 * @param {ReturnType<typeof import('../filled-logins.js').createFilledLogins>} parts.logins
 * @param {(frame: Frame, id: string | null, response: object) => boolean} parts.answerConditional
 */
export function createPick({ session, frames, suggestions, fills, logins, answerConditional }) {
  /**
   * In a field for a code, the code of the login whose password was just filled comes first and has the focus.
   * @param {Task} current @param {any[]} rows
   */
  function codeFirst({ frame, focus }, rows) {
    const items = focus?.field === 'one-time-code' ? focus.suggestions?.items : undefined;
    const index = frame === null || items === undefined ? null : logins.codeIn(frame, items);
    if (index === null || items === undefined) return {};
    const row = rows[index];
    return { title: followingCode(items[index].account), rows: [row, ...rows.filter((one) => one !== row)], selected: row.id };
  }

  /** @param {Task} current @param {any} [more] */
  function showSuggestions(current, more = {}) {
    const focus = current.focus;
    const { rows, all } = focus === null ? { rows: [], all: null } : rowsOf(focus);
    const title = focus === null ? POPUP.home : question(focus.field);
    session.show(current, { kind: 'suggestions', title, rows, all, selected: null, note: null, providers: [], ...codeFirst(current, rows), ...more });
  }

  /** @param {Task} current @param {any} credential */
  async function deliver(current, credential) {
    const { frame, focus } = current;
    if (frame === null || focus === null) return session.close();
    /** @type {Record<string, readonly string[]>} */
    const fitting = KINDS_FOR_FIELD;
    let delivered = false;
    if (fitting[focus.field].includes(credential.kind)) {
      if (credential.kind === 'passkey') {
        delivered =
          (await frames.isUnchanged(frame)) &&
          answerConditional(frame, focus.suggestions?.passkey ?? null, credential.response);
      } else {
        delivered = await fills.fill(frame, focus.request, credential);
        if (delivered && credential.kind === 'password') logins.filled(frame, credential.user);
      }
    }
    if (!session.isCurrent(current)) return;
    if (delivered) session.close();
    else session.showProblem(current, failureProblem('pageChanged', null));
  }

  /** @param {Task} current @param {string} row */
  async function provide(current, row) {
    const { frame, focus } = current;
    if (frame === null || focus === null) return;
    const [kind, index] = row.split('-');
    const offered = focus.suggestions;
    const entry = (kind === 'locked' ? offered?.locked : offered?.items)?.[Number(index)];
    if (entry === undefined) return;
    session.showWaiting(current);
    // The token is bound to this tab, frame and document. The browser identifies the frame again when the token is used.
    const context = await frames.contextOf(frame);
    if (!session.isCurrent(current)) return;
    const answer = await session.run(current, 'provide', { token: entry.token, context });
    if (answer === null) return;
    if (answer.type === 'credential') return deliver(current, answer);
    if (answer.code !== 'tokenExpired' || !(await frames.isUnchanged(frame))) return session.fail(current, answer);
    await offer(current, { note: POPUP.freshSuggestions });
  }

  /** @param {Task} current */
  async function list(current) {
    const { frame, focus } = current;
    if (frame === null || focus === null) return;
    session.showWaiting(current);
    const passkey = focus.field === 'username' ? suggestions.pendingPasskeyOf(frame) : null;
    if (focus.suggestions !== null) focus.suggestions.passkey = passkey?.id ?? null;
    const members = {
      context: await frames.contextOf(frame),
      field: focus.field,
      ...(passkey === null ? {} : { passkey: passkey.options }),
    };
    if (!session.isCurrent(current)) return;
    const answer = await session.run(current, 'list', members);
    if (answer === null) return;
    if (answer.type === 'credential') await deliver(current, answer);
    else session.fail(current, answer);
  }

  /**
   * Requests what fits the field and shows it.
   * @param {Task} current @param {any} [more]
   */
  async function offer(current, more = {}) {
    const { frame, focus } = current;
    if (frame === null || focus === null) return;
    const answer = await suggestions.ask(frame, focus);
    if (!session.isCurrent(current)) return;
    if (answer.type === 'failure' && answer.code !== 'nothingToOffer') return session.fail(current, answer);
    showSuggestions(current, more);
  }

  /** @param {Task} current */
  async function begin(current) {
    session.showWaiting(current);
    if (await session.whenConnected(current)) await offer(current);
  }

  /**
   * Handles the user's action on the screen of suggestions.
   * @param {Task} current @param {import('../../shared/messages.js').Message} message
   */
  function received(current, message) {
    if (message.type === 'choose') void provide(current, message.row);
    else if (message.type === 'show-all') void list(current);
  }

  return {
    provide,
    received,

    /**
     * Starts when the user uses the mark under a field.
     * @param {Frame} frame its focused field is the one that was used
     */
    start(frame) {
      const { focus } = frame;
      if (focus === null) return;
      const current = session.begin({
        kind: 'pick',
        frame,
        focus,
        restart: () => void begin(current),
        received: (message) => received(current, message),
      });
      session.openSurface(current);
      void begin(current);
    },
  };
}
