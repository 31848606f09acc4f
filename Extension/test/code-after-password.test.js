// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// After a password was filled, the site asks for the code of the same login.

import assert from 'node:assert/strict';
import test from 'node:test';

import { settle } from './support/fake-chrome.js';
import { Walk } from './support/walk.js';

const PASSWORD = { token: 'p1', kind: 'password', service: 'shop.example', account: 'anne', provider: 'Passfold' };
const CODES = ['ben', 'anne'].map((account) => ({ token: `c-${account}`, kind: 'one-time-code', service: 'shop.example', account, provider: 'Passfold' }));

/** Returns a walk in which a password was filled and the popup has closed. */
async function afterPassword({ user = 'anne' } = {}) {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page, { items: [PASSWORD] }, 'current-password');
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  await walk.answers('provide', { type: 'credential', kind: 'password', user, password: 'x' });
  page.says({ type: 'filled', fill: page.last('fill').fill, outcome: 'filled' });
  await settle();
  popup.leaves();
  await settle();
  assert.equal(walk.chrome.popupsOpened, 1);
  return { walk, page };
}

/** Focuses a field for a code, and has the broker answer with suggestions. */
async function asksForCode(walk, page, items = CODES) {
  const before = walk.host.sent.length;
  await walk.focus(page, 'one-time-code', 9);
  if (walk.host.sent.slice(before).some(({ type }) => type === 'suggestions')) {
    await walk.answers('suggestions', { type: 'suggestions', items, locked: [], canList: true });
  }
}

test('the code of the login whose password was filled comes first, has the focus, and is filled with one pick', async () => {
  const { walk, page } = await afterPassword();
  page.leaves();
  const next = walk.chrome.connectFrame({ documentId: 'document-1' });
  walk.chrome.frames = [{ frameId: 0, parentFrameId: -1, url: 'https://login.shop.example/code', documentId: 'document-1' }];
  await asksForCode(walk, next);
  assert.equal(walk.chrome.popupsOpened, 2, 'the popup must open automatically');
  assert.equal(walk.host.last('provide').token, 'p1', 'the code was released without a pick');
  const popup = walk.chrome.connectPopup();
  await settle();
  await walk.answers('suggestions', { type: 'suggestions', items: CODES, locked: [], canList: true });
  const { screen } = popup.last('show');
  assert.deepEqual(screen.rows.map(({ id }) => id), ['item-1', 'item-0']);
  assert.equal(screen.selected, 'item-1');
  assert.equal(screen.title, 'Fill the code for anne?');
  await walk.does(popup, { type: 'choose', row: 'item-1' });
  assert.equal(walk.host.last('provide').token, 'c-anne');
  await walk.answers('provide', { type: 'credential', kind: 'one-time-code', code: '123456' });
  assert.equal(next.last('fill').code, '123456');
});

test('the popup opens automatically once for each password', async () => {
  const { walk, page } = await afterPassword();
  await asksForCode(walk, page);
  assert.equal(walk.chrome.popupsOpened, 2);
  const popup = walk.chrome.connectPopup();
  await settle();
  await walk.does(popup, { type: 'cancel' });
  popup.leaves();
  await asksForCode(walk, page);
  assert.equal(walk.chrome.popupsOpened, 2);
});

for (const [name, change] of [
  ['two minutes later', async ({ walk }) => walk.time.advance(120_001)],
  ['in another tab', async ({ walk, again }) => { walk.chrome.activeTab = 8; again.tab = { id: 8, windowId: 1 }; }],
  ['in a tab that is not in front', async ({ walk }) => { walk.chrome.activeTab = 8; }],
  ['on another site', async ({ again }) => { again.origin = 'https://bank.example'; }],
  ['on a host with only a suffix in common', async ({ again }) => { again.origin = 'https://myshop.example'; }],
]) {
  test(`the popup does not open automatically for a field for a code ${name}`, async () => {
    const { walk } = await afterPassword();
    const again = {};
    await change({ walk, again });
    await asksForCode(walk, walk.chrome.connectFrame(again));
    assert.equal(walk.chrome.popupsOpened, 1);
  });
}

test('the popup does not open automatically for a code of another account, or without a code', async () => {
  for (const items of [[], [CODES[0]]]) {
    const { walk, page } = await afterPassword();
    await asksForCode(walk, page, items);
    assert.equal(walk.chrome.popupsOpened, 1);
  }
});

test('a code that is not confirmed yet also belongs to the login', async () => {
  const { walk, page } = await afterPassword();
  await asksForCode(walk, page, [{ ...CODES[1], account: 'anne · not confirmed yet' }]);
  assert.equal(walk.chrome.popupsOpened, 2);
});

test('a sibling host belongs to the same site if the code’s service is a parent domain of both', async () => {
  const { walk } = await afterPassword();
  await asksForCode(walk, walk.chrome.connectFrame({ origin: 'https://codes.shop.example' }));
  assert.equal(walk.chrome.popupsOpened, 2);
  const other = await afterPassword();
  await asksForCode(other.walk, other.walk.chrome.connectFrame({ origin: 'https://codes.shop.example' }), [{ ...CODES[1], service: 'codes.shop.example' }]);
  assert.equal(other.walk.chrome.popupsOpened, 1);
});

test('a field for a code without an earlier password fill sends nothing to the host', async () => {
  const walk = new Walk();
  await walk.focus(walk.chrome.connectFrame());
  assert.deepEqual(walk.host.sent, []);
});

test('no row has the focus if the user opens the popup in a field for a code', async () => {
  const walk = new Walk();
  const { popup } = await walk.offer(walk.chrome.connectFrame());
  assert.equal(popup.last('show').screen.selected, null);
});
