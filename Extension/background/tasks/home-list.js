// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The home's list: what fits the page, then everything, codes with their time, passkeys or passwords, searched as the person types.

/** @typedef {import('./home.js').Home} Home */
/** @typedef {ReturnType<typeof createHomeList>} HomeList */
/** @typedef {import('../../shared/vault-answers.js').Entry} Entry */

/** Rows that are asked for at once: more than a popup shows. */
export const PAGE_ROWS = 60;
/** The vault answers no more codes at once. */
const MOST_CODES = 200;

/** @param {Entry} entry */
function rowOf({ record, kind, title, user, services, pending, others }) {
  return {
    record, kind, title, user, service: services[0] ?? '', pending, code: null, validUntil: null, period: null, onRequest: false,
    others: [...new Set(others.map((other) => other.kind))],
  };
}

/** @typedef {ReturnType<typeof rowOf>} HomeRow */

/**
 * @param {object} parts
 * @param {typeof import('../fits.js').rowsOfFits} parts.rowsOfFits
 */
export function createHomeList({ rowsOfFits }) {
  /** The search that was asked for last; the answers of earlier ones are nobody's. */
  let lastSearch = 0;

  /**
   * @param {Home} home @param {number} offset @param {number} limit
   * @returns {Promise<{rows: any[], total: number} | import('../vault-requests.js').VaultAnswer>}
   */
  async function load({ look, query, section }, offset, limit) {
    if (section === 'one-time-code') {
      const answer = await look({ type: 'codes', query, offset, limit: Math.min(limit, MOST_CODES) });
      if (answer.type !== 'codes') return answer;
      const codes = (answer.secret ?? '').split('\n');
      const rows = answer.rows.map((/** @type {any} */ { entry, validUntil, period, onRequest }, /** @type {number} */ index) => ({
        ...rowOf(entry), code: onRequest ? null : (codes[index] ?? '').split(' ')[0] || null, validUntil, period, onRequest,
      }));
      return { type: 'rows', rows, total: answer.total };
    }
    const answer = await look({ type: 'list', query, offset, limit, ...(section === 'all' ? { joined: true } : { kind: section }) });
    if (answer.type !== 'entries') return answer;
    return { type: 'rows', rows: answer.entries.map(rowOf), total: answer.total };
  }

  /** @param {Home} home @param {object} more @param {boolean} isUpdate */
  function draw(home, more, isUpdate) {
    const { vault, query, section } = home;
    // Of a locked vault nothing is said; what other providers have is theirs to say.
    const rows = rowsOfFits(home.fits);
    const fits = vault === 'unlocked' ? rows : rows.filter(({ source }) => source !== 'Passfold');
    home.show({ kind: 'home', vault, query, section, fits: query === '' && section === 'all' ? fits : [], offset: 0, rows: [], total: 0, ...more }, isUpdate);
  }

  /** @param {Home} home @param {number} offset @param {number} limit @param {boolean} isUpdate */
  async function bring(home, offset, limit, isUpdate) {
    lastSearch += 1;
    const search = lastSearch;
    if (home.vault !== 'unlocked') return draw(home, {}, isUpdate);
    const found = await load(home, offset, limit);
    if (search !== lastSearch || !home.isCurrent()) return;
    if ('code' in found && found.type === 'failure') return home.fail(found);
    draw(home, { offset, rows: found.rows, total: found.total }, isUpdate);
  }

  return {
    /**
     * Shows the list as it was left.
     * @param {Home} home
     */
    show: (home) => bring(home, 0, PAGE_ROWS, false),

    /** @param {Home} home @param {string} query */
    find(home, query) {
      home.query = query;
      return bring(home, 0, PAGE_ROWS, true);
    },

    /** @param {Home} home @param {number} offset */
    more: (home, offset) => bring(home, offset, PAGE_ROWS, true),

    /**
     * Codes that have run out; whoever only looks at them keeps nothing open by it.
     * @param {Home} home
     */
    refresh: (home) => bring(home, 0, MOST_CODES, true),
  };
}
