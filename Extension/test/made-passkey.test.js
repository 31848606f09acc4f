// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A passkey created without a question is reported, and can be undone.

import assert from 'node:assert/strict';
import test from 'node:test';

import { settle } from './support/fake-chrome.js';
import { Walk } from './support/walk.js';

const OPTIONS = { rp: { id: 'shop.example' }, user: { name: 'anne' }, challenge: 'AA' };
const RESPONSE = { id: 'AQID', rawId: 'AQID', type: 'public-key', response: {} };
const ENTRY = { record: 'r1', kind: 'passkey', title: 'Shop', services: ['shop.example'], user: 'anne' };

/** Returns a walk in which a passkey was created for a page. */
async function made(options = OPTIONS) {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options, conditional: true });
  await settle();
  await walk.answers('create-passkey', { type: 'passkey-created', response: RESPONSE });
  return { walk, page };
}

/** Opens the next popup. */
async function nextPopup(walk) {
  const popup = walk.chrome.connectPopup();
  await settle();
  return popup;
}

/** Has the vault list these passkeys. */
const lists = (walk, entries) => walk.answers('manage', { type: 'managed', answer: { type: 'entries', entries, total: entries.length } });

test('a passkey created without a question is reported by a sign and in the next popup, and opens no popup', async () => {
  const { walk, page } = await made();
  assert.equal(page.last('passkey-answer').outcome, 'response');
  assert.equal(walk.chrome.popupsOpened, 0);
  assert.deepEqual([...walk.chrome.badges], [[null, '!']]);
  const popup = await nextPopup(walk);
  const { screen } = popup.last('show');
  assert.equal(screen.kind, 'made-passkey');
  assert.match(screen.happened, /a passkey for anne at shop\.example/);
  await walk.does(popup, { type: 'confirm' });
  assert.notEqual(popup.last('show').screen.kind, 'made-passkey');
  assert.equal(walk.chrome.badges.size, 0);
  popup.leaves();
  assert.notEqual((await nextPopup(walk)).last('show').screen.kind, 'made-passkey', 'the passkey must be reported only once');
});

test('a passkey created without a question is reported even if its answer is too long to reach the page, which gets none', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options: OPTIONS, conditional: true });
  await settle();
  await walk.answers('create-passkey', { type: 'failure', code: 'answerTooLong' });
  assert.equal(page.last('passkey-answer').outcome, 'native');
  assert.deepEqual([...walk.chrome.badges], [[null, '!']]);
  assert.match((await nextPopup(walk)).last('show').screen.happened, /a passkey for anne at shop\.example/);
});

test('a passkey created without a question is reported even if its page has cancelled the request or is gone', async () => {
  for (const leave of [(page) => page.says({ type: 'passkey-abort', id: 'p1' }), (page) => page.leaves()]) {
    const walk = new Walk();
    const page = walk.chrome.connectFrame();
    page.says({ type: 'passkey-create', id: 'p1', options: OPTIONS, conditional: true });
    await settle();
    leave(page);
    await walk.answers('create-passkey', { type: 'passkey-created', response: RESPONSE });
    assert.deepEqual([...walk.chrome.badges], [[null, '!']]);
    assert.match((await nextPopup(walk)).last('show').screen.happened, /a passkey for anne at shop\.example/);
  }
});

test('undo removes only that record, tells the page nothing, and says what the site still lists', async () => {
  const { walk, page } = await made();
  const sent = page.sent.length;
  const popup = await nextPopup(walk);
  await walk.does(popup, { type: 'undo' });
  const { request } = walk.host.last('manage');
  assert.deepEqual(request, { type: 'list', query: 'shop.example anne', kind: 'passkey' });
  await lists(walk, [ENTRY, { ...ENTRY, record: 'r2', user: 'anne.other' }, { ...ENTRY, record: 'r3', services: ['other.example'] }]);
  assert.deepEqual(walk.host.last('manage').request, { type: 'remove', query: 'r1' });
  await walk.answers('manage', { type: 'managed', answer: { type: 'entry', entry: ENTRY } });
  assert.match(popup.last('show').screen.message, /trash.*shop\.example was not notified/);
  assert.equal(walk.chrome.badges.size, 0);
  assert.equal(page.sent.length, sent);
});

test('the result of an undo is shown in a new popup if the vault’s prompt has closed the first', async () => {
  const { walk } = await made();
  const popup = await nextPopup(walk);
  await walk.does(popup, { type: 'undo' });
  popup.leaves();
  await lists(walk, [ENTRY]);
  await walk.answers('manage', { type: 'managed', answer: { type: 'entry', entry: ENTRY } });
  assert.equal(walk.chrome.popupsOpened, 1);
  assert.equal((await nextPopup(walk)).last('show').screen.title, 'Passkey removed');
});

test('nothing is removed if the vault has two passkeys of that name', async () => {
  for (const entries of [[], [ENTRY, { ...ENTRY, record: 'r2' }]]) {
    const { walk } = await made();
    const popup = await nextPopup(walk);
    await walk.does(popup, { type: 'undo' });
    await lists(walk, entries);
    assert.deepEqual(walk.host.sent.filter(({ type, request }) => type === 'manage' && request.type === 'remove'), []);
    assert.match(popup.last('show').screen.message, /nothing was removed/);
  }
});

test('a passkey is reported again if the vault refuses to remove it', async () => {
  const { walk } = await made();
  const popup = await nextPopup(walk);
  await walk.does(popup, { type: 'undo' });
  await walk.answers('manage', { type: 'managed', answer: { type: 'failure', code: 'locked' } });
  assert.equal(popup.last('show').screen.kind, 'problem');
  popup.leaves();
  await settle();
  assert.equal((await nextPopup(walk)).last('show').screen.kind, 'made-passkey');
});

test('with automatic passkeys switched off, a conditional creation is left to the browser', async () => {
  const walk = new Walk((chrome) => {
    chrome.kept.automaticPasskeys = false;
  });
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options: OPTIONS, conditional: true });
  await settle();
  assert.equal(walk.host.last('create-passkey'), undefined);
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p1', outcome: 'native' });
  assert.equal(walk.chrome.badges.size, 0);
});

test('a passkey that was not created, or about which the user was asked, is not reported', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options: OPTIONS, conditional: true });
  await settle();
  await walk.answers('create-passkey', { type: 'failure', code: 'nothingToOffer' });
  page.says({ type: 'passkey-create', id: 'p2', options: OPTIONS, gesture: true });
  await settle();
  await walk.answers('create-passkey', { type: 'passkey-created', response: RESPONSE });
  assert.equal(walk.chrome.badges.size, 0);
});
