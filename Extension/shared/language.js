// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The texts of `_locales` in the browser's language, and what belongs to a language: its numbers, plurals and reading direction.

/**
 * @typedef {object} I18n what a browser has for an extension's texts
 * @property {(key: string, substitutions?: string[]) => string} getMessage empty where there is no such text
 * @property {() => string} getUILanguage a BCP 47 tag
 */

/** @type {I18n} */
let i18n = /** @type {any} */ (globalThis).chrome?.i18n;

/**
 * Takes the texts from elsewhere than the browser, for where there is none.
 * @param {I18n} source
 */
export function takeMessagesFrom(source) {
  i18n = source;
}

/**
 * The language of the texts. It is not always the browser's: where there are no texts in that, they are English.
 * @returns {string} a BCP 47 tag, with the browser's region where it is of that language
 */
export function language() {
  const texts = i18n.getMessage('textLanguage');
  const browser = i18n.getUILanguage();
  return browser.startsWith(`${texts}-`) ? browser : texts;
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/**
 * The direction that a language is written in.
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

/** The direction that the browser is laid out in. */
export function layoutDirection() {
  return i18n.getMessage('@@bidi_dir') || textDirection(i18n.getUILanguage());
}

const OF_RIGHT_TO_LEFT = /[\p{sc=Adlm}\p{sc=Arab}\p{sc=Hebr}\p{sc=Mand}\p{sc=Nkoo}\p{sc=Rohg}\p{sc=Samr}\p{sc=Syrc}\p{sc=Thaa}]/u;
const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';
const MARKS = { ltr: '\u200e', rtl: '\u200f' };

/**
 * A text of `_locales`. A name in it whose letters may run the other way is set apart from the words around it, and the text
 * then begins with a mark of its own direction: `dir=auto` goes by the first letter, which may be the name's.
 * @param {string} key
 * @param {string[]} [substitutions] what stands for its placeholders, in the order of their numbers
 */
export function message(key, substitutions = []) {
  const direction = textDirection(language());
  const isMixed = substitutions.some((text) => text !== '' && (direction === 'rtl' || OF_RIGHT_TO_LEFT.test(text)));
  if (!isMixed) return i18n.getMessage(key, substitutions);
  return MARKS[direction] + i18n.getMessage(key, substitutions.map((text) => ISOLATE + text + END_OF_ISOLATE));
}

/**
 * The text for a number of things: one entry of `_locales` for each plural form of the language.
 * @param {string} key without the plural form
 * @param {number} count
 */
export function counted(key, count) {
  const form = new Intl.PluralRules(language()).select(count);
  const substitutions = [numeral(count)];
  // A browser may know a plural form that the texts do not have yet.
  return message(`${key}_${form}`, substitutions) || message(`${key}_other`, substitutions);
}

/** Making one takes long, and a list of codes asks twice a second for each row. @type {Map<string, Intl.NumberFormat>} */
const NUMBER_FORMATS = new Map();

/** @param {number} number */
export function numeral(number) {
  const tag = language();
  const format = NUMBER_FORMATS.get(tag) ?? new Intl.NumberFormat(tag);
  NUMBER_FORMATS.set(tag, format);
  return format.format(number);
}

// Letters that no text has: the private use area.
const FIRST_PLACE = 0xe000;
const PLACE = /([\ue000-\ue008])/;

/**
 * A text whose placeholders are to be drawn as elements: its words, and the number of an element where that belongs.
 * @param {string} key
 * @param {number} places how many placeholders it has
 * @returns {(string | number)[]}
 */
export function pieces(key, places) {
  const marks = Array.from({ length: places }, (_, index) => String.fromCharCode(FIRST_PLACE + index));
  return i18n.getMessage(key, marks).split(PLACE).filter(Boolean)
    .map((piece) => (PLACE.test(piece) ? piece.charCodeAt(0) - FIRST_PLACE : piece));
}
