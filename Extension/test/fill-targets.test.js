// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Which fields of a page are filled if it has several sign-ins, hidden fields, or unusual ways to show which fields belong together.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import vm from 'node:vm';

import { SCRIPTS } from '../training/detector.mjs';
import { TINY_WINDOW, parseDocument } from './support/tiny-dom.js';

class Event {
  constructor(/** @type {string} */ type, /** @type {object} */ members) {
    Object.assign(this, { type, ...members });
  }
}

const context = vm.createContext({ ...TINY_WINDOW, Event, InputEvent: Event, location: { pathname: '/' } });
for (const name of [...SCRIPTS, 'fill-targets', 'fill']) {
  vm.runInContext(await readFile(new URL(`../content/${name}.js`, import.meta.url), 'utf8'), context);
}
/** @type {any} */
const { PassfoldFill, PassfoldFieldDetector } = context;

/** Returns every input, including those in shadow trees. @param {any} root @returns {any[]} */
const inputsIn = (root) => root.querySelectorAll('*').flatMap((/** @type {any} */ element) => [
  ...(element.localName === 'input' ? [element] : []), ...(element.shadowRoot ? inputsIn(element.shadowRoot) : []),
]);

/**
 * Returns the values in the fields of a page after a pick at one of them.
 * @param {string} markup each field with an id
 * @param {string} id the id of the picked field
 * @param {string} [code]
 * @returns {Record<string, string>} the values of the filled fields
 */
function filled(markup, id, code = '123456') {
  const inputs = inputsIn(parseDocument(markup));
  const element = inputs.find((input) => input.getAttribute('id') === id);
  const purpose = [...PassfoldFieldDetector.classifyAround(element)].find((field) => field.element === element)?.purpose;
  const outcome = purpose === 'one-time-code' ? PassfoldFill.fillCode(element, code)
    : purpose === 'new-password' ? PassfoldFill.fillNewPassword(element, 'MADE') : PassfoldFill.fillPassword(element, 'ANNE', 'WORD');
  const values = Object.fromEntries(inputs.filter(({ value }) => value !== '').map((input) => [input.getAttribute('id'), input.value]));
  assert.equal(outcome === 'filled', Object.keys(values).length > 0, `${id}: ${outcome}`);
  return values;
}

/** @param {string} markup @param {string} ids the fields that are filled alike, whichever is picked @param {Record<string, string>} wanted */
function assertFilled(markup, ids, wanted) {
  for (const id of ids.split(' ')) assert.deepEqual(filled(markup, id), wanted, `picked at ${id}`);
}

const signIn = (/** @type {string} */ whose, heading = 'Sign in') => `<h2>${heading}</h2><label>Email <input id=${whose}-email type=email></label>
  <label>Password <input id=${whose}-password type=password></label><button>Sign in</button>`;

/** @type {[string, string][]} */
const TWO_SIGN_INS = [
  ['each in its own part of the page', `<body><div>${signIn('one', 'Member login')}</div><div>${signIn('two', 'Partner login')}</div></body>`],
  ['deeper in one part', `<body><main><section><div>${signIn('one')}</div></section><section><div>${signIn('two')}</div></section></main></body>`],
];
for (const [name, markup] of TWO_SIGN_INS) {
  test(`the picked one of two sign-ins without a form is filled: ${name}`, () => {
    assertFilled(markup, 'one-email one-password', { 'one-email': 'ANNE', 'one-password': 'WORD' });
    assertFilled(markup, 'two-email two-password', { 'two-email': 'ANNE', 'two-password': 'WORD' });
  });
}

test('the visible one of two sign-ins without a form is filled if the other is hidden behind a tab', () => {
  assertFilled(`<body><div style="display:none">${signIn('one')}</div><div>${signIn('two')}</div></body>`, 'two-email two-password', { 'two-email': 'ANNE', 'two-password': 'WORD' });
  const staff = '<label>User name <input id=one-user name=user></label><label>Password <input id=one-password type=password></label><button>Log in</button>';
  assertFilled(`<body><div style="display:none">${staff}</div><div>${staff.replaceAll('one', 'two')}</div></body>`, 'two-user two-password', { 'two-user': 'ANNE', 'two-password': 'WORD' });
});

