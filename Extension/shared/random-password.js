// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A random password for the person, made here and without a page: the vault's generator answers to pages and their rules.

/** Signs that are told apart in most typefaces; those that services refuse most often are left out of the symbols. */
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
 * A whole number below the limit, each as likely as the others.
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
 * @param {{length: number, kinds: readonly string[]}} rules kinds that are unknown do not count; without any, all do
 * @param {(array: Uint32Array) => Uint32Array} fill fills with random numbers
 * @returns {string} with at least one sign of each kind
 */
export function randomPassword({ length, kinds }, fill = (array) => crypto.getRandomValues(array)) {
  const known = Object.entries(KINDS).filter(([name]) => kinds.includes(name)).map(([, signs]) => signs);
  const sets = known.length === 0 ? Object.values(KINDS) : known;
  const count = Math.min(LONGEST, Math.max(SHORTEST, length));
  const all = sets.join('');
  // Drawn until each kind occurs, so that every password that meets the rules is as likely as any other.
  for (;;) {
    const signs = Array.from({ length: count }, () => all[below(all.length, fill)]);
    if (sets.every((set) => signs.some((sign) => set.includes(sign)))) return signs.join('');
  }
}
