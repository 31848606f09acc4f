// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import vm from 'node:vm';

import { SCRIPTS } from '../training/detector.mjs';
import { TINY_WINDOW, TinyDocument, TinyElement, TinyNode, parseDocument } from './support/tiny-dom.js';

class Event {
  constructor(type, members) {
    Object.assign(this, { type, ...members });
  }
}

const context = vm.createContext({
  ...TINY_WINDOW, Event, InputEvent: Event, location: { pathname: '/' },
});
for (const name of [...SCRIPTS, 'fill-targets', 'fill']) {
  vm.runInContext(await readFile(new URL(`../content/${name}.js`, import.meta.url), 'utf8'), context);
}
/** @type {any} */
const { PassfoldFieldDetector, PassfoldFill } = context;

/** @param {string} markup @returns {string[]} purposes in document order */
function purposes(markup) {
  return [...PassfoldFieldDetector.classify(parseDocument(markup))].map(({ purpose }) => purpose);
}

/** @type {[string, string, string[]][]} */
const FORMS = [
  ['what a page declares comes first', '<form><input name=x autocomplete="section-a one-time-code"><button>Go</button></form>', ['one-time-code']],
  ['a user name with webauthn', '<input autocomplete="username webauthn">', ['username']],
  ['a sign-in form without a word in autocomplete', '<form id=login><label>Email <input type=email name=email></label><input type=password name=pw><button>Sign in</button></form>', ['username', 'current-password']],
  ['a sign-up form', '<form id=register><input type=email name=email><input type=password name=pw><input type=password name=pw_confirm><button>Create account</button></form>', ['username', 'new-password', 'new-password']],
  ['a change of password', '<form><input type=password name=current><input type=password name=new1><input type=password name=new2><button>Save</button></form>', ['current-password', 'new-password', 'new-password']],
  ['the first of two steps', '<form action="/login"><input name=identifier type=email><button>Sign in</button></form>', ['username']],
  ['a newsletter', '<form id=newsletter><input type=email name=email><button>Subscribe</button></form>', []],
  ['a search', '<form role=search><input name=q placeholder="Search"><button>Search</button></form>', []],
  ['a code by its label', '<form><label for=c>Enter the verification code</label><input id=c inputmode=numeric maxlength=6><button>Continue</button></form>', ['one-time-code']],
  ['a code in German', '<form><label>Bestätigungscode <input name=feld1 maxlength=6></label><button>Weiter</button></form>', ['one-time-code']],
  ['a coupon, a post code and a captcha', '<form><input name=promo_code><input name=postal_code><input name=captcha_code></form>', []],
  ['a card and its security code', '<form><input name=cardnumber><input name=security_code maxlength=4><input type=password name=cvv></form>', []],
  ['declared as something else', '<form><input autocomplete=given-name name=user><input autocomplete=street-address name=account></form>', []],
  ['hidden and disabled fields', '<form><input type=hidden name=username><input disabled autocomplete=username></form>', []],
];
for (const [name, markup, expected] of FORMS) {
  test(`classifies ${name}`, () => assert.deepEqual(purposes(markup), expected));
}

test('the boxes of one split code share a group, and each code has its own group', () => {
  const boxes = '<input maxlength=1 inputmode=numeric>'.repeat(6);
  const found = PassfoldFieldDetector.classify(parseDocument(`<form><div>${boxes}</div></form><form><p><b><i><u>${boxes}</u></i></b></p></form>`));
  assert.equal(found.length, 12);
  assert.equal(new Set(found.map((/** @type {any} */ { group }) => group)).size, 2);
});

test('three boxes are not a code', () => {
  assert.deepEqual(purposes(`<form>${'<input maxlength=1>'.repeat(3)}</form>`), []);
});

/** Every property and method that a page's own names could replace. */
const NAMES = [TinyNode, TinyElement, TinyDocument, Object.getPrototypeOf(TinyDocument)].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
  .filter((name) => name !== 'constructor');

for (const [name, markup, expected] of FORMS) {
  test(`classifies ${name}, whatever the names of the page’s fields`, { timeout: 5000 }, () => {
    const document = parseDocument(markup);
    const [field] = document.querySelectorAll('input');
    // Browsers do this for `<input name="…">` in a form and for an image in a document.
    for (const node of [document, ...document.querySelectorAll('form')]) {
      for (const one of NAMES) Object.defineProperty(node, one, { value: field });
    }
    assert.deepEqual([...PassfoldFieldDetector.classify(field?.form ?? document)].map(({ purpose }) => purpose), expected);
  });
}

