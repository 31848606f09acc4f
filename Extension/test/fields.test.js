// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import { FIELD_SCRIPTS } from '../background/field-scripts.js';
import { SCRIPTS, loadDetector, openPage } from '../training/detector.mjs';
import { labelledPages } from '../training/pages.mjs';
import { LANGUAGES, PHRASES } from '../training/phrases.mjs';
import { score } from '../training/score.mjs';
import { trainedWeights } from '../training/train.mjs';
import { wordIndex } from '../training/word-index.mjs';
import { WORDS } from '../training/words.mjs';

const shipped = (name) => readFile(new URL(`../content/${name}.js`, import.meta.url), 'utf8');
const { PassfoldFieldDetector, PassfoldFieldText, ...context } = await loadDetector();

/** @param {string} html @returns {string[]} purposes in document order, with the group of split codes */
function purposes(html) {
  const document = openPage({ location: {}, ...context }, { html, title: '', path: '/' });
  return [...PassfoldFieldDetector.classify(document)].map(({ purpose, group }) => (group === null ? purpose : `${purpose} ${group}`));
}

test('the shipped words and weights equal those made from the sources and the training pages, byte for byte', async () => {
  assert.equal(await shipped('field-words'), wordIndex());
  assert.equal(await shipped('field-weights'), await trainedWeights());
});

test('the worker loads the detector’s scripts in the order of these tests', () => {
  assert.deepEqual(FIELD_SCRIPTS.slice(0, SCRIPTS.length), SCRIPTS.map((name) => `content/${name}.js`));
});

test('words are written in the form to which a page’s text is normalised', () => {
  for (const [meaning, languages] of Object.entries(WORDS)) {
    for (const word of Object.values(languages).flatMap((words) => words.split(','))) {
      const text = word.replaceAll('_', '');
      assert.equal(PassfoldFieldText.normal(text).trim(), text, `${meaning}: ${word}`);
    }
  }
});

test('fields on pages outside the training are found as often as the documentation says', async () => {
  const { pages, counts, misses } = await score(({ isKeptOut }) => isKeptOut);
  assert.ok(pages >= 500);
  /** @type {Record<string, [number, number]>} */
  const least = { 'one-time-code': [0.98, 0.97], username: [0.99, 0.975], 'current-password': [0.985, 0.985], 'new-password': [0.98, 0.985] };
  for (const [purpose, [precision, recall]] of Object.entries(least)) {
    const { right, wrong, missed } = counts[purpose];
    assert.ok(right / (right + wrong) >= precision, `precision of ${purpose}:\n${misses.join('\n')}`);
    assert.ok(right / (right + missed) >= recall, `recall of ${purpose}:\n${misses.join('\n')}`);
  }
});

test('the pages are in more than twenty languages, and a fifth of them is excluded from training by name alone', () => {
  assert.ok(LANGUAGES.length > 20);
  const pages = [...labelledPages()];
  const kept = pages.filter(({ isKeptOut }) => isKeptOut).length / pages.length;
  assert.ok(kept > 0.18 && kept < 0.22);
  assert.equal(new Set(pages.map(({ name }) => name)).size, pages.length);
});

for (const language of LANGUAGES) {
  test(`finds a sign-in, a change of password and a code only by the words of ${language}`, () => {
    const say = Object.fromEntries(Object.entries(PHRASES[language]).map(([thing, ways]) => [thing, ways[0]]));
    const form = (fields, button) => `<form>${fields.map(([label, type]) => `<label>${label} <input type="${type}"></label>`).join('')}<button>${button}</button></form>`;
    assert.deepEqual(purposes(form([[say.user, 'text'], [say.password, 'password']], say.signIn)), ['username', 'current-password']);
    assert.deepEqual(
      purposes(form([[say.oldPassword, 'password'], [say.newPassword, 'password'], [say.again, 'password']], say.changePassword)),
      ['current-password', 'new-password', 'new-password'],
    );
    assert.deepEqual(purposes(form([[say.code, 'text']], say.next)), ['one-time-code']);
  });
}

/** @type {[string, string][]} */
const NEGATIVES = [
  ["a card's security code", '<form id=pay><p>Security</p><input name=security_code aria-label="Security code" maxlength=3><input name=cardnumber autocomplete=cc-number><button>Pay</button></form>'],
  ['a security code that only says so by its abbreviation', '<div><input type=tel id=secCode maxlength=3 aria-label="Enter CVV"></div>'],
  ['a captcha', '<form id=comment><img src="/captcha.php"><input name=code placeholder="Verification code"><button>Send</button></form>'],
  ['a captcha by its words', '<form><label>Enter the characters you see <input name=security_code maxlength=6></label><button>Next</button></form>'],
  ['a coupon on a page for a code', '<form id=verify><h2>Verification</h2><input name=code placeholder="Promo code"><button>Apply</button></form>'],
  ['a postcode on a page for a code', '<form id=verify><h2>Verify your identity</h2><input name=postcode inputmode=numeric maxlength=5 aria-label="Postal code"><button>Next</button></form>'],
  ['a telephone number on a page for a code', '<form id=two-factor><p>We will send a verification code to this number.</p><input type=tel name=phone aria-label="Phone number"><button>Send code</button></form>'],
  ['a telephone number that says so by its name alone', '<form id=otp><h2>Two-factor authentication</h2><p>We send a verification code</p><input type=tel name=phone maxlength=8><button>Send code</button></form>'],
  ['a code that may be left out', '<form id=verify><h2>Verification</h2><p>Enter the code</p><label>Enter code (optional) <input name=code></label><button>Next</button></form>'],
  ['a bank account', '<form><label>IBAN <input name=iban></label><button>Next</button></form>'],
  ['an email of a billing address', '<form id=login><input type=email name=email autocomplete="section-a billing email"><button>Next</button></form>'],
  ['a newsletter with a button to sign up', '<div class=newsletter><h3>Newsletter</h3><form><input type=email name=email placeholder="Your email"><button>Sign up</button></form></div>'],
  ['the answer to a question, typed unseen', '<form><label>Security answer <input type=password name=secretAnswer></label><button>Next</button></form>'],
  ['a number without a word', '<div><input type=number value=10 min=0><button>Save</button></div>'],
  ['four boxes of a licence key', '<form><input maxlength=1 aria-label="Gift card 1"><input maxlength=1 aria-label="Gift card 2"><input maxlength=1 aria-label="Gift card 3"><input maxlength=1 aria-label="Gift card 4"></form>'],
];
for (const [name, html] of NEGATIVES) test(`finds nothing in ${name}`, () => assert.deepEqual(purposes(html), []));

