// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The home's list: the entries that fit the page, then all entries or those of one kind. The vault searches, as it does for the command.
// This file requests one part of the list at a time.

import { PLAIN_KINDS } from '../../shared/vault-answers.js';

/** @typedef {import('./home.js').Home} Home */
/** @typedef {ReturnType<typeof createHomeList>} HomeList */
/** @typedef {import('../../shared/vault-answers.js').Entry} Entry */
/**
 * @typedef {{home: Home, offset: number, after: string | null, limit: number, isUpdate: boolean}} Wish a part of the list: the rows after
 *   the record `after`, or those from `offset` on
 */

/** The number of rows in one request: more than a popup shows. */
export const PAGE_ROWS = 60;
/** The maximum number of codes in one answer of the vault. */
const MOST_CODES = 200;

/** @param {Entry} entry */
function rowOf({ record, kind, title, user, services, pending, about, others }) {
  return {
    record, kind, title, user, service: services[0] ?? '', about, pending, code: null, validUntil: null, period: null, onRequest: false,
    others: [...new Set(others.map((other) => other.kind))],
  };
}

/** @typedef {ReturnType<typeof rowOf>} HomeRow */

/**
 * @param {object} parts
 * @param {typeof import('../fits.js').rowsOfFits} parts.rowsOfFits
 */
export function createHomeList({ rowsOfFits }) {
  /**
   * The current request, and the one that follows. Of waiting searches, only the newest is kept.
   * @type {Wish | null}
   */
  let asked = null;
  /** @type {Wish | null} */
  let next = null;

  /**
   * @param {Wish} wish
   * @returns {Promise<{rows: any[], total: number} | import('../vault-requests.js').VaultAnswer>}
   */
  async function load({ home: { look, query, section }, offset, after, limit }) {
    if (section === 'one-time-code') {
      const answer = await look({ type: 'codes', query, offset, limit: Math.min(limit, MOST_CODES) });
      if (answer.type !== 'codes') return answer;
      const codes = (answer.secret ?? '').split('\n');
      const rows = answer.rows.map((/** @type {any} */ { entry, validUntil, period, onRequest }, /** @type {number} */ index) => ({
        ...rowOf(entry), code: onRequest ? null : (codes[index] ?? '').split(' ')[0] || null, validUntil, period, onRequest,
      }));
      return { type: 'rows', rows, total: answer.total };
    }
    const part = { offset, ...(after === null ? {} : { after }), limit };
    const answer = await look({ type: 'list', query, ...part, knows: PLAIN_KINDS, ...(section === 'all' ? { joined: true } : { kind: section }) });
    if (answer.type !== 'entries') return answer;
    return { type: 'rows', rows: answer.entries.map(rowOf), total: answer.total };
  }

  /** @param {Home} home @param {object} more @param {boolean} isUpdate */
  function draw(home, more, isUpdate) {
    const { vault, query, section, sections } = home;
    // A locked vault's entries are not shown. Other providers decide for themselves what they list.
    const rows = rowsOfFits(home.fits);
    const fits = vault === 'unlocked' ? rows : rows.filter(({ source }) => source !== 'Passfold');
    home.show({
      kind: 'home', vault, query, section, sections, fits: query === '' && section === 'all' ? fits : [], offset: 0, rows: [], total: 0, ...more,
    }, isUpdate);
  }

  /** @param {Wish} wish */
  async function bring(wish) {
    const { home } = wish;
    const before = next ?? asked;
    // A full redraw that is still waiting stays one, even if an update replaces it.
    const isUpdate = wish.isUpdate && (before === null || before.home !== home || before.isUpdate);
    next = { ...wish, isUpdate };
    if (asked !== null && asked.home === home) return;
    while (next !== null) {
      const now = next;
      next = null;
      if (now.home.vault !== 'unlocked') {
        draw(now.home, {}, now.isUpdate);
        continue;
      }
      asked = now;
      const found = await load(now);
      if (asked !== now) return;
      asked = null;
      // The user wants to see the newer request.
      if (next !== null) continue;
      // If the user has opened an entry meanwhile, an update does not take them back to the list.
      if (!now.home.isCurrent() || (now.isUpdate && now.home.page !== 'home')) return;
      if ('code' in found && found.type === 'failure') return now.home.fail(found);
      draw(now.home, { offset: now.offset, rows: found.rows, total: found.total }, now.isUpdate);
    }
  }

  return {
    /**
     * Shows the list with its last query and section.
     * @param {Home} home
     */
    show: (home) => bring({ home, offset: 0, after: null, limit: PAGE_ROWS, isUpdate: false }),

    /** @param {Home} home @param {string} query */
    find(home, query) {
      home.query = query;
      return bring({ home, offset: 0, after: null, limit: PAGE_ROWS, isUpdate: true });
    },

    /** @param {Home} home @param {number} offset @param {string} after the record of the last row received */
    more: (home, offset, after) => bring({ home, offset, after, limit: PAGE_ROWS, isUpdate: true }),

    /**
     * Replaces codes that have expired. Looking at codes does not keep the vault unlocked.
     * @param {Home} home
     */
    refresh: (home) => bring({ home, offset: 0, after: null, limit: MOST_CODES, isUpdate: true }),
  };
}
