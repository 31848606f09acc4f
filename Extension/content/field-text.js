// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds meanings in a page's words: "E-Mail-Adresse", "login_email" and "txtEmail" all speak of an email.

globalThis.PassfoldFieldText ??= (() => {
  const WORDS = globalThis.PassfoldFieldWords;
  const MOST_REMEMBERED = 3000;
  /** @type {Word} */
  const NOTHING = { sure: [], open: [] };

  /**
   * @typedef {object} Entry
   * @property {string} text what is looked for, without the marks of edges
   * @property {boolean} starts whether a word has to begin with it
   * @property {boolean} ends whether a word has to end with it
   * @property {string} meaning
   * @typedef {object} Word what a word says by itself, and what it may say with the words behind it
   * @property {string[]} sure
   * @property {{at: number, entry: Entry}[]} open
   */

  /** Entries by key, for those keys that a page has had so far. */
  /** @type {Map<string, Entry[] | null>} */
  const known = new Map();
  /** The words that a page has had so far. */
  /** @type {Map<string, Word>} */
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

  // What parts words: all but letters, digits and the signs that belong to letters.
  const GAPS = /[^0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u060b\u060d-\u061a\u0620-\u1fff\u3005-\u3007\u3040-\u30fa\u30fc-\u318f\u3400-\u9fff\ua000-\ud7ff\uf900-\ufaff]+/g;
  const SEAMS = /([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])|([A-Za-z\u00c0-\uffff])(?=[0-9])|([0-9])(?=[A-Za-z\u00c0-\uffff])/g;
  const SPELLED = { ı: 'i', ß: 'ss', ł: 'l', ø: 'o', đ: 'd', æ: 'ae' };

  /**
   * Small letters without accents, one blank between words and around them; fooBar2 is "foo bar 2".
   * @param {string} text
   * @returns {string}
   */
  function normal(text) {
    if (/^[\x00-\x7f]*$/.test(text)) return ` ${text.replace(SEAMS, '$1$3$4$5 $2').replace(/[^A-Za-z0-9]+/g, ' ').trim().toLowerCase()} `;
    return ` ${text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').normalize('NFC').replace(SEAMS, '$1$3$4$5 $2').replace(GAPS, ' ').trim()
      .toLowerCase().replace(/[ıßłøđæ]/g, (letter) => SPELLED[letter])} `;
  }

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

  /** Reads a word by its first letters at each place, and as a whole. */
  function read(word) {
    let found = NOTHING;
    const add = (entries, at) => {
      if (entries === null) return;
      for (const entry of entries) {
        const { text, starts, ends, meaning } = entry;
        if (starts && at > 0) continue;
        const blank = text.indexOf(' ');
        if (blank < 0 ? !word.startsWith(text, at) || (ends && word.length !== at + text.length) : !word.startsWith(text.slice(0, blank), at)) continue;
        if (found === NOTHING) found = { sure: [], open: [] };
        if (blank < 0) found.sure.push(meaning);
        else found.open.push({ at, entry });
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
      const { sure, open } = remembered.get(word) ?? read(word);
      for (let one = 0; one < sure.length; one += 1) found.add(sure[one]);
      for (let one = 0; one < open.length; one += 1) {
        const { at, entry } = open[one];
        if (!found.has(entry.meaning) && fits(words, start + at, entry)) found.add(entry.meaning);
      }
      start = end + 1;
    }
    return found;
  }

  return Object.freeze({ meanings, normal });
})();
