// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The worker's side of the popup's home: what fits the page, the vault's list, the page of an entry, forms and settings.

import assert from 'node:assert/strict';
import test from 'node:test';

import { randomPassword } from '../shared/random-password.js';
import { vaultProblem } from '../shared/vault-problems.js';
import { settle } from './support/fake-chrome.js';
import { ENTRY, ITEM, Walk } from './support/walk.js';

const PASSWORD = { ...ITEM, token: 'token-p', kind: 'password' };
const screenOf = (popup) => popup.last('show').screen;
const CODE = { record: 'c1', kind: 'one-time-code', title: 'Shop', services: ['shop.example'], user: 'anne' };

/** Digests are computed on other threads, which takes real time. */
async function until(holds) {
  for (let turn = 0; turn < 500 && !holds(); turn += 1) await settle();
}

async function openEntry(walk, popup, entry = ENTRY, codes = '123456') {
  await walk.act(popup, 'open', { record: entry.record });
  await walk.vaultSays('details', { type: 'details', entry, added: 1763690400 });
  if (entry.kind === 'one-time-code') {
    await walk.vaultSays('codes', { type: 'codes', rows: [{ entry, validFrom: 1, validUntil: 1763690430, period: 30 }], total: 1 }, codes);
  }
}

test('the button shows what fits the page without a focused field, and the vault’s entries', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.fields = [{ request: 3, field: 'current-password' }, { request: 4, field: 'one-time-code' }];
  const popup = await walk.openHome({ items: [ITEM, PASSWORD] });
  const { kind, site, fits, rows, total } = screenOf(popup);
  assert.deepEqual([kind, site, total], ['home', 'login.shop.example', 1]);
  assert.deepEqual(fits.map((row) => [row.icon, row.title, row.subtitle]), [['password', 'shop.example', 'anne'], ['one-time-code', 'shop.example', 'anne']]);
  assert.deepEqual(rows.map(({ record, title }) => [record, title]), [['r1', 'Shop']]);
  assert.deepEqual(page.sent, [], 'the page must learn nothing');
  assert.doesNotMatch(JSON.stringify(popup.sent), /token/);
  const asked = walk.host.sent.filter(({ type }) => type === 'suggestions');
  assert.deepEqual(asked.map(({ context }) => context.origin), ['https://login.shop.example', 'https://login.shop.example']);
});

test('a pick fills the best field of the page, and closes the popup', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.fields = [{ request: 3, field: 'current-password' }];
  const popup = await walk.openHome({ items: [PASSWORD] });
  await walk.act(popup, 'pick', { row: 'fit-0' });
  const provided = await walk.answers('provide', { type: 'credential', kind: 'password', user: 'anne', password: 'se cret' });
  assert.equal(provided.token, 'token-p');
  const fill = page.last('fill');
  assert.deepEqual([fill.request, fill.user, fill.password], [3, 'anne', 'se cret']);
  page.says({ type: 'filled', fill: fill.fill, outcome: 'filled' });
  await settle();
  assert.equal(popup.sent.at(-1).type, 'close');
  assert.doesNotMatch(JSON.stringify(popup.sent), /se cret/);
});

test('the frame that the user was in comes first, and each entry has one row for the page', async () => {
  const walk = new Walk((chrome) => {
    chrome.frames.push({ frameId: 4, parentFrameId: 0, url: 'https://login.shop.example/in', documentId: 'document-4' });
  });
  walk.chrome.connectFrame();
  const inner = walk.chrome.connectFrame({ frameId: 4, documentId: 'document-4' });
  inner.fields = [{ request: 9, field: 'current-password' }];
  inner.says({ type: 'focus', request: 9, field: 'current-password' });
  const popup = await walk.openHome({ items: [PASSWORD] });
  assert.deepEqual(screenOf(popup).fits.map(({ title, action }) => [title, action]), [['shop.example', 'Fill in']]);
  await walk.act(popup, 'pick', { row: 'fit-0' });
  await walk.answers('provide', { type: 'credential', kind: 'password', user: 'anne', password: 'se cret' });
  assert.equal(inner.last('fill').request, 9);
});