test('split boxes form one group by their size, their labels or their numbers', () => {
  const row = (make) => `<form><p>Enter the code</p>${[1, 2, 3, 4, 5, 6].map((number) => `<div><input ${make(number)}></div>`).join('')}</form>`;
  for (const make of [
    () => 'maxlength=1 inputmode=numeric', (number) => `aria-label="Digit ${number}" name="code${number}"`, (number) => `name="otp-${number}"`,
    (number) => (number === 1 ? 'autocomplete=one-time-code maxlength=6' : 'maxlength=1'),
  ]) assert.deepEqual(purposes(row(make)), Array(6).fill('one-time-code code-1'));
});

test('finds a sign-in in one shadow tree, and one whose fields have separate shadow trees', () => {
  const shadow = (inside) => `<x-part><template shadowrootmode="open">${inside}</template></x-part>`;
  const [user, password, button] = ['<input name=username>', '<input type=password name=password>', '<button>Sign in</button>'];
  assert.deepEqual(purposes(shadow(`<div>${user}${password}${button}</div>`)), ['username', 'current-password']);
  assert.deepEqual(purposes(`<div>${shadow(user)}${shadow(password)}${button}</div>`), ['username', 'current-password']);
});

test('finds each step of a multi-step sign-in without a form', () => {
  assert.deepEqual(purposes('<div class="login"><h1>Sign in</h1><input type=email name=identifier placeholder="Email or phone"><button>Next</button><a href="/signup">Create account</a></div>'), ['username']);
  assert.deepEqual(purposes('<div class="login"><h1>Welcome</h1><span>anne@example.org</span><input type=password name=password aria-label="Enter your password"><button>Next</button></div>'), ['current-password']);
});

test('a field with only the site’s own words before a password is the user name', () => {
  assert.deepEqual(purposes('<form id=login><label for=a>Lumen-Pass</label><input id=a name=lp_key><label for=b>Password</label><input id=b type=password name=pw><button>Log in</button></form>'), ['username', 'current-password']);
});

/** @type {[string, string, string[]][]} */
const STRUCTURES = [
  ['the first step of a sign-up, without a password', '<form id=signup><h1>Create your account</h1><label>Work email <input type=email name=email></label><button>Get started</button><a href="/login">Already have an account? Log in</a></form>', ['username']],
  ['one field beside the buttons of other services', '<div><h2>Log in or sign up</h2><input type=email name=email placeholder="Email"><button>Continue</button><button type=button>Continue with Google</button><button type=button>Continue with Apple</button></div>', ['username']],
  ['a label in the row above', '<form id=login><table><tr><td>User name</td></tr><tr><td><input name=f1></td></tr><tr><td>Password</td></tr><tr><td><input type=password name=f2></td></tr></table><button>Log in</button></form>', ['username', 'current-password']],
  ['labels by aria-labelledby', '<form><span id=a>E-Mail</span><input aria-labelledby=a><span id=b>Passwort</span><input type=password aria-labelledby=b><button>Anmelden</button></form>', ['username', 'current-password']],
  ['floating labels after the fields', '<form><div><input id=x><label for=x>Identifiant</label></div><div><input id=y type=password><label for=y>Mot de passe</label></div><button>Connexion</button></form>', ['username', 'current-password']],
  ['a user name declared for passkeys too', '<form><input autocomplete="username webauthn"><button>Next</button></form>', ['username']],
  ['a password that is shown', '<form id=login><input name=username><input type=text name=password aria-label="Password" autocomplete=current-password><button>Log in</button></form>', ['username', 'current-password']],
];
for (const [name, html, wanted] of STRUCTURES) test(`finds ${name}`, () => assert.deepEqual(purposes(html), wanted));

test('follows a changing page: a step that appears, a field that shows its password, and a field that is reused', () => {
  const open = (html) => openPage({ location: {}, ...context }, { html, title: '', path: '/' });
  const found = (document) => [...PassfoldFieldDetector.classify(document)].map(({ purpose }) => purpose);
  const page = open('<form id=login><h1>Sign in</h1><input id=one name=identifier aria-label="Email"><input id=two type=password name=password aria-label="Password"><button>Next</button></form>');
  const [form] = page.querySelectorAll('form');
  const [user, password] = page.querySelectorAll('input');
  password.remove();
  assert.deepEqual(found(page), ['username']);
  form.append(password);
  assert.deepEqual(found(page), ['username', 'current-password']);
  password.attributes.set('type', 'text');
  assert.deepEqual(found(page), ['username', 'current-password'], 'the password is shown');
  user.remove();
  password.attributes.set('name', 'otp');
  password.attributes.set('aria-label', 'Verification code');
  assert.deepEqual(found(page), ['one-time-code'], 'the same field asks for a code now');
});