test('a newsletter’s address field before a login is not the user name', () => {
  const markup = `<body><div><label>Your email for our newsletter <input id=news type=email></label><button>Subscribe</button></div><div>${signIn('one')}</div></body>`;
  assertFilled(markup, 'one-email one-password', { 'one-email': 'ANNE', 'one-password': 'WORD' });
});

test('a user name and a password deep in separate parts, each with a button, are filled together', () => {
  const row = (/** @type {string} */ label, /** @type {string} */ input) => `<div><div><div><div><div><div>
    <label for=${label}>${label}</label><div>${input}<button aria-label="Show or clear"></button></div></div></div></div></div></div></div>`;
  const markup = `<body><div><h1>Sign in</h1>${row('Username', '<input id=Username name=username>')}${row('Password', '<input id=Password type=password>')}<button>Sign in</button></div></body>`;
  assertFilled(markup, 'Username Password', { Username: 'ANNE', Password: 'WORD' });
  const sign = `<body><div><h1>Create account</h1>${row('Username', '<input id=Username name=username>')}${row('New password', '<input id=New type=password autocomplete=new-password>')}${
    row('Repeat', '<input id=Repeat type=password autocomplete=new-password>')}<button>Create account</button></div></body>`;
  assertFilled(sign, 'New Repeat', { New: 'MADE', Repeat: 'MADE' });
});

test('a hidden later step gets its password together with the user name', () => {
  const markup = `<body><div><div><h1>Sign in</h1><label>Email <input id=email type=email autocomplete=username></label><button>Next</button></div>
    <div style="display:none"><label>Password <input id=password type=password></label><button>Sign in</button></div></div></body>`;
  assertFilled(markup, 'email', { email: 'ANNE', password: 'WORD' });
});

/** @type {[string, string][]} */
const DECOYS = [
  ['fields that are not displayed', '<input id=t1 style="display:none" name=u1><input id=t2 style="display:none" type=password name=p1>'],
  ['fields in a part that is folded up', '<div style="height:0;overflow:hidden"><input id=t1 name=username_><input id=t2 type=password name=p1></div>'],
  ['fields outside the page', '<input id=t1 style="position:absolute;left:-9999px" name=username><input id=t2 type=password style="position:absolute;left:-9999px">'],
];
for (const [name, decoys] of DECOYS) {
  test(`${name} are not filled instead of visible fields`, () => {
    const [email, password] = ['<label>Email <input id=email type=email></label>', '<label>Password <input id=password type=password></label>'];
    const wanted = { email: 'ANNE', password: 'WORD' };
    assertFilled(`<form><h1>Sign in</h1>${decoys}${email}${password}<button>Sign in</button></form>`, 'email password', wanted);
    assertFilled(`<form><h1>Sign in</h1>${email}${decoys}${password}<button>Sign in</button></form>`, 'email password', wanted);
    assertFilled(`<body><div><h1>Sign in</h1>${decoys}${email}${password}<button>Sign in</button></div></body>`, 'email password', wanted);
  });
}

test('a positioned sign-in inside a part without a size counts as visible', () => {
  const decoys = '<input id=t1 name=u1 style="display:none"><input id=t2 type=password style="display:none">';
  for (const position of ['fixed', 'absolute']) {
    const markup = `<body><div style="height:0; overflow:hidden"><div style="position:${position}"><h1>Sign in</h1>
      <label>Email <input id=email type=email></label>${decoys}<label>Password <input id=password type=password></label><button>Sign in</button></div></div></body>`;
    assertFilled(markup, 'email password', { email: 'ANNE', password: 'WORD' });
  }
});