test('a pick opens the entry’s page if the page has no field', async () => {
  const walk = new Walk();
  walk.chrome.connectFrame();
  const popup = await walk.openHome({ items: [PASSWORD] });
  await walk.act(popup, 'pick', { row: 'fit-0' });
  assert.equal(walk.host.last('provide'), undefined);
  const asked = await walk.vaultSays('list', { type: 'entries', entries: [ENTRY], total: 1 });
  assert.deepEqual([asked.request.query, asked.request.kind], ['shop.example anne', 'password']);
  await walk.vaultSays('details', { type: 'details', entry: ENTRY });
  assert.deepEqual([screenOf(popup).kind, screenOf(popup).entry.title], ['entry', 'Shop']);
});

test('the latest search wins, and a list of thousands comes in pages', async () => {
  const walk = new Walk();
  const many = Array.from({ length: 60 }, (_, index) => ({ ...ENTRY, record: `r${index}` }));
  const popup = await walk.openHome({ entries: many });
  await walk.act(popup, 'find', { query: 'a', section: 'all' });
  const searches = () => walk.host.sent.filter(({ type, request }) => type === 'manage' && request.type === 'list').slice(1);
  for (const query of ['ab', 'abc', 'abcd']) await walk.act(popup, 'find', { query, section: 'password' });
  assert.deepEqual(searches().map(({ request }) => request.query), ['a'], 'only one search may run at a time');
  const shown = popup.sent.length;
  await walk.vaultSays('list', { type: 'entries', entries: [], total: 0 });
  assert.equal(popup.sent.length, shown, 'the result of an outdated search must not be shown');
  assert.deepEqual(searches().map(({ request }) => request.query), ['a', 'abcd'], 'only the newest waiting search must be sent');
  const second = await walk.vaultSays('list', { type: 'entries', entries: many, total: 10_000 });
  assert.deepEqual([second.request.kind, second.request.limit, second.request.unattended], ['password', 60, true]);
  assert.deepEqual([screenOf(popup).query, screenOf(popup).total], ['abcd', 10_000]);
  await walk.act(popup, 'more', { offset: 60, after: 'r59' });
  const third = await walk.vaultSays('list', { type: 'entries', entries: [ENTRY], total: 10_000 });
  assert.deepEqual([third.request.offset, third.request.after], [60, 'r59'], 'rows added or removed meanwhile must be neither repeated nor omitted');
  assert.deepEqual([screenOf(popup).offset, screenOf(popup).rows.length], [60, 1], 'a page must contain only its own rows');
});

test('a late list does not take the user back from an entry’s page', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  await walk.act(popup, 'find', { query: 'a', section: 'all' });
  await walk.act(popup, 'open', { record: ENTRY.record });
  await walk.vaultSays('details', { type: 'details', entry: ENTRY });
  await walk.vaultSays('list', { type: 'entries', entries: [], total: 0 });
  assert.equal(screenOf(popup).kind, 'entry');
  await walk.act(popup, 'back');
  await walk.vaultSays('list', { type: 'entries', entries: [ENTRY], total: 1 });
  assert.deepEqual([screenOf(popup).kind, screenOf(popup).query, screenOf(popup).total], ['home', 'a', 1]);
});

const CARD = { record: 'k1', kind: 'card', title: 'Travel', services: [], user: 'ANNE EXAMPLE', about: ['Visa', 'Example Bank'] };

