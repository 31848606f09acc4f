// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// `chrome.i18n` for a language's `messages.json`, without a browser.

/** @typedef {{message: string, description?: string, placeholders?: Record<string, {content: string, example?: string}>}} Entry */
/** @typedef {Record<string, Entry>} Catalogue the content of one `messages.json` */

/**
 * @param {Catalogue} catalogue
 * @param {string} browserLanguage
 * @param {'ltr' | 'rtl'} [direction] the browser's direction
 */
export function createI18n(catalogue, browserLanguage, direction = 'ltr') {
  const entries = new Map(Object.entries(catalogue).map(([key, entry]) => [key.toLowerCase(), entry]));
  return {
    getUILanguage: () => browserLanguage,
    /** @param {string} key @param {string[]} [substitutions] */
    getMessage(key, substitutions = []) {
      if (key === '@@bidi_dir') return direction;
      const entry = entries.get(key.toLowerCase());
      if (entry === undefined) return '';
      const placeholders = Object.fromEntries(
        Object.entries(entry.placeholders ?? {}).map(([name, { content }]) => [name.toLowerCase(), content]));
      const numbered = entry.message.replace(/\$([A-Za-z0-9_@]+)\$/g, (_, name) => placeholders[name.toLowerCase()] ?? '');
      return numbered.replace(/\$(?:([1-9])|\$)/g, (_, number) => (number === undefined ? '$' : (substitutions[number - 1] ?? '')));
    },
  };
}
