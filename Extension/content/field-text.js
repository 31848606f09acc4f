// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds meanings in a page's words: "E-Mail-Adresse", "login_email" and "txtEmail" all speak of an email.

globalThis.PassfoldFieldText ??= (() => {
  const WORDS = globalThis.PassfoldFieldWords;

  /**
   * @typedef {object} Entry
   * @property {string} text what is looked for, without the marks of edges
   * @property {number} third its third letter, or 0 where any may stand
   * @property {boolean} starts whether a word has to begin with it
   * @property {boolean} ends whether a word has to end with it
   * @property {string} meaning
   */

  /** Words by their first two letters, for those letters that a page has had so far. */
  /** @type {Map<number, Entry[] | null>} */
  const known = new Map();

  /** @returns {Entry[] | null} */
  function wordsFrom(key, letters) {
    const written = WORDS[letters];
    let entries = null;
    if (written !== undefined) {
      entries = [];
      for (const list of written.split(';')) {
        const colon = list.indexOf(':');
        const meaning = list.slice(0, colon);
        for (const word of list.slice(colon + 1).split(',')) {
          const starts = word.startsWith('_');
          const ends = word.endsWith('_');
          const text = starts || ends ? word.slice(starts ? 1 : 0, ends ? -1 : undefined) : word;
          const isPlain = text.length > 2 && text[1] !== ' ' && text[2] !== ' ';
          entries.push({ text, third: isPlain ? text.charCodeAt(2) : 0, starts, ends, meaning });
        }
      }
    }
    known.set(key, entries);
    return entries;
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

  function look(entries, text, place, found) {
    const third = text.charCodeAt(place + 2);
    // Most entries differ in the third letter already.
    for (let at = 0; at < entries.length; at += 1) {
      const entry = entries[at];
      if ((entry.third === third || entry.third === 0) && fits(text, place, entry)) found.add(entry.meaning);
    }
  }

  /**
   * @param {string} text as a page has it
   * @returns {Set<string>} the meanings of its words
   */
  function meanings(text) {
    const found = new Set();
    const words = normal(text);
    const last = words.length - 1;
    let first = words.charCodeAt(1);
    for (let place = 1; place < last; place += 1) {
      const second = words.charCodeAt(place + 1);
      if (first !== 0x20) {
        const key = first * 0x10000 + second;
        let entries = known.get(key);
        if (entries === undefined) entries = wordsFrom(key, words.slice(place, place + 2));
        if (entries !== null) look(entries, words, place, found);
        // One sign may be a whole word.
        if (first >= 0x2e80) {
          entries = known.get(first);
          if (entries === undefined) entries = wordsFrom(first, words[place]);
          if (entries !== null) look(entries, words, place, found);
        }
      }
      first = second;
    }
    return found;
  }

  return Object.freeze({ meanings, normal });
})();
