// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Puts the words into the order in which the detector looks for them: by their first two letters.

import { WORDS } from './words.mjs';

const HEADER = `// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What fields, buttons and headings say, by the first two letters; written from Extension/training/words.mjs: change nothing here by hand.
// \`_\` is the edge of a word, and a blank may be there or not.

`;

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
        const text = word.replaceAll('_', '');
        add(text.slice(0, 2), meaning, word);
        // The blank may be missing in the page.
        if (text[1] === ' ') add(text[0] + text[2], meaning, word);
      }
    }
  }
  const lines = [...index].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, meanings]) => {
    const lists = [...meanings].map(([meaning, words]) => `${meaning}:${[...words].join(',')}`);
    return `  '${key}': '${lists.join(';')}',`;
  });
  return `${HEADER}globalThis.PassfoldFieldWords ??= Object.freeze({\n${lines.join('\n')}\n});\n`;
}
