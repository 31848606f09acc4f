// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The texts of `_locales` are complete in every language, all are used, and there are none elsewhere. The tests judge by `differences` and
// `strayTexts`, and prove that each finds planted faults.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import test from 'node:test';

import { language, layoutDirection, message } from '../shared/language.js';
import { failureProblem } from '../shared/problems.js';
import { aboutPieces, resultCount, secondsLeft, setUpDone, suggestionRows } from '../shared/texts.js';
import { CATALOGUES, ENGLISH, speak } from './support/catalogues.js';

const SOURCE = new URL('../', import.meta.url);
const PLURAL = /^(\w+)_(zero|one|two|few|many|other)$/;

/** @typedef {import('./support/i18n.js').Catalogue} Catalogue */

/** The scripts that show texts, by path. @returns {Promise<Map<string, string>>} */
async function scripts() {
  const found = new Map();
  for (const folder of ['background', 'content', 'health', 'popup', 'shared']) {
    for (const file of await readdir(new URL(`${folder}/`, SOURCE))) {
      if (file.endsWith('.js')) found.set(`${folder}/${file}`, await readFile(new URL(`${folder}/${file}`, SOURCE), 'utf8'));
    }
  }
  return found;
}

/** @param {string} script */
function withoutComments(script) {
  return script.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '');
}