test('notes, cards and identities are listed, with a button for each kind in the vault', async () => {
  const walk = new Walk();
  const popup = await walk.openHome({ entries: [CARD, ENTRY], counts: { password: 1, card: 1, note: 0, hologram: 3 } });
  assert.deepEqual(screenOf(popup).sections, ['all', 'one-time-code', 'passkey', 'password', 'card']);
  assert.deepEqual(screenOf(popup).rows.map(({ kind, about }) => [kind, about]), [['card', ['Visa', 'Example Bank']], ['password', []]]);
  const asked = walk.host.sent.filter(({ type }) => type === 'manage').map(({ request }) => request);
  assert.deepEqual(asked.map(({ type, knows }) => [type, knows]), ['status', 'list'].map((type) => [type, ['note', 'card', 'identity']]));
  await walk.act(popup, 'find', { query: '', section: 'card' });
  assert.deepEqual((await walk.vaultSays('list', { type: 'entries', entries: [CARD], total: 1 })).request.kind, 'card');
});

test('a card’s secrets are shown and copied individually, and the card cannot be changed', async () => {
  const walk = new Walk();
  const popup = await walk.openHome({ entries: [CARD] });
  await walk.act(popup, 'open', { record: CARD.record });
  const asked = await walk.vaultSays('details', {
    type: 'details', entry: CARD, values: [{ name: 'expires', value: '2029-08' }, { name: 'holder', value: 'ANNE EXAMPLE' }],
    secrets: ['number', 'security-code'],
  });
  assert.deepEqual(asked.request.knows, ['note', 'card', 'identity']);
  const { parts, values, isPlain, command } = screenOf(popup);
  assert.deepEqual(parts.map(({ label, isHidden, text }) => [label, isHidden, text]), [['Number', true, null], ['Security code', true, null]]);
  assert.deepEqual(values, [{ label: 'Valid until', text: '08/2029' }, { label: 'Name on the card', text: 'ANNE EXAMPLE' }]);
  assert.deepEqual([isPlain, command], [true, 'passfold edit k1']);
  assert.equal(walk.host.sent.filter(({ request }) => request?.type.startsWith('reveal')).length, 0);
  await walk.act(popup, 'reveal', { part: 1 });
  const revealed = await walk.vaultSays('reveal', { type: 'revealed', entry: CARD }, '737');
  assert.deepEqual([revealed.request.query, revealed.request.field, revealed.request.unattended], ['k1', 'security-code', undefined]);
  assert.deepEqual(screenOf(popup).parts.map(({ text }) => text), [null, '737']);
  await walk.act(popup, 'reveal', { part: 0 });
  await walk.time.advance(20_000);
  await walk.vaultSays('reveal', { type: 'revealed', entry: CARD }, '4111111111111111');
  await walk.time.advance(10_000);
  assert.deepEqual(screenOf(popup).parts.map(({ text }) => text), ['4111111111111111', null], 'each value must have its own 30 seconds');
  await walk.act(popup, 'hide');
  assert.deepEqual(screenOf(popup).parts.map(({ text }) => text), [null, null]);
  await walk.act(popup, 'copy-part', { part: 0 });
  await walk.vaultSays('reveal', { type: 'revealed', entry: CARD }, '4111111111111111');
  await until(() => screenOf(popup).said !== null);
  assert.equal(walk.chrome.clipboard, '4111111111111111');
  await walk.act(popup, 'copy-value', { value: 1 });
  assert.equal(walk.chrome.clipboard, 'ANNE EXAMPLE');
  const before = walk.host.sent.length;
  for (const act of ['edit', 'remove']) await walk.act(popup, act);
  await walk.act(popup, 'save', { title: 'x', user: '', services: [], secret: '' });
  for (const part of [2, -1, 'number', 5000]) await walk.act(popup, 'reveal', { part });
  assert.deepEqual([walk.host.sent.length, screenOf(popup).kind], [before, 'entry']);
});

