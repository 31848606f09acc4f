// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds meanings in a page's words: "E-Mail-Adresse", "login_email" and "txtEmail" all speak of an email.

globalThis.PassfoldFieldText ??= (() => {
  const WORDS = globalThis.PassfoldFieldWords;

  /**
   * @typedef {object} Entry
   * @property {string} text what is looked for, without the marks of edges
   * @property {boolean} starts whether a word has to begin with it
   * @property {boolean} ends whether a word has to end with it
   * @property {string} meaning
   */

  /** @type {Map<number, Entry[]> | null} */
  let index = null;

  /** Entries by their first two letters; most places of a text have none. */
  function entries() {
    if (index !== null) return index;
    index = new Map();
    for (const meaning of Object.keys(WORDS)) {
      for (const language of Object.values(WORDS[meaning])) {
        for (const word of language.split(',')) {
          const starts = word.startsWith('_');
          const ends = word.endsWith('_');
          const text = word.slice(starts ? 1 : 0, ends ? -1 : undefined);
          const entry = { text, starts, ends, meaning };
          // The second letter may be behind a blank, here or in the page.
          add(text.charCodeAt(0), text.length > 1 ? text.charCodeAt(1) : 0, entry);
          if (text.charCodeAt(1) === 0x20) add(text.charCodeAt(0), text.charCodeAt(2), entry);
        }
      }
    }
    return index;
  }

  function add(first, second, entry) {
    const key = first * 0x10000 + second;
    const known = index?.get(key);
    if (known === undefined) index?.set(key, [entry]);
    else known.push(entry);
  }

  /**
   * Small letters without accents, one blank between words and around them; fooBar2 is "foo bar 2".
   * @param {string} text
   * @returns {string}
   */
  function normal(text) {
    if (/^[\x00-\x7f]*$/.test(text)) {
      return ` ${text
        .replace(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])|([A-Za-z])(?=[0-9])|([0-9])(?=[A-Za-z])/g, '$1$3$4$5 $2')
        .replace(/[^A-Za-z0-9]+/g, ' ').trim().toLowerCase()} `;
    }
    return ` ${text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').normalize('NFC')
      .replace(/(\p{Ll})(\p{Lu})|(\p{L})(?=\p{Nd})|(\p{Nd})(?=\p{L})/gu, '$1$3$4 $2')
      .replace(/[^\p{L}\p{Nd}\p{M}]+/gu, ' ').trim().toLowerCase()
      .replace(/[ıßłøđæ]/g, (letter) => SPELLED[letter])} `;
  }
  const SPELLED = { ı: 'i', ß: 'ss', ł: 'l', ø: 'o', đ: 'd', æ: 'ae' };

  /** Whether the entry stands at a place of a normal text. */
  function fits(text, place, { text: word, starts, ends }) {
    if (starts && text.charCodeAt(place - 1) !== 0x20) return false;
    let at = place;
    for (let letter = 0; letter < word.length; letter += 1) {
      const wanted = word.charCodeAt(letter);
      if (wanted === text.charCodeAt(at)) at += 1;
      else if (wanted !== 0x20) return false;
    }
    return !ends || text.charCodeAt(at) === 0x20;
  }

  /**
   * @param {string} text as a page has it
   * @returns {Set<string>} the meanings of its words
   */
  function meanings(text) {
    const found = new Set();
    const words = normal(text);
    if (words.length < 3) return found;
    const known = entries();
    for (let place = 1; place < words.length - 1; place += 1) {
      const first = words.charCodeAt(place);
      if (first === 0x20) continue;
      const pair = known.get(first * 0x10000 + words.charCodeAt(place + 1));
      if (pair !== undefined) for (const entry of pair) if (!found.has(entry.meaning) && fits(words, place, entry)) found.add(entry.meaning);
      // One sign may be a whole word.
      if (first < 0x2e80) continue;
      const alone = known.get(first * 0x10000);
      if (alone !== undefined) for (const entry of alone) if (fits(words, place, entry)) found.add(entry.meaning);
    }
    return found;
  }

  return Object.freeze({ meanings, normal });
})();