/** The keys that the extension uses. */
async function usedKeys() {
  const manifest = await readFile(new URL('manifest/base.json', SOURCE), 'utf8');
  const keys = new Set([...manifest.matchAll(/__MSG_(\w+)__/g)].map(([, key]) => key));
  for (const script of (await scripts()).values()) {
    for (const [, key] of script.matchAll(/\b(?:message|pieces|getMessage)\('(\w+)'/g)) keys.add(key);
    for (const [, family] of script.matchAll(/\bcounted\('(\w+)'/g)) for (const form of ['one', 'other']) keys.add(`${family}_${form}`);
  }
  return keys;
}

/** @param {import('./support/i18n.js').Entry} entry */
function placeholdersOf({ message: text, placeholders = {} }) {
  return {
    used: [...new Set([...text.matchAll(/\$([A-Za-z0-9_@]+)\$/g)].map(([, name]) => name.toLowerCase()))].sort(),
    // Everything that is not an argument is words, which differ in every language.
    declared: Object.entries(placeholders).map(([name, { content }]) => `${name.toLowerCase()} is ${content.startsWith('$') ? content : 'words'}`).sort(),
  };
}

/**
 * Returns how a language's file differs from what it must be.
 * @param {Catalogue} catalogue
 * @param {Catalogue} [english]
 */
function differences(catalogue, english = ENGLISH) {
  const forms = new Intl.PluralRules(catalogue.textLanguage?.message ?? 'en').resolvedOptions().pluralCategories;
  /** The required form of each key's text. @type {Map<string, string>} */
  const wanted = new Map();
  for (const key of Object.keys(english)) {
    const family = PLURAL.exec(key)?.[1];
    for (const one of family === undefined ? [key] : forms.map((form) => `${family}_${form}`)) wanted.set(one, family === undefined ? key : `${family}_other`);
  }
  const found = [];
  for (const [key, model] of wanted) {
    const entry = catalogue[key];
    if (entry === undefined) {
      found.push(`${key} is missing`);
      continue;
    }
    const { used, declared } = placeholdersOf(entry);
    if (entry.message.trim() === '') found.push(`${key} is empty`);
    if (!entry.description) found.push(`${key} is not described`);
    if (String(declared) !== String(placeholdersOf(english[model]).declared)) found.push(`${key} has other placeholders`);
    if (String(used) !== String(declared.map((name) => name.split(' ')[0]))) found.push(`${key} does not use its placeholders`);
    if (Object.values(entry.placeholders ?? {}).some(({ example }) => !example)) found.push(`${key} has no example`);
  }
  for (const key of Object.keys(catalogue)) if (!wanted.has(key)) found.push(`${key} is not expected`);
  return found;
}

/**
 * Returns the string literals of a script that look like a text: words with a space between them, and not a selector.
 * @param {string} script
 */
function strayTexts(script) {
  // The texts of errors are for programmers, and class names are for the style sheet.
  return [...withoutComments(script).replace(/new \w*Error\([^)]*\)|className[:=\s]+'[^']*'/g, '').matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)]
    .map(([, single, double]) => single ?? double)
    .filter((text) => !/^[.#[]/.test(text))
    .filter((text) => /\p{L}{2,}[.,:;?!…]? \p{L}/u.test(text));
}

test('English and German exist, and every language has every text with the same placeholders', () => {
  assert.ok(CATALOGUES.has('en') && CATALOGUES.has('de'));
  for (const [folder, catalogue] of CATALOGUES) {
    assert.deepEqual(differences(catalogue), [], folder);
    assert.equal(catalogue.textLanguage.message, folder.replace('_', '-'));
    // Browsers ignore the case of keys.
    assert.equal(new Set(Object.keys(catalogue).map((key) => key.toLowerCase())).size, Object.keys(catalogue).length);
    assert.ok(catalogue.extensionDescription.message.length <= 132, 'Chromium accepts at most 132 characters');
  }
});

test('a missing text, a foreign placeholder and a superfluous text are found', () => {
  const german = structuredClone(/** @type {Catalogue} */ (CATALOGUES.get('de')));
  delete german.cancel;
  german.signInTo.message = 'Anmelden';
  german.passkeyIn.placeholders = { vault: { content: '$1', example: 'Passfold' } };
  german.surplus = { message: 'Zu viel', description: 'One too many.' };
  delete german.resultCount_one;
  assert.deepEqual(differences(german).sort(), [
    'cancel is missing', 'passkeyIn does not use its placeholders', 'passkeyIn has other placeholders', 'resultCount_one is missing',
    'signInTo does not use its placeholders', 'surplus is not expected',
  ]);
});

test('a language has a text for each of its plural forms', () => {
  const polish = structuredClone(ENGLISH);
  polish.textLanguage.message = 'pl';
  assert.deepEqual(differences(polish), ['resultCount_few is missing', 'resultCount_many is missing', 'homeEntries_few is missing', 'homeEntries_many is missing']);
});

test('every key that the extension uses has a text, and every text is used', async () => {
  assert.deepEqual([...(await usedKeys())].sort(), Object.keys(ENGLISH).sort());
});

/**
 * Whether a script shows texts to the user. The content scripts other than the mark's show none: their words are those of pages, and of
 * exceptions, which must not reveal the language to a page.
 * @param {string} path
 */
const showsTexts = (path) => !path.startsWith('content/') || path === 'content/hint.js';

test('keys are written out where they are used, so that the test above finds them all', async () => {
  for (const [path, script] of await scripts()) {
    if (path === 'shared/language.js' || !showsTexts(path)) continue;
    assert.doesNotMatch(withoutComments(script), /\b(?:message|pieces|counted|getMessage)\((?!'\w+'[,)]|\))/, path);
  }
});

test('no script contains a text', async () => {
  // The browser's messages about a native host, and commands, which are the same in every language.
  const forPrograms = /^(?:host not found|no such native application|passfold [a-z ]+)$/;
  for (const [path, script] of await scripts()) {
    if (!showsTexts(path)) continue;
    const stray = strayTexts(script).filter((text) => !forPrograms.test(text));
    assert.deepEqual(stray, [], path);
  }
});

test('a text in a script is found', () => {
  assert.deepEqual(strayTexts("// it’s 'no text'\nconst a = 'Fill it from here'; const b = message('cancel'); b.className = 'mark';"), ['Fill it from here']);
  assert.deepEqual(strayTexts('p.textContent = "Not now, thanks";'), ['Not now, thanks']);
});

test('the buttons of Passfold’s own prompt have the same names as there', async () => {
  const prompt = await readFile(new URL('../../Sources/passfold-broker/Pairing/PairingWords.swift', import.meta.url), 'utf8');
  for (const [folder, catalogue] of CATALOGUES) {
    // gettext's file for the same language has the translation of the prompt's English.
    const translations = folder === 'en' ? '' : await readFile(new URL(`../../po/${folder}.po`, import.meta.url), 'utf8');
    /** @param {string} key @param {string} label */
    const check = (key, label) => {
      const [, english] = new RegExp(`${label}: translated\\("([^"]+)"\\)`).exec(prompt) ?? [];
      const [, translated] = new RegExp(`^msgid "${english}"\nmsgstr "(.+)"$`, 'm').exec(translations) ?? [];
      assert.ok(english);
      assert.equal(catalogue[key].placeholders?.button.content, folder === 'en' ? english : translated, `${folder}: ${key}`);
    };
    check('compare', 'confirmLabel');
    for (const key of ['differ', 'pairingElsewhereNext']) check(key, 'cancelLabel');
  }
});

test('German says the same as English, with its own numbers and plurals', (t) => {
  t.after(() => speak(ENGLISH, 'en-US'));
  assert.deepEqual([resultCount(1, 1), resultCount(2, 2), resultCount(200, 1500)],
    ['1 entry', '2 entries', '200 of 1,500 shown. Type to narrow the list.']);
  speak(/** @type {Catalogue} */ (CATALOGUES.get('de')), 'de-AT');
  assert.equal(language(), 'de-AT');
  assert.equal(failureProblem('providerFailed', 'Tresor').title, 'Tresor hat nicht geantwortet');
  assert.equal(setUpDone('shop.example', 'anne').message.startsWith('Einmalcode für shop.example, anne hinzugefügt.'), true);
  assert.deepEqual([resultCount(1, 1), resultCount(2, 2), secondsLeft(5)], ['1\u00a0Eintrag', '2\u00a0Einträge', '5\u00a0s']);
  speak(/** @type {Catalogue} */ (CATALOGUES.get('de')), 'de');
  assert.match(resultCount(200, 1500), /^200 von 1\.500 /);
});

test('a plural form that the browser knows but the texts lack becomes “other”', (t) => {
  t.after(() => speak(ENGLISH, 'en-US'));
  const polish = { ...ENGLISH, textLanguage: { message: 'pl' } };
  speak(polish, 'pl');
  assert.equal(resultCount(3, 3), '3 entries');
});

test('if a browser’s language has no texts, everything but the layout is English', (t) => {
  t.after(() => speak(ENGLISH, 'en-US'));
  speak(ENGLISH, 'ar', 'rtl');
  assert.deepEqual([language(), layoutDirection(), resultCount(3, 3)], ['en', 'rtl', '3 entries']);
});

test('a name of the other direction is isolated, and the text keeps the direction of its language', (t) => {
  t.after(() => speak(ENGLISH, 'en-US'));
  assert.equal(message('lockedTitle', ['Passfold']), 'Passfold is locked');
  assert.equal(message('lockedTitle', ['כספת']), '\u200e\u2068כספת\u2069 is locked');
  speak({ ...ENGLISH, textLanguage: { message: 'he' } }, 'he', 'rtl');
  assert.equal(message('lockedTitle', ['Passfold']), '\u200f\u2068Passfold\u2069 is locked');
  assert.equal(message('cancel'), 'Cancel');
});

test('a name is never read as a placeholder', () => {
  const { rows } = suggestionRows({ items: [{ kind: 'password', service: '$2', account: '$SERVICE$', provider: '$1' }], locked: [], canList: false }, 'username');
  assert.equal(rows[0].title, '$2 — $SERVICE$');
});

test('the site and the provider are where a language puts them', (t) => {
  t.after(() => speak(ENGLISH, 'en-US'));
  assert.deepEqual(aboutPieces(true, true), ['for ', 0, ' · from ', 1]);
  assert.deepEqual([aboutPieces(true, false), aboutPieces(false, true), aboutPieces(false, false)], [['for ', 0], ['from ', 0], []]);
  speak({ ...ENGLISH, aboutSiteAndProvider: { ...ENGLISH.aboutSiteAndProvider, message: '$PROVIDER$: $SITE$' } }, 'en');
  assert.deepEqual(aboutPieces(true, true), [1, ': ', 0]);
});