test('an identity shows its values with the user’s own labels, and copying a card’s row copies its number', async () => {
  const walk = new Walk();
  const person = { record: 'k2', kind: 'identity', title: 'Me', services: [], user: 'Anne Example' };
  const popup = await walk.openHome({ entries: [person, CARD] });
  await walk.act(popup, 'copy', { what: 'secret', record: CARD.record });
  const asked = await walk.vaultSays('reveal', { type: 'revealed', entry: CARD }, '4111111111111111');
  assert.deepEqual([asked.request.query, asked.request.knows], ['k1', ['note', 'card', 'identity']]);
  await until(() => screenOf(popup).said !== null);
  assert.equal(walk.chrome.clipboard, '4111111111111111');
  await walk.act(popup, 'open', { record: person.record });
  const values = [
    { name: 'birthday', value: '1990-12-31' }, { name: 'email', label: 'work', value: 'anne@shop.example' }, { name: 'phone', label: 'phone', value: '5' },
    { name: 'shoe-size', value: '42' },
  ];
  await walk.vaultSays('details', { type: 'details', entry: person, values, secrets: ['number'] });
  assert.deepEqual(screenOf(popup).values.map(({ label, text }) => [label, text]),
    [['Date of birth', 'December 31, 1990'], ['E-mail (work)', 'anne@shop.example'], ['Phone', '5'], ['shoe-size', '42']]);
  assert.equal(screenOf(popup).parts[0].label, 'number', 'a document must keep the name that the user gave it');
});

test('an entry shows its note, its fields and its files, and requests hidden parts individually', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  const details = {
    type: 'details', entry: ENTRY, note: true, fields: [{ name: 'Kunde' }, { name: 'PIN', hidden: true }],
    attachments: [{ name: 'über uns.pdf', bytes: 70_000, mediaType: 'application/pdf' }, { name: 'b', bytes: 12 }],
  };
  await walk.act(popup, 'open', { record: ENTRY.record });
  await walk.vaultSays('details', details);
  const asked = await walk.vaultSays('reveal-shown', { type: 'shown', entry: ENTRY, parts: [{ bytes: 11 }, { field: 'Kunde', bytes: 4 }] }, 'Schlüssel\n4711');
  assert.deepEqual([asked.request.query, asked.request.unattended], ['r1', true]);
  const { parts, files, command } = screenOf(popup);
  assert.deepEqual(parts.map(({ what, label, isHidden, text }) => [what, label, isHidden, text]), [
    ['password', 'Password', true, null], ['field', 'Kunde', false, '4711'], ['field', 'PIN', true, null], ['note', 'Note', false, 'Schlüssel\n'],
  ]);
  assert.deepEqual(files, ['über uns.pdf, 70 kB', 'b, 12 byte']);
  assert.equal(command, "passfold attachments r1 --save='über uns.pdf'");
  await walk.act(popup, 'copy-part', { part: 3 });
  await until(() => screenOf(popup).said !== null);
  assert.equal(walk.chrome.clipboard, 'Schlüssel\n');
  assert.equal(walk.host.sent.filter(({ request }) => request?.type === 'reveal').length, 0, 'a value that is already shown must not be requested again');
  await walk.act(popup, 'reveal', { part: 2 });
  assert.equal((await walk.vaultSays('reveal', { type: 'revealed', entry: ENTRY }, '1234')).request.field, 'PIN');
  await walk.time.advance(30_000);
  assert.deepEqual(screenOf(popup).parts.map(({ text }) => text), [null, '4711', null, 'Schlüssel\n']);
  popup.leaves();
  const again = await walk.openHome();
  assert.doesNotMatch(JSON.stringify(again.sent), /4711|Schlüssel/);
});

test('if the vault would ask before showing a note, the user is asked only when they want to see it', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  for (const [answer, secret] of [
    [{ type: 'failure', code: 'wouldAsk' }], [{ type: 'shown', entry: ENTRY, parts: [{ bytes: 3 }] }, 'longer than announced'],
  ]) {
    await walk.act(popup, 'open', { record: ENTRY.record });
    await walk.vaultSays('details', { type: 'details', entry: ENTRY, note: true });
    await walk.vaultSays('reveal-shown', answer, secret);
    assert.deepEqual(screenOf(popup).parts.map(({ what, text }) => [what, text]), [['password', null], ['note', null]]);
  }
  await walk.act(popup, 'reveal', { part: 1 });
  const asked = await walk.vaultSays('reveal', { type: 'revealed', entry: ENTRY }, 'Key under the mat');
  assert.deepEqual([asked.request.note, asked.request.unattended], [true, undefined]);
  await walk.time.advance(60_000);
  assert.equal(screenOf(popup).parts[1].text, 'Key under the mat', 'a note must not be hidden again');
});