test('a generated password is filled only into the picked field and its repetition', () => {
  const part = (/** @type {string} */ heading, /** @type {string} */ id) => `<div><h2>${heading}</h2><label>New password <input id=${id} type=password autocomplete=new-password></label><button>Save</button></div>`;
  const parts = `${part('Change your password', 'own')}${part("Set a password for your child's account", 'child')}`;
  for (const markup of [`<body>${parts}</body>`, `<body><main>${parts}</main></body>`]) {
    assertFilled(markup, 'own', { own: 'MADE' });
    assertFilled(markup, 'child', { child: 'MADE' });
  }
  const change = '<h1>Change password</h1><label>Old password <input id=old type=password></label><label>New password <input id=new type=password></label><label>Repeat <input id=again type=password></label><button>Change</button>';
  for (const markup of [`<form>${change}</form>`, `<body><div>${change}</div></body>`]) assertFilled(markup, 'new again', { new: 'MADE', again: 'MADE' });
  const trap = change.replace('<button>', '<input id=trap type=password autocomplete=new-password style="position:absolute;left:-9999px"><button>');
  assertFilled(`<form>${trap}</form>`, 'new again', { new: 'MADE', again: 'MADE' });
});

const inShadow = (/** @type {string} */ inside) => `<div><template shadowrootmode="open">${inside}</template></div>`;

test('fields in separate shadow trees are filled together', () => {
  const [user, password] = [inShadow('<label>User name <input id=user name=username></label>'), inShadow('<label>Password <input id=password type=password></label>')];
  const wanted = { user: 'ANNE', password: 'WORD' };
  assertFilled(`<body><form><h1>Sign in</h1>${user}${password}<button>Log in</button></form></body>`, 'user password', wanted);
  assertFilled(`<body><section><h1>Sign in</h1>${user}${password}<button>Log in</button></section></body>`, 'user password', wanted);
  assertFilled(`<body>${inShadow(`<h1>Sign in</h1>${user}${password}<button>Log in</button>`)}</body>`, 'user password', wanted);
  assertFilled(`<body>${inShadow(`<form><h1>Sign in</h1>${user}${password}<button>Log in</button></form>`)}</body>`, 'user password', wanted);
  const made = (/** @type {string} */ id, /** @type {string} */ label) => inShadow(`<label>${label} <input id=${id} type=password></label>`);
  const signUp = `<form><h1>Create account</h1>${made('new', 'Choose a password')}${made('again', 'Repeat password')}<button>Create account</button></form>`;
  assertFilled(`<body>${signUp}</body>`, 'new again', { new: 'MADE', again: 'MADE' });
});

test('fields that belong to a form by their `form` attribute are filled', () => {
  const [user, password] = ['<label>User <input id=user form=f name=username></label>', '<label>Password <input id=password form=f type=password></label>'];
  const wanted = { user: 'ANNE', password: 'WORD' };
  assertFilled(`<body><form id=f></form>${user}${password}<button form=f>Sign in</button></body>`, 'user password', wanted);
  assertFilled(`<body><form id=f>${user}<button>Sign in</button></form>${password}</body>`, 'user password', wanted);
});

test('a code is divided among boxes that fit it together, as much into each as it takes', () => {
  const boxes = (/** @type {number[]} */ ...takes) => `<form><h1>Enter verification code</h1>${takes.map((most, at) => `<input id=box${at} aria-label="Code" maxlength=${most} name=otp${at}>`).join('')}<button>Verify</button></form>`;
  for (const id of ['box0', 'box1']) assert.deepEqual(filled(boxes(3, 3), id), { box0: '123', box1: '456' });
  assert.deepEqual(filled(boxes(4, 4), 'box0', '12345678'), { box0: '1234', box1: '5678' });
  assert.deepEqual(filled(boxes(3, 3), 'box0', '12345678'), {}, 'a code that does not fit must not be filled in part');
  assert.deepEqual(filled(boxes(6), 'box0'), { box0: '123456' });
  const silent = `<body><div><h1>Enter code</h1><p>We sent a 6-digit code to your phone</p><div>${[...'abcdef'].map((id) => `<input id=${id} inputmode=numeric>`).join('')}</div><button>Verify</button></div></body>`;
  assert.deepEqual(filled(silent, 'c'), { a: '1', b: '2', c: '3', d: '4', e: '5', f: '6' });
  const other = '<form><h1>Two-factor authentication</h1><label>Authentication code <input id=code maxlength=6></label><label>Or backup code <input id=backup></label><button>Verify</button></form>';
  assert.deepEqual(filled(other, 'code'), { code: '123456' });
});
