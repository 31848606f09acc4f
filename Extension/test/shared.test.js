// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import { exceptionNameForPage } from '../shared/dom-exceptions.js';
import { textDirection } from '../shared/language.js';
import { FINAL_ANSWERS, readFrameMessage, readHostMessage, readPopupMessage } from '../shared/messages.js';
import { connectionProblem, failureProblem } from '../shared/problems.js';
import { providerState, suggestionRows, worded } from '../shared/texts.js';
import './support/catalogues.js';

const CONTRACT = new URL('../../docs/protocols/native-messaging.md', import.meta.url);

test('a page sees only the exceptions of WebAuthn', () => {
  assert.equal(exceptionNameForPage('InvalidStateError'), 'InvalidStateError');
  for (const other of ['VaultLockedError', '', undefined, { name: 'x' }, 'constructor']) {
    assert.equal(exceptionNameForPage(other), 'NotAllowedError');
  }
});

test('every failure code of the protocol has its own text', async () => {
  const contract = await readFile(CONTRACT, 'utf8');
  const table = contract.slice(contract.indexOf('| code | meaning |'), contract.indexOf('Codes that only apps are told'));
  const codes = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  assert.ok(codes.includes('badSetUpLink') && codes.length >= 10);
  const titles = new Set();
  for (const code of codes) {
    if (code === 'userCanceled') continue;
    const { title, happened, kept, next } = failureProblem(code, null);
    assert.ok(title && happened && kept && next, code);
    titles.add(title);
  }
  assert.equal(titles.size, codes.length - 1);
});

test('every fault of a set-up link has its own text', async () => {
  const source = await readFile(new URL('../../Sources/OneTimeCodes/OneTimeCodesError.swift', import.meta.url), 'utf8');
  const codes = [...source.matchAll(/static let (\w+) = Code\("\1"\)/g)].map(([, code]) => code);
  assert.ok(codes.includes('missingSecret') && codes.length >= 10);
  const unknown = failureProblem('badSetUpLink', 'of a later version').happened;
  for (const code of codes) assert.notEqual(failureProblem('badSetUpLink', code).happened, unknown, code);
});

test('every reason why an entry cannot be filled has its own text, which says that the entry is unchanged', async () => {
  const source = await readFile(new URL('../../Sources/Broker/Requests/AnswerCheck.swift', import.meta.url), 'utf8');
  const reasons = /enum UnfillableContent[^{]*\{([^}]*)\}/.exec(source)?.[1] ?? '';
  const codes = [...reasons.matchAll(/^ {2}case (\w+)$/gm)].map(([, code]) => code);
  assert.ok(codes.includes('lineBreak') && codes.length >= 6);
  const told = codes.map((code) => failureProblem('notFillable', code));
  assert.equal(new Set([...told, failureProblem('notFillable', 'of a later version')].map(({ happened }) => happened)).size, codes.length + 1);
  for (const { kept, next } of told) assert.ok(/entry is unchanged/.test(kept) && /copy/i.test(next));
});

test('every request type of the protocol has its final answer', async () => {
  const contract = await readFile(CONTRACT, 'utf8');
  for (const [type, answer] of Object.entries(FINAL_ANSWERS)) {
    assert.match(contract, new RegExp(`^\\| \`${type}\` \\|.*\\| \`${answer}\``, 'm'));
  }
});

test('a missing host, a stopped host and an unreachable broker are distinguished, and none of them loses anything', () => {
  const states = ['hostMissing', 'hostForbidden', 'hostEnded', 'brokerUnreachable', 'versionMismatch', 'protocolError'];
  const problems = states.map((state) => connectionProblem(state));
  assert.equal(new Set(problems.map(({ title }) => title)).size, states.length);
  for (const { kept, retry } of problems) assert.ok(retry && /nothing was lost/i.test(kept));
  assert.equal(connectionProblem('hostMissing').command, 'passfold browser install');
});

test('rows name the service and account, and never contain a token', () => {
  const items = [{ kind: 'one-time-code', service: 'shop.example', account: 'anne', provider: 'P', token: 'SECRET' }];
  const locked = [{ provider: 'P', token: 'SECRET' }];
  const words = suggestionRows({ items, locked, canList: true }, 'one-time-code');
  assert.equal(words.rows[0].title, 'shop.example — anne');
  assert.equal(words.rows[0].subtitle, 'One-time code');
  assert.equal(words.all?.id, 'all');
  assert.doesNotMatch(JSON.stringify(words), /SECRET/);
});

test('a provider that lists nothing before it is asked is not called locked', () => {
  const { rows } = suggestionRows({ items: [], locked: [{ provider: 'P' }, { provider: 'Q', isLocked: false }], canList: false }, 'username');
  assert.deepEqual(rows.map(({ title }) => title), ['P is locked', 'Look in Q']);
});

