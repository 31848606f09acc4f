// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds meanings in a page's words: "E-Mail-Adresse", "login_email" and "txtEmail" all speak of an email.

globalThis.PassfoldFieldText ??= (() => {
  const WORDS = globalThis.PassfoldFieldWords;
  const MOST_REMEMBERED = 3000;
  /** @type {Candidate[]} */
  const NONE = [];

  /**
   * @typedef {object} Entry
   * @property {string} text what is looked for, without the marks of edges
   * @property {boolean} starts whether a word has to begin with it
   * @property {boolean} ends whether a word has to end with it
   * @property {string} meaning
   * @typedef {{at: number, entry: Entry}} Candidate an entry that a word may begin at one of its letters
   */

  /** Entries by key, for those keys that a page has had so far. */
  /** @type {Map<string, Entry[] | null>} */
  const known = new Map();
  /** What may begin in each word that a page has had so far. */
  /** @type {Map<string, Candidate[]>} */
  const remembered = new Map();

  /** @param {string} key @returns {Entry[] | null} */
  function entriesOf(key) {
    let entries = known.get(key);
    if (entries !== undefined) return entries;
    entries = null;
    const written = WORDS[key];
    if (written !== undefined) {
      entries = [];
      for (const list of written.split(';')) {
        const colon = list.indexOf(':');
        const meaning = list.slice(0, colon);
        for (const word of list.slice(colon + 1).split(',')) {
          const starts = word.startsWith('_');
          const ends = word.endsWith('_');
          entries.push({ text: starts || ends ? word.slice(starts ? 1 : 0, ends ? -1 : undefined) : word, starts, ends, meaning });
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

  /** What may begin in a word: by its first letters at each place, and by the word as a whole. */
  function candidates(word) {
    let found = NONE;
    const add = (entries, at) => {
      if (entries === null) return;
      for (const entry of entries) {
        if (entry.starts && at > 0) continue;
        if (found === NONE) found = [];
        found.push({ at, entry });
      }
    };
    add(entriesOf(`=${word}`), 0);
    for (let at = 0; at < word.length; at += 1) {
      if (at + 3 <= word.length) add(entriesOf(word.slice(at, at + 3)), at);
      // In Asian scripts two signs may be a whole word, and none stands at an edge.
      if (word.charCodeAt(at) >= 0x590) add(entriesOf(word[at]), at);
    }
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(word, found);
    return found;
  }

  /**
   * @param {string} text as a page has it
   * @returns {Set<string>} the meanings of its words
   */
  function meanings(text) {
    const found = new Set();
    const words = normal(text);
    const last = words.length - 1;
    let start = 1;
    while (start < last) {
      const end = words.indexOf(' ', start);
      const word = words.slice(start, end);
      const list = remembered.get(word) ?? candidates(word);
      for (const { at, entry } of list) if (!found.has(entry.meaning) && fits(words, start + at, entry)) found.add(entry.meaning);
      start = end + 1;
    }
    return found;
  }

  return Object.freeze({ meanings, normal });
})();