test('an account has one row with all its credentials, and its page leads to each', async () => {
  const walk = new Walk();
  const other = { record: CODE.record, kind: 'one-time-code' };
  const popup = await walk.openHome({ entries: [{ ...ENTRY, others: [other, { ...other, record: 'c3' }, { record: 'x', kind: 'hologram' }] }] });
  assert.equal(walk.host.last('manage').request.joined, true);
  assert.deepEqual(screenOf(popup).rows.map(({ kind, others }) => [kind, others]), [['password', ['one-time-code']]]);
  await walk.act(popup, 'open', { record: ENTRY.record });
  await walk.vaultSays('details', { type: 'details', entry: { ...ENTRY, tags: ['work'], favourite: true }, others: [CODE] });
  const { entry, others } = screenOf(popup);
  assert.deepEqual([entry.tags, entry.favourite, others.map(({ record }) => record)], [['work'], true, [CODE.record]]);
  await walk.act(popup, 'open', { record: CODE.record });
  const asked = await walk.vaultSays('details', { type: 'details', entry: CODE });
  assert.equal(asked.request.query, CODE.record);
});

test('the list shows codes only if the user has chosen the section for codes', async () => {
  const walk = new Walk();
  const popup = await walk.openHome({ entries: [CODE] });
  assert.equal(screenOf(popup).rows[0].code, null);
  await walk.act(popup, 'find', { query: '', section: 'one-time-code' });
  const row = { entry: CODE, validFrom: 1763690400, validUntil: 1763690430, period: 30 };
  await walk.vaultSays('codes', { type: 'codes', rows: [row, { entry: { ...CODE, record: 'c2' }, onRequest: true }], total: 2 }, '123456\n');
  assert.deepEqual(screenOf(popup).rows.map(({ code, onRequest }) => [code, onRequest]), [['123456', false], [null, true]]);
});

test('a locked vault reveals nothing, and is unlocked at the user’s request', async () => {
  const walk = new Walk();
  walk.chrome.connectFrame();
  const popup = await walk.openHome({ state: 'locked', items: [PASSWORD] });
  assert.deepEqual([screenOf(popup).vault, screenOf(popup).fits, screenOf(popup).rows], ['locked', [], []]);
  assert.ok(walk.host.sent.every(({ type, request }) => type !== 'manage' || request.unattended === true), 'no request before the unlocking may prompt the user');
  await walk.act(popup, 'unlock');
  popup.leaves();
  await walk.time.advance(2000);
  assert.equal(walk.chrome.popupsOpened, 0);
  const asked = await walk.vaultSays('unlock', { type: 'done' });
  assert.equal(asked.request.unattended, undefined);
  assert.equal(walk.chrome.popupsOpened, 1, 'the popup that the prompt closed must open again');
});

test('a missing vault, an unusable vault and a missing Passfold provider are distinguished', async () => {
  for (const state of ['noVault', 'unreadable']) assert.equal(screenOf(await new Walk().openHome({ state })).vault, state);
  const walk = new Walk();
  const popup = walk.chrome.connectPopup();
  await settle();
  await walk.answers('manage', { type: 'failure', code: 'nothingToOffer' });
  await walk.answers('status', { type: 'status', providers: [{ name: 'Other Vault', state: 'locked' }] });
  assert.deepEqual(screenOf(popup).providers, [{ name: 'Other Vault', state: 'locked' }]);
});

