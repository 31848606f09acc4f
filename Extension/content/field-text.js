// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Finds meanings in a page's words: "E-Mail-Adresse", "login_email" and "txtEmail" all mean an email address.

globalThis.PassfoldFieldText ??= (() => {
  const MOST_REMEMBERED = 3000;
  const PLAIN = /^[\x00-\x7f]*$/;
  /** @type {Word} */
  const NOTHING = { sure: [], open: [] };

  /**
   * @typedef {object} Entry
   * @property {string} text the text to find, without the marks for edges
   * @property {string | null} first its first word, if it has several
   * @property {boolean} starts whether a word must begin with it
   * @property {boolean} ends whether a word must end with it
   * @property {string} meaning
   * @typedef {object} Word the meanings of a word by itself, and those that depend on the words after it
   * @property {string[]} sure
   * @property {{at: number, entry: Entry}[]} open
   */

  /** The entries by key, in their written form until a page first uses the key. */
  /** @type {Record<string, string | Entry[]> | null} */
  let known = null;
  let isAllKnown = false;
  /** The words read so far. */
  /** @type {Map<string, Word>} */
  const remembered = new Map();

  /** Loads the words for a text on first use: most frames have no field, and most pages no letters beyond ASCII. */
  function prepareFor(text) {
    known ??= JSON.parse(globalThis.PassfoldFieldWords.plain);
    if (isAllKnown || PLAIN.test(text)) return;
    isAllKnown = true;
    for (const [key, written] of Object.entries(JSON.parse(globalThis.PassfoldFieldWords.other))) {
      const plain = known[key];
      known[key] = plain === undefined ? written : typeof plain === 'string' ? `${plain};${written}` : [...plain, ...entriesOf(written)];
    }
    remembered.clear();
  }

  /** @param {string} written `meaning:word,word;meaning:word` @returns {Entry[]} */
  function entriesOf(written) {
    const entries = [];
    for (const list of written.split(';')) {
      const colon = list.indexOf(':');
      const meaning = list.slice(0, colon);
      for (const word of list.slice(colon + 1).split(',')) {
        const starts = word[0] === '_';
        const ends = word[word.length - 1] === '_';
        const text = starts || ends ? word.slice(starts ? 1 : 0, ends ? -1 : undefined) : word;
        const blank = text.indexOf(' ');
        entries.push({ text, first: blank < 0 ? null : text.slice(0, blank), starts, ends, meaning });
      }
    }
    return entries;
  }

  // Word separators: everything except letters, digits and the marks that belong to letters.
  const GAPS = /[^0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u060b\u060d-\u061a\u0620-\u1fff\u3005-\u3007\u3040-\u30fa\u30fc-\u318f\u3400-\u9fff\ua000-\ud7ff\uf900-\ufaff]+/g;
  const SEAMS = /([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])|([A-Za-z\u00c0-\uffff])(?=[0-9])|([0-9])(?=[A-Za-z\u00c0-\uffff])/g;
  const SPELLED = { ı: 'i', ß: 'ss', ł: 'l', ø: 'o', đ: 'd', æ: 'ae' };

  /**
   * Returns the text in lower case without accents, with one space between words and around them; fooBar2 becomes "foo bar 2".
   * @param {string} text
   * @returns {string}
   */
  function normal(text) {
    if (PLAIN.test(text)) return ` ${text.replace(SEAMS, '$1$3$4$5 $2').replace(/[^A-Za-z0-9]+/g, ' ').trim().toLowerCase()} `;
    return ` ${text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').normalize('NFC').replace(SEAMS, '$1$3$4$5 $2').replace(GAPS, ' ').trim()
      .toLowerCase().replace(/[ıßłøđæ]/g, (letter) => SPELLED[letter])} `;
  }

  /** Whether an entry matches at a place in a normalised text. */
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
   * Adds the meanings that the entries of a key find at one place of a word.
   * @param {string} key a known key
   * @param {string} word
   * @param {number} at
   * @param {Word} found
   * @returns {Word}
   */
  function add(key, word, at, found) {
    let entries = known[key];
    if (typeof entries === 'string') {
      entries = entriesOf(entries);
      known[key] = entries;
    }
    for (let one = 0; one < entries.length; one += 1) {
      const entry = entries[one];
      if (entry.starts && at > 0) continue;
      if (!word.startsWith(entry.first ?? entry.text, at)) continue;
      if (entry.first === null && entry.ends && word.length !== at + entry.text.length) continue;
      if (found === NOTHING) found = { sure: [], open: [] };
      if (entry.first === null) found.sure.push(entry.meaning);
      else found.open.push({ at, entry });
    }
    return found;
  }

  /** Looks up a word as a whole, and by the letters at each place. */
  function read(word) {
    let found = NOTHING;
    if (word.length < 3) {
      const key = `=${word}`;
      if (known[key] !== undefined) found = add(key, word, 0, found);
    }
    for (let at = 0; at < word.length; at += 1) {
      if (at + 3 <= word.length) {
        const key = word.slice(at, at + 3);
        if (known[key] !== undefined) found = add(key, word, at, found);
      }
      // In Asian scripts, two characters may be a whole word, and words have no visible edges.
      if (word.charCodeAt(at) >= 0x590 && known[word[at]] !== undefined) found = add(word[at], word, at, found);
    }
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(word, found);
    return found;
  }

  /**
   * @param {string} text a page's text
   * @returns {Set<string>} the meanings of its words
   */
  function meanings(text) {
    const found = new Set();
    const words = normal(text);
    const last = words.length - 1;
    prepareFor(words);
    let start = 1;
    while (start < last) {
      const end = words.indexOf(' ', start);
      const word = words.slice(start, end);
      const said = remembered.get(word) ?? read(word);
      if (said === NOTHING) {
        start = end + 1;
        continue;
      }
      const { sure, open } = said;
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
