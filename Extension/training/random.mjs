// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Choices that are the same in every run and on every machine.

export class Random {
  #state;

  /** @param {string} seed */
  constructor(seed) {
    this.#state = hash(seed);
  }

  /** @returns {number} from 0 up to 1; the generator is mulberry32 */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** @param {number} chance @returns {boolean} */
  maybe(chance) {
    return this.next() < chance;
  }

  /** @template Item @param {readonly Item[]} items @returns {Item} */
  pick(items) {
    return items[Math.floor(this.next() * items.length)];
  }

  /** @param {Record<string, number>} shares @returns {string} a key, as often as its share says */
  share(shares) {
    let rest = this.next() * Object.values(shares).reduce((sum, one) => sum + one, 0);
    for (const [key, share] of Object.entries(shares)) {
      rest -= share;
      if (rest < 0) return key;
    }
    return Object.keys(shares)[0];
  }

  /** @param {number} most @returns {number} from 0 to `most`, `most` left out */
  below(most) {
    return Math.floor(this.next() * most);
  }
}

/** @param {string} text @returns {number} FNV-1a, 32 bits */
export function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return (value ^ (value >>> 12)) >>> 0;
}