test('a password is revealed for 30 seconds, and no longer than the popup is open', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  await openEntry(walk, popup);
  assert.equal(screenOf(popup).parts[0].text, null);
  await walk.act(popup, 'reveal', { part: 0 });
  await walk.vaultSays('reveal', { type: 'revealed', entry: ENTRY }, 'se cret');
  assert.equal(screenOf(popup).parts[0].text, 'se cret');
  await walk.time.advance(29_000);
  assert.equal(screenOf(popup).parts[0].text, 'se cret');
  await walk.time.advance(1000);
  assert.equal(screenOf(popup).parts[0].text, null);
  await walk.act(popup, 'reveal', { part: 0 });
  await walk.vaultSays('reveal', { type: 'revealed', entry: ENTRY }, 'se cret');
  await walk.act(popup, 'hide');
  assert.equal(screenOf(popup).parts[0].text, null);
  await walk.act(popup, 'reveal', { part: 0 });
  await walk.vaultSays('reveal', { type: 'revealed', entry: ENTRY }, 'se cret');
  popup.leaves();
  const again = await walk.openHome();
  assert.doesNotMatch(JSON.stringify(again.sent), /se cret/);
});

test('a copied secret never reaches the popup, and is cleared from the clipboard after 45 seconds if it is still there', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  await openEntry(walk, popup);
  await walk.act(popup, 'copy-part', { part: 0 });
  await walk.vaultSays('reveal', { type: 'revealed', entry: ENTRY }, 'se cret');
  await until(() => screenOf(popup).said !== null);
  assert.equal(walk.chrome.clipboard, 'se cret');
  assert.match(screenOf(popup).said.text, /45 seconds/);
  assert.doesNotMatch(JSON.stringify(popup.sent), /se cret/);
  popup.leaves();
  await walk.time.advance(44_000);
  assert.equal(walk.chrome.clipboard, 'se cret');
  await walk.time.advance(1000);
  await until(() => walk.chrome.clipboard === '' && walk.chrome.clipboardPages === 0);
  assert.equal(walk.chrome.clipboard, '');
  assert.equal(walk.chrome.clipboardPages, 0, 'the clipboard page must be closed after each use');
});

test('newer contents of the clipboard are kept, and a user name is not cleared', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  await openEntry(walk, popup);
  await walk.act(popup, 'copy-part', { part: 0 });
  await walk.vaultSays('reveal', { type: 'revealed', entry: ENTRY }, 'se cret');
  await until(() => screenOf(popup).said !== null);
  walk.chrome.clipboard = 'a recipe';
  await walk.time.advance(60_000);
  await until(() => walk.chrome.clipboardPages === 0);
  for (let turn = 0; turn < 20; turn += 1) await settle();
  assert.equal(walk.chrome.clipboard, 'a recipe');
  await walk.act(popup, 'copy', { what: 'user' });
  await walk.time.advance(60_000);
  assert.equal(walk.chrome.clipboard, 'anne');
});

test('a login without a password says so, and copying an empty password leaves the clipboard unchanged', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  walk.chrome.clipboard = 'a recipe';
  await walk.act(popup, 'copy', { what: 'password', record: ENTRY.record });
  await walk.vaultSays('reveal', { type: 'revealed', entry: ENTRY });
  await until(() => screenOf(popup).said !== null);
  assert.match(screenOf(popup).said.text, /nothing to copy/);
  assert.equal(walk.chrome.clipboard, 'a recipe');
  await walk.act(popup, 'open', { record: ENTRY.record });
  await walk.vaultSays('details', { type: 'details', entry: ENTRY, empty: true });
  const [password] = screenOf(popup).parts;
  assert.deepEqual([password.what, password.isEmpty, password.isHidden], ['password', true, false]);
});

