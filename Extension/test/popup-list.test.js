// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// How a provider's list is divided, and which row the Enter key chooses.

import assert from 'node:assert/strict';
import test from 'node:test';

import './support/catalogues.js';

// A list counts seconds while its popup is open; the test has no popup.
const { setInterval } = globalThis;
globalThis.setInterval = /** @type {any} */ (() => 0);
const { enterTakes, filtered, isSameButForCodes, sections } = await import('../popup/list.js');
globalThis.setInterval = setInterval;

/** @param {string} title @param {boolean | null} match */
const row = (title, match) =>
  /** @type {any} */ ({ id: title, title, subtitle: 'anne', code: null, validUntil: null, period: null, match, kind: '', provider: '' });
/** @param {any[]} rows */
const list = (rows, kind = 'list') => /** @type {any} */ ({ kind, rows });

test('rows of other services have a heading, even if no row fits', () => {
  const rows = [row('forms.example', false), row('corp.example', false)];
  assert.deepEqual(sections(list(rows), rows), [{ heading: 'Others', members: rows }]);
  const mixed = [row('bank.example', true), ...rows];
  assert.deepEqual(sections(list(mixed), mixed).map(({ heading }) => heading), ['Fits this page', 'Others']);
});

test('rows that are not credentials, and answers to a question, have no such heading', () => {
  const providers = [row('Passfold', null), row('Other Vault', null)];
  assert.deepEqual(sections(list(providers), providers).map(({ heading }) => heading), [null]);
  const answers = [row('Replace', false), row('Keep', false)];
  assert.deepEqual(sections(list(answers, 'choice'), answers).map(({ heading }) => heading), [null]);
});

test('Enter after a search chooses the first row that fits, and never one of another service', () => {
  const rows = [row('corp.example', false), row('corp-bank.example', true)];
  assert.equal(enterTakes(filtered(rows, 'corp'), 'corp')?.id, 'corp-bank.example');
  assert.equal(enterTakes(filtered(rows, 'corp.'), 'corp.'), null);
  assert.equal(enterTakes(rows, ' '), null, 'Enter must choose nothing without a search');
});

test('a list with new codes counts as the same list, and one with another row does not', () => {
  const before = list([row('bank.example', true)]);
  const newer = list([{ ...row('bank.example', true), code: '123456', validUntil: 5, period: 30 }]);
  assert.equal(isSameButForCodes(before, newer), true);
  assert.equal(isSameButForCodes(before, list([row('bank.example', false)])), false);
});
