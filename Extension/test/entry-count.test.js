// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The number of fitting entries on the button.

import assert from 'node:assert/strict';
import test from 'node:test';

import { BETWEEN_COUNTS_MILLISECONDS, STILL_MILLISECONDS } from '../background/entry-count.js';
import { settle } from './support/fake-chrome.js';
import { Walk } from './support/walk.js';

const item = (kind) => ({ token: 't', kind, service: 'shop.example', account: 'anne', provider: 'Passfold' });

/** Returns a walk with the setting switched on or off. */
async function walkWith(showCount, change = () => {}) {
  const walk = new Walk((chrome) => {
    chrome.kept = { showCount };
    change(chrome);
  });
  await walk.time.advance(STILL_MILLISECONDS);
  return walk;
}

const asked = (walk) => walk.host.sent.filter(({ type }) => type === 'suggestions');

/** Has the broker answer the latest requests, one for each field, with suggestions. */
async function fits(walk, passwords, codes) {
  for (const { id, field } of asked(walk).slice(-2)) {
    const items = Array(field === 'one-time-code' ? codes : passwords).fill(item(field === 'one-time-code' ? field : 'password'));
    walk.host.says({ type: 'suggestions', id, items, locked: [], canList: true });
  }
  await settle();
}

test('nothing is requested or counted unless the user has switched it on', async () => {
  const walk = new Walk();
  walk.chrome.tabs.onActivated.emit({ tabId: 7 });
  walk.chrome.webNavigation.onCommitted.emit({ tabId: 7, frameId: 0 });
  await walk.time.advance(10_000);
  assert.deepEqual(walk.host.sent, []);
  assert.equal(walk.chrome.badges.size, 0);
});

test('entries are counted for the active page as the browser identifies it, and the page does not notice', async () => {
  const walk = await walkWith(true);
  const page = walk.chrome.connectFrame();
  assert.deepEqual(asked(walk).map(({ field }) => field), ['current-password', 'one-time-code']);
  assert.deepEqual(asked(walk)[0].context, {
    origin: 'https://login.shop.example', topOrigin: 'https://login.shop.example', ancestorOrigins: [], tab: 7, frame: 0, document: 'document-0',
  });
  await fits(walk, 2, 1);
  assert.deepEqual([...walk.chrome.badges], [[7, '3']]);
  assert.deepEqual([page.sent, walk.chrome.told], [[], []]);
});

test('navigation removes the number, and many pages in a row are counted at most once a second', async () => {
  const walk = await walkWith(true);
  await fits(walk, 2, 1);
  const before = asked(walk).length;
  for (let count = 0; count < 20; count += 1) {
    walk.chrome.webNavigation.onCommitted.emit({ tabId: 7, frameId: 0 });
    await walk.time.advance(20);
  }
  assert.equal(walk.chrome.badges.size, 0);
  assert.equal(asked(walk).length, before);
  await walk.time.advance(BETWEEN_COUNTS_MILLISECONDS);
  assert.equal(asked(walk).length, before + 2);
});

test('an answer for a page that is gone is ignored', async () => {
  const walk = await walkWith(true);
  walk.chrome.frames = [{ frameId: 0, parentFrameId: -1, url: 'https://other.example/', documentId: 'document-1' }];
  await fits(walk, 2, 1);
  assert.equal(walk.chrome.badges.size, 0);
});

for (const [name, change] of [
  ['a private window', (chrome) => { chrome.isPrivate = true; }],
  ['a window that the browser does not report as non-private', (chrome) => { chrome.isPrivate = undefined; }],
  ['an unencrypted page', (chrome) => { chrome.frames = [{ frameId: 0, parentFrameId: -1, url: 'http://shop.example/', documentId: 'd' }]; }],
  ['a browser without Passfold’s programs', (chrome) => { chrome.hostIsMissing = true; }],
]) {
  test(`nothing is counted in ${name}`, async () => {
    const walk = await walkWith(true, change);
    assert.deepEqual(asked(walk), []);
    assert.equal(walk.chrome.badges.size, 0);
  });
}

test('switching it on starts a count, and switching it off removes the numbers', async () => {
  const walk = await walkWith(false);
  await walk.chrome.storage.local.set({ showCount: true });
  await walk.time.advance(STILL_MILLISECONDS);
  await fits(walk, 120, 0);
  assert.deepEqual([...walk.chrome.badges], [[7, '99+']]);
  await walk.chrome.storage.local.set({ showCount: false });
  await walk.time.advance(BETWEEN_COUNTS_MILLISECONDS);
  assert.equal(walk.chrome.badges.size, 0);
});

test('the sign for a waiting message takes precedence over the number', async () => {
  const walk = await walkWith(true);
  await fits(walk, 1, 0);
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options: { rp: { id: 'shop.example' }, user: { name: 'anne' } }, conditional: true });
  await settle();
  await walk.answers('create-passkey', { type: 'passkey-created', response: {} });
  assert.deepEqual([...walk.chrome.badges], [[null, '!']]);
});