test('an entry is changed, moved to the trash, and restored', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  await openEntry(walk, popup);
  await walk.act(popup, 'edit');
  assert.equal(screenOf(popup).kind, 'edit');
  await walk.act(popup, 'save', { title: 'Laden', user: 'anna', services: ['shop.example', ' '], secret: 'new one' });
  const asked = await walk.vaultSays('edit', { type: 'entry', entry: { ...ENTRY, title: 'Laden' } });
  assert.deepEqual(asked.request, { type: 'edit', query: 'r1', title: 'Laden', user: 'anna', services: ['shop.example'] });
  assert.equal(asked.secret, 'new one', 'a secret must be sent outside the request');
  await walk.vaultSays('details', { type: 'details', entry: { ...ENTRY, title: 'Laden' } });
  assert.deepEqual([screenOf(popup).kind, screenOf(popup).said.text], ['entry', 'Saved']);
  assert.doesNotMatch(JSON.stringify(popup.sent), /new one/);

  await walk.act(popup, 'remove');
  await walk.vaultSays('remove', { type: 'entry', entry: ENTRY });
  await walk.vaultSays('list', { type: 'entries', entries: [], total: 0 });
  assert.deepEqual(screenOf(popup).said, { text: 'Laden is in the trash', undo: true });
  await walk.act(popup, 'undo');
  assert.equal((await walk.vaultSays('restore', { type: 'entry', entry: ENTRY })).request.query, 'r1');
  await walk.vaultSays('details', { type: 'details', entry: ENTRY });
  assert.equal(screenOf(popup).entry.record, 'r1');
});

test('a login is added, and problems with the form are shown on the form', async () => {
  const walk = new Walk();
  walk.chrome.connectFrame();
  const popup = await walk.openHome();
  await walk.act(popup, 'add', { what: 'login' });
  assert.equal(screenOf(popup).values.service, 'login.shop.example', 'the site of the page in front must be suggested');
  await walk.act(popup, 'add-login', { service: 'no service', user: 'anne', title: '', secret: 'se cret' });
  const asked = await walk.vaultSays('add-password', { type: 'failure', code: 'badService' });
  assert.deepEqual(asked.request, { type: 'add-password', service: 'no service', user: 'anne' });
  assert.match(screenOf(popup).note, /not the name of a website/);
  await walk.act(popup, 'add-login', { service: 'shop.example', user: 'anne', title: '', secret: 'se cret' });
  await walk.vaultSays('add-password', { type: 'failure', code: 'loginExists', matches: [ENTRY] });
  assert.match(screenOf(popup).note, /already have a login for this account/);
  await walk.act(popup, 'add-login', { service: 'shop.example', user: 'anne', title: '', secret: 'se cret' });
  await walk.vaultSays('add-password', { type: 'added', entry: ENTRY });
  await walk.vaultSays('details', { type: 'details', entry: ENTRY });
  assert.deepEqual([screenOf(popup).kind, screenOf(popup).said.text], ['entry', 'Added to your vault']);
  assert.doesNotMatch(JSON.stringify(popup.sent), /se cret/);
});

test('a code is added after a preview of its link, which is not returned to the popup', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  await walk.act(popup, 'add', { what: 'code' });
  await walk.act(popup, 'look-at-link', { link: ' nonsense ' });
  await walk.vaultSays('preview-set-up', { type: 'failure', code: 'badSetUpLink', detail: 'missingSecret' });
  assert.match(screenOf(popup).note, /no secret key/);
  const link = 'otpauth://totp/shop.example:anne?secret=JBSWY3DPEHPK3PXP';
  await walk.act(popup, 'look-at-link', { link });
  const answer = { type: 'set-up', title: 'Shop', account: 'anne', issuer: 'shop.example', warnings: ['shortSecret'], candidates: [{ entry: ENTRY, hasCode: false }] };
  await walk.vaultSays('preview-set-up', answer);
  const { values, preview } = screenOf(popup);
  assert.deepEqual([values.service, values.user, preview.warnings, preview.candidates[0].record], ['shop.example', 'anne', ['shortSecret'], 'r1']);
  await walk.act(popup, 'add-code', { service: 'shop.example', user: 'anne', login: 'r1' });
  const asked = await walk.vaultSays('add-code', { type: 'added', entry: CODE });
  assert.deepEqual([asked.request.login, asked.secret], ['r1', link]);
  assert.doesNotMatch(JSON.stringify(popup.sent), /JBSWY/);
});

