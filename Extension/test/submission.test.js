// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What is reported to the worker about a submitted form: only the sign-in that the user typed into, and no other on the page.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import vm from 'node:vm';

import { SCRIPTS } from '../training/detector.mjs';
import { TINY_WINDOW, parseDocument } from './support/tiny-dom.js';

const context = vm.createContext({ ...TINY_WINDOW, location: { pathname: '/' }, setTimeout: () => 0, clearTimeout: () => {} });
for (const name of [...SCRIPTS, 'fill-targets', 'submission']) {
  vm.runInContext(await readFile(new URL(`../content/${name}.js`, import.meta.url), 'utf8'), context);
}
/** @type {any} */
const { PassfoldSubmission } = context;

/** Returns every input, including those in shadow trees. @param {any} root @returns {any[]} */
const inputsIn = (root) => root.querySelectorAll('*').flatMap((/** @type {any} */ element) => [
  ...(element.localName === 'input' ? [element] : []), ...(element.shadowRoot ? inputsIn(element.shadowRoot) : []),
]);

/**
 * Returns what is reported after the user has typed into a field and pressed Enter.
 * @param {string} markup
 * @param {Record<string, string>} values the values by the fields' ids
 * @param {string} last the id of the field that was typed into last
 */
function told(markup, values, last) {
  /** @type {any[]} */
  const sent = [];
  const submission = PassfoldSubmission.create((/** @type {any} */ message) => sent.push(message));
  const inputs = inputsIn(parseDocument(markup));
  for (const input of inputs) input.value = values[input.getAttribute('id')] ?? '';
  const target = inputs.find((input) => input.getAttribute('id') === last);
  submission.hasTyped(target);
  submission.pressed({ isTrusted: true, type: 'keydown', key: 'Enter', timeStamp: 1, composedPath: () => [target] });
  return sent.map(({ user, password, kind }) => ({ user, password, kind }));
}

const signIn = (/** @type {string} */ whose) => `<div><h2>Sign in</h2><label>Email <input id=${whose}-email type=email></label>
  <label>Password <input id=${whose}-password type=password></label><button>Sign in</button></div>`;

test('the submitted one of two sign-ins without a form is reported', () => {
  const values = { 'one-email': 'anne', 'one-password': 'first', 'two-email': 'ben', 'two-password': 'second' };
  for (const markup of [`<body>${signIn('one')}${signIn('two')}</body>`, `<body><main>${signIn('one')}${signIn('two')}</main></body>`]) {
    assert.deepEqual(told(markup, values, 'two-password'), [{ user: 'ben', password: 'second', kind: 'sign-in' }]);
    assert.deepEqual(told(markup, values, 'one-email'), [{ user: 'anne', password: 'first', kind: 'sign-in' }]);
  }
});

test('a new password next to a sign-in is reported separately', () => {
  const markup = `<body>${signIn('one')}<div><h2>Create account</h2><label>Email <input id=email type=email></label>
    <label>Password <input id=new type=password autocomplete=new-password></label><button>Sign up</button></div></body>`;
  const values = { 'one-email': 'anne', 'one-password': 'first', email: 'ben', new: 'second' };
  assert.deepEqual(told(markup, values, 'one-password'), [{ user: 'anne', password: 'first', kind: 'sign-in' }]);
  assert.deepEqual(told(markup, values, 'new'), [{ user: 'ben', password: 'second', kind: 'sign-up' }]);
});

test('a password in a separate shadow tree is reported with its user name', () => {
  const inShadow = (/** @type {string} */ inside) => `<div><template shadowrootmode="open">${inside}</template></div>`;
  const markup = `<body><form><h1>Sign in</h1>${inShadow('<label>User name <input id=user name=username></label>')}${
    inShadow('<label>Password <input id=password type=password></label>')}<button>Log in</button></form></body>`;
  assert.deepEqual(told(markup, { user: 'anne', password: 'word' }, 'password'), [{ user: 'anne', password: 'word', kind: 'sign-in' }]);
});

test('the passwords of a change are reported as one, and so are the separate steps of a sign-in', () => {
  const change = '<body><div><h1>Change password</h1><label>Old password <input id=old type=password></label><label>New password <input id=new type=password></label><label>Repeat <input id=again type=password></label><button>Change</button></div></body>';
  assert.deepEqual(told(change, { old: 'former', new: 'latter', again: 'latter' }, 'again'), [{ user: '', password: 'latter', kind: 'change' }]);
  const steps = `<body><div><div style="display:none"><label>Email <input id=email type=email autocomplete=username></label><button>Next</button></div>
    <div><h1>Sign in</h1><label>Password <input id=password type=password></label><button>Sign in</button></div></div></body>`;
  assert.deepEqual(told(steps, { email: 'anne', password: 'word' }, 'password'), [{ user: 'anne', password: 'word', kind: 'sign-in' }]);
});
