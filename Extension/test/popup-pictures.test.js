// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Changes of the popup are reviewed with pictures of all its screens. These tests check that the list of pictures is complete.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import './support/catalogues.js';
import { popupScreens } from './support/popup-screens.js';

/** @param {string} path */
const source = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Returns the names in a list of the program that makes the pictures. @param {string} list */
function named(list) {
  const [, text] = new RegExp(`^${list} = \\(([^)]*)\\)`, 'm').exec(source('../../demo/pictures.py')) ?? [];
  return (text ?? '').match(/"[^"]+"/g)?.map((name) => name.slice(1, -1)) ?? [];
}

test('every kind of screen that the popup draws has a picture', () => {
  const [, table] = /^const DRAW = (?:Object\.freeze\()?\{([^}]*)\}/m.exec(source('../popup/popup.js')) ?? [];
  const kinds = (table ?? '').match(/^ {2}(?:'[^']+'|\w+):/gm)?.map((key) => key.trim().replace(/[':]/g, '')) ?? [];
  assert.ok(kinds.length > 8, 'the table of screens was not found');
  const screens = popupScreens();
  assert.deepEqual(kinds.filter((kind) => !Object.values(screens).some((screen) => /** @type {any} */ (screen).kind === kind)), []);
});

test('every described screen is drawn, and no others', () => {
  assert.deepEqual([...named('WORKER_SCREENS'), ...named('HOME_PAGES')].sort(), Object.keys(popupScreens()).sort());
});
