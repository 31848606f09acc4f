// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The extension's languages. In a test that imports this, every text is English until the test chooses another language.

import { readFile, readdir } from 'node:fs/promises';

import { takeMessagesFrom } from '../../shared/language.js';
import { createI18n } from './i18n.js';

const LOCALES = new URL('../../_locales/', import.meta.url);

/** @type {Map<string, import('./i18n.js').Catalogue>} */
export const CATALOGUES = new Map();
for (const folder of await readdir(LOCALES)) {
  CATALOGUES.set(folder, JSON.parse(await readFile(new URL(`${folder}/messages.json`, LOCALES), 'utf8')));
}

export const ENGLISH = /** @type {import('./i18n.js').Catalogue} */ (CATALOGUES.get('en'));

/**
 * @param {import('./i18n.js').Catalogue} catalogue
 * @param {string} browserLanguage
 * @param {'ltr' | 'rtl'} [direction]
 */
export function speak(catalogue, browserLanguage, direction) {
  takeMessagesFrom(createI18n(catalogue, browserLanguage, direction));
}

speak(ENGLISH, 'en-US');
