// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Puts the words into the order in which the detector looks for them: by their first letters.

import { WORDS } from './words.mjs';

const HEADER = `// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What fields, buttons and headings say, by the first three letters, by "=" and the first word
// where that is shorter, or by the first sign in Asian scripts; written from Extension/training/words.mjs: change nothing here by hand.
// \`_\` is the edge of a word, and a blank may be there or not. The words are texts in JSON, because most frames have no field and need not
// read them, and those with letters beyond ASCII stand apart, because most pages have none.

`;

/** @param {string} word @returns {string[]} */
function keysOf(word) {
  const text = word.replaceAll('_', '');
  const [first] = text.split(' ');
  const glued = text.replaceAll(' ', '');
  const keys = first.length >= 3 ? [first.slice(0, 3)] : text.charCodeAt(0) >= 0x590 ? [text[0]] : [`=${first}`];
  // The blank may be missing in the page.
  if (first.length < 3 && first !== text && glued.length >= 3) keys.push(glued.slice(0, 3));
  if (keys[0][0] === '=' && first === text && !(word.startsWith('_') && word.endsWith('_'))) throw new Error(`too short to stand inside words: ${word}`);
  return keys;
}

/** @returns {string} the text of field-words.js */
export function wordIndex() {
  /** @type {Map<string, Map<string, Set<string>>>} */
  const index = new Map();
  const add = (key, meaning, word) => {
    if (!index.has(key)) index.set(key, new Map());
    const meanings = index.get(key);
    meanings?.set(meaning, (meanings.get(meaning) ?? new Set()).add(word));
  };
  for (const [meaning, languages] of Object.entries(WORDS)) {
    for (const words of Object.values(languages)) {
      for (const word of words.split(',')) {
        for (const key of keysOf(word)) add(key, meaning, word);
      }
    }
  }
  const isPlain = (word) => /^[\x20-\x7e]*$/.test(word);
  /** @param {(word: string) => boolean} isWanted @returns {string} a text in JSON */
  const text = (isWanted) => {
    const lines = [];
    for (const [key, meanings] of [...index].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const lists = [...meanings].map(([meaning, words]) => [meaning, [...words].filter(isWanted)]).filter(([, words]) => words.length > 0)
        .map(([meaning, words]) => `${meaning}:${words.join(',')}`);
      if (lists.length > 0) lines.push(`"${key}":"${lists.join(';')}"`);
    }
    return `'{\\\n${lines.join(',\\\n')}\\\n}'`;
  };
  return `${HEADER}globalThis.PassfoldFieldWords ??= {\n  plain: ${text(isPlain)},\n  other: ${text((word) => !isPlain(word))},\n};\n`;
}
