// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Answers a server's HTTP request for a user name and password. The popup offers what fits its origin; the user's choice is sent once.

import { signInChallenge } from '../../shared/around-texts.js';
import { suggestionRows } from '../../shared/texts.js';
import { hostOf } from './task.js';

/** @typedef {import('../sign-in-challenges.js').Credentials} Credentials */
/**
 * @typedef {object} Challenge
 * @property {string} id the browser's id for the request
 * @property {number} tab
 * @property {string} origin
 * @property {object} context the asking page, for the broker
 * @property {boolean} wasRefused whether the server has refused the credentials sent for this request
 */

const FIELD = 'current-password';

/**
 * @param {object} parts
 * @param {import('../popup-session.js').PopupSession} parts.session
 * @param {ReturnType<typeof import('../requests.js').createRequests>} parts.requests
 */
export function createSignInChallenge({ session, requests }) {
  /** The challenge in the popup. */
  /** @type {{id: string, end: () => void} | null} */
  let asked = null;

  /** @param {Challenge} challenge */
  async function suggestions({ context }) {
    const answer = await requests.open('suggestions', { context, field: FIELD }).answer;
    if (answer.type !== 'suggestions') return null;
    const items = answer.items.filter((/** @type {any} */ { kind }) => kind === 'password');
    // There is no list of all entries here: credentials sent to a server must fit it.
    return items.length + answer.locked.length === 0 ? null : { items, locked: answer.locked, canList: false };
  }

  return {
    /**
     * @param {Challenge} challenge
     * @returns {Promise<Credentials | null>} null if the browser must ask
     */
    async ask(challenge) {
      // A user who is busy in the popup is not interrupted.
      if (session.task !== null || session.popupIsOpen) return null;
      const offered = await suggestions(challenge);
      if (offered === null || session.task !== null || session.popupIsOpen) return null;
      return new Promise((resolve) => {
        const finish = (/** @type {Credentials | null} */ credentials) => {
          if (asked?.id === challenge.id) asked = null;
          resolve(credentials);
        };
        let rows = offered;
        const current = session.begin({ kind: 'sign-in-challenge', tab: challenge.tab, restart: () => show(''), abandoned: () => finish(null), received });
        asked = {
          id: challenge.id,
          end() {
            if (!session.isCurrent(current)) return;
            session.abandon();
            session.close();
          },
        };

        /** @param {'refused' | 'expired' | ''} note */
        function show(note) {
          const words = signInChallenge(note);
          session.show(current, {
            kind: 'suggestions', site: hostOf(challenge.origin), ...words, ...suggestionRows(rows, FIELD), selected: null, providers: [],
          });
          session.openSurface(current);
        }

        /** @param {import('../../shared/messages.js').Message} message */
        async function received(message) {
          if (message.type !== 'choose') return;
          const [kind, index] = message.row.split('-');
          const entry = (kind === 'locked' ? rows.locked : rows.items)[Number(index)];
          if (entry === undefined) return;
          session.showWaiting(current);
          const answer = await session.run(current, 'provide', { token: entry.token, context: challenge.context });
          if (answer === null) return;
          if (answer.type === 'credential' && answer.kind === 'password') {
            finish({ username: answer.user, password: answer.password });
            return session.close();
          }
          if (answer.code !== 'tokenExpired') {
            finish(null);
            return answer.type === 'failure' ? session.fail(current, answer) : session.close();
          }
          const fresh = await suggestions(challenge);
          if (!session.isCurrent(current)) return;
          if (fresh === null) {
            finish(null);
            return session.close();
          }
          rows = fresh;
          show('expired');
        }

        show(challenge.wasRefused ? 'refused' : '');
      });
    },

    /**
     * Handles the end of the request, successful or not.
     * @param {string} id
     */
    requestEnded(id) {
      if (asked?.id === id) asked.end();
    },
  };
}