test('a malformed host message is refused', () => {
  const wrong = [
    null, 'x', [], {}, { type: 'surprise', id: 1 }, { type: 'welcome' }, { type: 'suggestions' },
    { type: 'suggestions', id: 1, items: [{ token: 't', kind: 'card', service: 's', provider: 'p' }] },
    { type: 'suggestions', id: 1, items: 'none' }, { type: 'credential', id: 1, kind: 'one-time-code' },
    { type: 'credential', id: 1, kind: 'one-time-code', code: '12\u0000' },
    { type: 'credential', id: 1, kind: 'one-time-code', code: '1'.repeat(65) },
    { type: 'credential', id: 1, kind: 'password', user: 'a' }, { type: 'credential', id: 1, kind: 'passkey', response: 'x' },
    { type: 'present', id: 1, view: { number: 1, kind: 'web-page', title: 't' } }, { type: 'status', id: 1, providers: [{ name: 'P', state: 7 }] },
    { type: 'failure', id: 1 }, { type: 'dismiss', id: -1 }, { type: 'dismiss', id: 1.5 },
  ];
  for (const message of wrong) assert.equal(readHostMessage(message), null, JSON.stringify(message));
});

test('members from a later version are dropped', () => {
  const message = readHostMessage({ type: 'dismiss', id: 3, colour: 'red' });
  assert.deepEqual(message, { type: 'dismiss', id: 3 });
});

test('a frame cannot state its own identity, and can send only set-up links as such', () => {
  const focus = readFrameMessage({ type: 'focus', request: 1, field: 'username', origin: 'https://bank.example', context: {} });
  assert.deepEqual(focus, { type: 'focus', request: 1, field: 'username' });
  for (const url of ['https://x', 'javascript:1', `otpauth://${'x'.repeat(9000)}`, 3]) {
    assert.equal(readFrameMessage({ type: 'set-up-link', url }), null);
  }
  for (const type of ['focus', 'open']) assert.equal(readFrameMessage({ type, request: 1, field: 'street-address' }), null);
  assert.equal(readFrameMessage({ type: 'pick', request: 1, row: 'item-0' }), null, 'only the popup may pick a row');
  assert.equal(readFrameMessage({ type: 'provide', token: 'x' }), null);
});

test('the popup can send only the actions of its buttons', () => {
  assert.deepEqual(readPopupMessage({ type: 'choose', screen: 2, row: 'item-0', token: 'x' }), { type: 'choose', screen: 2, row: 'item-0' });
  for (const message of [{ type: 'choose', screen: 2 }, { type: 'cancel' }, { type: 'provide', screen: 2 }, null]) {
    assert.equal(readPopupMessage(message), null);
  }
});

test('a row has its kind and provider, and an unknown kind does not make the list invalid', () => {
  const row = { id: 'a', title: 'shop.example', kind: 'passkey', provider: 'Other Vault' };
  const view = { number: 1, kind: 'list', title: 'Sign in', rows: [row, { ...row, id: 'b', kind: 'hologram', provider: undefined }] };
  const read = readHostMessage({ type: 'present', id: 1, view });
  assert.deepEqual(read.view.rows.map(({ kind, provider }) => [kind, provider]), [['passkey', 'Other Vault'], ['', '']]);
});

test('a provider in an unknown state does not hide the others', () => {
  const providers = [{ name: 'Passfold', state: 'unlocked' }, { name: 'Other', state: 'resting' }, { name: 'Third', state: 'new' }];
  assert.deepEqual(readHostMessage({ type: 'status', id: 1, providers }).providers, providers);
  assert.equal(providerState('new'), 'new');
});

test('the popup runs from right to left if the browser does', () => {
  assert.deepEqual(['he', 'ar-EG', 'fa', 'de-DE', 'en-US', ''].map(textDirection), ['rtl', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr']);
});

test('the broker’s own view comes without words and is shown with them, and a provider’s view stays unchanged', () => {
  const row = { id: 'b0', title: 'anne', subtitle: '', code: null, validUntil: null, period: null, match: true, kind: 'passkey', provider: 'Passfold' };
  const own = readHostMessage({
    type: 'present',
    id: 3,
    view: {
      number: 0,
      kind: 'list',
      title: '',
      heading: { code: 'sign-in-with-passkey', subject: 'shop.example' },
      rows: [
        { id: 'b0', title: 'anne', match: true, kind: 'passkey', provider: 'Passfold' },
        { id: 'b1', title: 'Other', kind: 'locked', provider: 'Other' },
      ],
    },
  });
  const view = worded(own.view);
  assert.equal(view.title, 'Sign in to shop.example with a passkey');
  assert.deepEqual(view.rows[0], { ...row, subtitle: 'Passkey in Passfold' });
  assert.equal(view.rows[1].title, 'Unlock Other');
  const provider = { ...own.view, heading: null, title: 'Passwords', rows: [row] };
  assert.deepEqual(worded(provider), provider);
});