test('the detector writes nothing and its namespace is frozen', () => {
  assert.ok(Object.isFrozen(PassfoldFieldDetector) && Object.isFrozen(PassfoldFill));
});

/** @param {string} markup */
function inputsOf(markup) {
  return /** @type {any[]} */ (parseDocument(markup).querySelectorAll('input'));
}

test('a code is filled with the events that a page listens for', () => {
  const [input] = inputsOf('<form><input autocomplete=one-time-code></form>');
  assert.equal(PassfoldFill.fillCode(input, '123456'), 'filled');
  assert.equal(input.value, '123456');
  assert.deepEqual(input.events.map((/** @type {any} */ { type }) => type), ['input', 'change']);
});

test('split boxes get one digit each, and none if the number of digits does not fit', () => {
  const inputs = inputsOf(`<form>${'<input maxlength=1>'.repeat(6)}</form>`);
  assert.equal(PassfoldFill.fillCode(inputs[2], '12345'), 'refused');
  assert.equal(inputs.map(({ value }) => value).join(''), '');
  assert.equal(PassfoldFill.fillCode(inputs[2], '123456'), 'filled');
  assert.deepEqual(inputs.map(({ value }) => value), ['1', '2', '3', '4', '5', '6']);
});

test('a code is never filled into a password field, a removed field, or a field that has changed its purpose', () => {
  const [password] = inputsOf('<form><input type=password autocomplete=one-time-code></form>');
  assert.equal(PassfoldFill.fillCode(password, '123456'), 'refused');
  const [removed] = inputsOf('<form><input autocomplete=one-time-code></form>');
  removed.remove();
  assert.equal(PassfoldFill.fillCode(removed, '123456'), 'changed');
  const [other] = inputsOf('<form><input autocomplete=one-time-code></form>');
  other.attributes.set('autocomplete', 'street-address');
  assert.equal(PassfoldFill.fillCode(other, '123456'), 'changed');
  for (const input of [password, removed, other]) assert.equal(input.value, '');
});

test('only text is filled', () => {
  const [input] = inputsOf('<form><input autocomplete=one-time-code></form>');
  for (const value of [undefined, null, '', 123456, {}]) assert.equal(PassfoldFill.fillCode(input, value), 'changed');
  assert.equal(input.value, '');
});

test('a password is filled together with its user name, and never into a text field', () => {
  const [user, password] = inputsOf('<form id=login><input name=user><input type=password><button>Log in</button></form>');
  assert.equal(PassfoldFill.fillPassword(user, 'anne', 'correct horse'), 'filled');
  assert.deepEqual([user.value, password.value], ['anne', 'correct horse']);
  const [alone] = inputsOf('<form><input autocomplete=username></form>');
  assert.equal(PassfoldFill.fillPassword(alone, 'anne', 'correct horse'), 'filled');
  assert.equal(alone.value, 'anne');
});

test('a password without a user name leaves the typed user name unchanged', () => {
  const [user, password] = inputsOf('<form id=login><input name=user><input type=password><button>Log in</button></form>');
  user.value = 'typed';
  assert.equal(PassfoldFill.fillPassword(password, '', 'correct horse'), 'filled');
  assert.deepEqual([user.value, password.value], ['typed', 'correct horse']);
});

test('a saved user name is not filled into a sign-up’s field for a new one', () => {
  const [user, password] = inputsOf('<form id=register><input name=username><input type=password name=password autocomplete=new-password><button>Create account</button></form>');
  const found = [...PassfoldFieldDetector.classify(user.form)];
  assert.deepEqual(found.map(({ purpose, isNew }) => [purpose, isNew]), [['username', true], ['new-password', true]]);
  assert.equal(PassfoldFill.fillPassword(user, 'anne', 'correct horse'), 'changed');
  assert.deepEqual([user.value, password.value], ['', '']);
});

test('only the sign-in is filled if one form has a sign-up and a sign-in', () => {
  const [newUser, , , user, password] = inputsOf('<form id=page><div><input name=new_username><input type=password name=new_password><input type=password name=confirm_password><button>Sign up</button></div><div><input name=username><input type=password name=password autocomplete=current-password><button>Sign in</button></div></form>');
  assert.equal(PassfoldFill.fillPassword(password, 'anne', 'correct horse'), 'filled');
  assert.deepEqual([newUser.value, user.value, password.value], ['', 'anne', 'correct horse']);
});
