// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Generates a random password without a page; the vault's generator serves pages and their rules.

/** Characters that are easy to distinguish in most typefaces. The symbols omit those that services reject most often. */
export const KINDS = Object.freeze({
  lower: 'abcdefghijkmnopqrstuvwxyz',
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  digits: '23456789',
  symbols: '-_.!?+*=@#%&',
});
export const SHORTEST = 8;
export const LONGEST = 64;
export const USUAL = Object.freeze({ length: 20, kinds: Object.freeze(['lower', 'upper', 'digits', 'symbols']) });

/**
 * Returns a uniformly random integer from 0 up to, but not including, the limit.
 * @param {number} limit @param {(array: Uint32Array) => Uint32Array} fill
 */
function below(limit, fill) {
  const range = 2 ** 32;
  const most = range - (range % limit);
  for (;;) {
    const [number] = fill(new Uint32Array(1));
    if (number < most) return number % limit;
  }
}

/**
 * @param {{length: number, kinds: readonly string[]}} rules unknown kinds are ignored; without a known kind, all are used
 * @param {(array: Uint32Array) => Uint32Array} fill fills the array with random numbers
 * @returns {string} a password with at least one character of each kind
 */
export function randomPassword({ length, kinds }, fill = (array) => crypto.getRandomValues(array)) {
  const known = Object.entries(KINDS).filter(([name]) => kinds.includes(name)).map(([, signs]) => signs);
  const sets = known.length === 0 ? Object.values(KINDS) : known;
  const count = Math.min(LONGEST, Math.max(SHORTEST, length));
  const all = sets.join('');
  // Draws passwords until one contains each kind, so that every password that meets the rules is equally likely.
  for (;;) {
    const signs = Array.from({ length: count }, () => all[below(all.length, fill)]);
    if (sets.every((set) => signs.some((sign) => set.includes(sign)))) return signs.join('');
  }
}
