// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A pseudo-language: English in Arabic letters, one and a half times as long. It shows the effect of a long right-to-left language on the
// popup.

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const ARABIC = 'ابجدهوزحطيكلمنسعفصقرشتثخذض';

/** @param {string} word */
function disguised(word) {
  const letters = [...word].map((letter) => ARABIC[LATIN.indexOf(letter.toLowerCase())] ?? letter).join('');
  return letters + letters.slice(0, Math.ceil(letters.length / 2));
}

/**
 * @param {import('./i18n.js').Catalogue} english
 * @returns {import('./i18n.js').Catalogue}
 */
export function pseudoCatalogue(english) {
  const entries = Object.entries(english).map(([key, entry]) => {
    const text = entry.message.replace(/\$\w+\$|[A-Za-z]+/g, (part) => (part.startsWith('$') ? part : disguised(part)));
    return [key, { ...entry, message: text }];
  });
  return { ...Object.fromEntries(entries), textLanguage: { ...english.textLanguage, message: 'ar' } };
}
