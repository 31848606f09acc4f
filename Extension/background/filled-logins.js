// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Which login's password was filled in a tab just now, so that its code can come first when the site asks for one. A user name, a site
// and a time are kept in memory, and nothing else.

import { hostOf } from './tasks/task.js';

/** How long the code of a login may follow its password. */
export const HOLDS_MILLISECONDS = 120_000;

/** @typedef {{user: string, host: string, at: number, isOffered: boolean}} FilledLogin `isOffered`: whether the popup has come up for it by itself */

/**
 * Whether one name of a host is the other or stands above it.
 * @param {string} above @param {string} host
 */
function covers(above, host) {
  return above !== '' && (host === above || host.endsWith(`.${above}`));
}

/**
 * Whether what a provider calls an account is a user's; a code that is not confirmed yet says so after the name.
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
     * A password was written into a page.
     * @param {import('./frames.js').Frame} frame @param {string} user
     */
    filled(frame, user) {
      byTab.set(frame.tab, { user, host: hostOf(frame.origin), at: now(), isOffered: false });
    },

    /**
     * The login whose code may follow in a tab.
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
     * Which of the codes that fit a frame is the login's: of the same account, and of the site whose password was filled. Where the
     * two pages have hosts beside each other, the code's own service has to stand above both.
     * @param {import('./frames.js').Frame} frame
     * @param {import('../shared/messages.js').Item[]} items what the broker says fits the frame
     * @returns {number | null} its place among them
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
