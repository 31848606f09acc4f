// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The home's list: what fits the page, then everything, or one kind of it. The vault searches, as it does for the command; here is asked
// for one part of its list at a time.

import { PLAIN_KINDS } from '../../shared/vault-answers.js';

/** @typedef {import('./home.js').Home} Home */
/** @typedef {ReturnType<typeof createHomeList>} HomeList */
/** @typedef {import('../../shared/vault-answers.js').Entry} Entry */
/**
 * @typedef {{home: Home, offset: number, after: string | null, limit: number, isUpdate: boolean}} Wish a part of the list: what follows the
 *   record `after`, or what is from `offset` on
 */

/** Rows that are asked for at once: more than a popup shows. */
export const PAGE_ROWS = 60;
/** The vault answers no more codes at once. */
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
   * What is asked for now, and what comes next: of searches that wait, the newest alone.
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
    // Of a locked vault nothing is said; what other providers have is theirs to say.
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
    // A screen that was to be drawn is drawn, whatever is on it by then.
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
      // What was asked for meanwhile is what the person wants to see.
      if (next !== null) continue;
      // Who has gone on to an entry meanwhile is not taken back.
      if (!now.home.isCurrent() || (now.isUpdate && now.home.page !== 'home')) return;
      if ('code' in found && found.type === 'failure') return now.home.fail(found);
      draw(now.home, { offset: now.offset, rows: found.rows, total: found.total }, now.isUpdate);
    }
  }

  return {
    /**
     * Shows the list as it was left.
     * @param {Home} home
     */
    show: (home) => bring({ home, offset: 0, after: null, limit: PAGE_ROWS, isUpdate: false }),

    /** @param {Home} home @param {string} query */
    find(home, query) {
      home.query = query;
      return bring({ home, offset: 0, after: null, limit: PAGE_ROWS, isUpdate: true });
    },

    /** @param {Home} home @param {number} offset @param {string} after the record of the last row that came */
    more: (home, offset, after) => bring({ home, offset, after, limit: PAGE_ROWS, isUpdate: true }),

    /**
     * Codes that have run out; whoever only looks at them keeps nothing open by it.
     * @param {Home} home
     */
    refresh: (home) => bring({ home, offset: 0, after: null, limit: MOST_CODES, isUpdate: true }),
  };
}
