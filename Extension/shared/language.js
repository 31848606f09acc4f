// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The texts of `_locales` in the browser's language, and the language's numbers, plurals and direction.

/**
 * @typedef {object} I18n a browser's functions for an extension's texts
 * @property {(key: string, substitutions?: string[]) => string} getMessage empty if there is no such text
 * @property {() => string} getUILanguage a BCP 47 tag
 */

/** @type {I18n} */
let i18n = /** @type {any} */ (globalThis).chrome?.i18n;

/**
 * Takes the texts from another source, where there is no browser.
 * @param {I18n} source
 */
export function takeMessagesFrom(source) {
  i18n = source;
}

/**
 * Returns the language of the texts. It may differ from the browser's: if there are no texts in the browser's language, they are English.
 * @returns {string} a BCP 47 tag, with the browser's region if the languages match
 */
export function language() {
  const texts = i18n.getMessage('textLanguage');
  const browser = i18n.getUILanguage();
  return browser.startsWith(`${texts}-`) ? browser : texts;
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/**
 * Returns the direction in which a language is written.
 * @param {string} tag a BCP 47 tag
 * @returns {'ltr' | 'rtl'}
 */
export function textDirection(tag) {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}

/** Returns the direction of the browser's layout. */
export function layoutDirection() {
  return i18n.getMessage('@@bidi_dir') || textDirection(i18n.getUILanguage());
}

const OF_RIGHT_TO_LEFT = /[\p{sc=Adlm}\p{sc=Arab}\p{sc=Hebr}\p{sc=Mand}\p{sc=Nkoo}\p{sc=Rohg}\p{sc=Samr}\p{sc=Syrc}\p{sc=Thaa}]/u;
const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';
const MARKS = { ltr: '\u200e', rtl: '\u200f' };

/**
 * Returns a text of `_locales`. A name in it that may have the other direction is isolated from the words around it. The text then begins
 * with a mark of its own direction, because `dir=auto` goes by the first letter, which may belong to the name.
 * @param {string} key
 * @param {string[]} [substitutions] the values of its placeholders, in the order of their numbers
 */
export function message(key, substitutions = []) {
  const direction = textDirection(language());
  const isMixed = substitutions.some((text) => text !== '' && (direction === 'rtl' || OF_RIGHT_TO_LEFT.test(text)));
  if (!isMixed) return i18n.getMessage(key, substitutions);
  return MARKS[direction] + i18n.getMessage(key, substitutions.map((text) => ISOLATE + text + END_OF_ISOLATE));
}

/**
 * Returns the text for a number of things: `_locales` has one entry for each plural form of the language.
 * @param {string} key without the plural form
 * @param {number} count
 */
export function counted(key, count) {
  const form = new Intl.PluralRules(language()).select(count);
  const substitutions = [numeral(count)];
  // A browser may know a plural form that the texts lack.
  return message(`${key}_${form}`, substitutions) || message(`${key}_other`, substitutions);
}

/** Cached, because creating one is slow and a list of codes needs it twice a second for each row. @type {Map<string, Intl.NumberFormat>} */
const NUMBER_FORMATS = new Map();

/** @param {number} number */
export function numeral(number) {
  const tag = language();
  const format = NUMBER_FORMATS.get(tag) ?? new Intl.NumberFormat(tag);
  NUMBER_FORMATS.set(tag, format);
  return format.format(number);
}

// Letters that no text contains, from the private use area.
const FIRST_PLACE = 0xe000;
const PLACE = /([\ue000-\ue008])/;

/**
 * Returns a text whose placeholders are drawn as elements: its words, with an element's number at each of their places.
 * @param {string} key
 * @param {number} places the number of placeholders
 * @returns {(string | number)[]}
 */
export function pieces(key, places) {
  const marks = Array.from({ length: places }, (_, index) => String.fromCharCode(FIRST_PLACE + index));
  return i18n.getMessage(key, marks).split(PLACE).filter(Boolean)
    .map((piece) => (PLACE.test(piece) ? piece.charCodeAt(0) - FIRST_PLACE : piece));
}