test('an expired code on its page is renewed without asking the user', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  await openEntry(walk, popup, CODE);
  assert.equal(screenOf(popup).code.text, '123456');
  await walk.act(popup, 'fresh-codes');
  const asked = await walk.vaultSays('codes', { type: 'codes', rows: [{ entry: CODE, validUntil: 1763690460, period: 30 }], total: 1 }, '654321');
  assert.equal(asked.request.unattended, true);
  assert.equal(screenOf(popup).code.text, '654321');
});

test('settings are stored in the browser’s storage, which contains nothing else', async () => {
  const walk = new Walk((chrome) => {
    chrome.kept = { neverHere: ['bank.example', 'shop.example'] };
  });
  const popup = await walk.openHome();
  await walk.act(popup, 'settings');
  assert.deepEqual([screenOf(popup).showCount, screenOf(popup).neverHere], [false, ['bank.example', 'shop.example']]);
  await walk.act(popup, 'set', { key: 'showCount', on: true });
  await walk.act(popup, 'ask', { site: 'bank.example' });
  assert.deepEqual(walk.chrome.kept, { neverHere: ['shop.example'], showCount: true });
  assert.equal(screenOf(popup).automaticPasskeys, true);
  await walk.act(popup, 'set', { key: 'automaticPasskeys', on: false });
  assert.equal(screenOf(popup).automaticPasskeys, false);
  await walk.act(popup, 'set', { key: 'everything', on: false });
  assert.equal(walk.chrome.kept.everything, undefined);
  assert.deepEqual(screenOf(popup).neverHere, ['shop.example']);
});

test('a service opens in a tab only if its name is a website’s', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  await openEntry(walk, popup, { ...ENTRY, services: ['shop.example', 'javascript:alert(1)', 'https://login.shop.example/in'] });
  assert.deepEqual(screenOf(popup).services.map(({ opens }) => opens), [true, false, true]);
  await walk.act(popup, 'visit', { service: 1 });
  assert.deepEqual(walk.chrome.opened, []);
  await walk.act(popup, 'visit', { service: 2 });
  assert.deepEqual(walk.chrome.opened, ['https://login.shop.example/in']);
});

test('the popup can lock the vault, and problems say what was not lost and what to do', async () => {
  const walk = new Walk();
  const popup = await walk.openHome();
  await walk.act(popup, 'lock');
  await walk.vaultSays('lock', { type: 'done' });
  assert.equal(screenOf(popup).vault, 'locked');
  for (const code of ['wrongPassphrase', 'notFound', 'noSuchPart', 'notStored', 'vaultDamaged', 'pinentryNotFound', 'providerFailed', 'unexpected']) {
    const { title, happened, kept, next, retry } = vaultProblem({ code });
    for (const text of [title, happened, kept, next]) assert.notEqual(text, '', code);
    assert.equal(retry, true);
  }
});

test('a generated password meets its rules, and every character is equally likely', () => {
  for (const length of [0, 8, 20, 64, 900]) {
    const made = randomPassword({ length, kinds: ['lower', 'digits'] });
    assert.match(made, /^(?=.*[a-z])(?=.*[2-9])[a-z2-9]+$/);
    assert.equal(made.length, Math.min(64, Math.max(8, length)));
  }
  // Numbers that would favour the first characters are drawn again.
  const numbers = [0xffffffff, ...Array.from({ length: 64 }, (_, index) => index)];
  assert.equal(randomPassword({ length: 8, kinds: ['symbols'] }, () => new Uint32Array([numbers.shift()])), '-_.!?+*=');
});
