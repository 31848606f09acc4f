// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Remembers which login's password was just filled in a tab, so that its code can come first when the site asks for one. Only a user
// name, a host and a time are kept, in memory.

import { hostOf } from './tasks/task.js';

/** How long after the password its login's code is preferred. */
export const HOLDS_MILLISECONDS = 120_000;

/**
 * @typedef {{user: string, host: string, at: number, isOffered: boolean}} FilledLogin `isOffered`: whether the popup has already opened
 *   automatically for it
 */

/**
 * Whether a host equals another or is a parent domain of it.
 * @param {string} above @param {string} host
 */
function covers(above, host) {
  return above !== '' && (host === above || host.endsWith(`.${above}`));
}

/**
 * Whether a provider's account name belongs to a user. For an unconfirmed code, the name is followed by a note.
 * @param {string} account @param {string} user
 */
function isOf(account, user) {
  return account === user || account.startsWith(`${user} · `);
}

/** @param {{now: () => number}} environment milliseconds since 1970 */
export function createFilledLogins({ now }) {
  /** @type {Map<number, FilledLogin>} */
  const byTab = new Map();

  return {
    /**
     * Records that a password was written into a page.
     * @param {import('./frames.js').Frame} frame @param {string} user
     */
    filled(frame, user) {
      byTab.set(frame.tab, { user, host: hostOf(frame.origin), at: now(), isOffered: false });
    },

    /**
     * Returns the login whose code may follow in a tab.
     * @param {number} tab
     * @returns {FilledLogin | null}
     */
    in(tab) {
      const login = byTab.get(tab);
      const age = login === undefined ? Infinity : now() - login.at;
      if (login !== undefined && age >= 0 && age <= HOLDS_MILLISECONDS) return login;
      byTab.delete(tab);
      return null;
    },

    /**
     * Finds the login's code among the codes that fit a frame: the code of the same account on the site whose password was filled. If the
     * two pages are on sibling hosts, the code's own service must be a parent domain of both.
     * @param {import('./frames.js').Frame} frame
     * @param {import('../shared/messages.js').Item[]} items the items that fit the frame, according to the broker
     * @returns {number | null} the index of the code
     */
    codeIn(frame, items) {
      const login = this.in(frame.tab);
      if (login === null || login.user === '') return null;
      const host = hostOf(frame.origin);
      const isSameSite = covers(login.host, host) || covers(host, login.host);
      const index = items.findIndex(({ kind, service, account }) =>
        kind === 'one-time-code' && isOf(account, login.user) && (isSameSite || (covers(service, host) && covers(service, login.host))));
      return index < 0 ? null : index;
    },

    /** @param {number} tab */
    tabGone(tab) {
      byTab.delete(tab);
    },
  };
}
