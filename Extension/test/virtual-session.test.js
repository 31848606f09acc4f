// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A session for automated tests of pages: its broker says so, and passkey requests reach it without involving the user.

import assert from 'node:assert/strict';
import test from 'node:test';

import { settle } from './support/fake-chrome.js';
import { Walk } from './support/walk.js';

const RESPONSE = { id: 'AA', rawId: 'AA', type: 'public-key', response: {} };

/** Returns a browser whose broker says that this is a virtual session. */
async function virtual() {
  const walk = new Walk();
  walk.host.says({ type: 'welcome', protocol: 1, virtual: true });
  await settle();
  return walk;
}

test('a passkey is requested without a click, in any tab and for any authenticator, and no popup opens', async () => {
  const walk = await virtual();
  walk.chrome.activeTab = 99;
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options: { challenge: 'AA' }, otherDevice: true });
  await settle();
  await walk.answers('create-passkey', { type: 'passkey-created', response: RESPONSE });
  assert.deepEqual(page.sent, [{ type: 'passkey-answer', id: 'p1', outcome: 'response', response: RESPONSE }]);
  assert.equal(walk.chrome.popupsOpened, 0);
});

test('a sign-in that waits for a field is answered immediately, and keeps waiting if there is no passkey', async () => {
  const walk = await virtual();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, conditional: true });
  await settle();
  await walk.answers('get-passkey', { type: 'failure', code: 'notAllowedHere', exception: 'NotAllowedError' });
  assert.deepEqual(page.sent, []);
  page.says({ type: 'passkey-get', id: 'p2', options: { challenge: 'AA' }, conditional: true });
  await settle();
  await walk.answers('get-passkey', { type: 'passkey-asserted', response: RESPONSE });
  assert.deepEqual(page.sent.at(-1), { type: 'passkey-answer', id: 'p2', outcome: 'response', response: RESPONSE });
});

test('a refusal by the authenticators is an exception, and without authenticators the browser takes over', async () => {
  const walk = await virtual();
  const page = walk.chrome.connectFrame();
  for (const [id, failure, outcome] of [
    ['p1', { code: 'notAllowedHere', exception: 'NotAllowedError' }, { outcome: 'exception', exception: 'NotAllowedError' }],
    ['p2', { code: 'nothingToOffer' }, { outcome: 'native' }],
  ]) {
    page.says({ type: 'passkey-get', id, options: { challenge: 'AA' } });
    await settle();
    await walk.answers('get-passkey', { type: 'failure', ...failure });
    assert.deepEqual(page.sent.at(-1), { type: 'passkey-answer', id, ...outcome });
  }
});

test('a page’s requests are not limited', async () => {
  const walk = await virtual();
  const page = walk.chrome.connectFrame();
  for (let count = 0; count < 100; count += 1) page.says({ type: 'passkey-get', id: `p${count}`, options: { challenge: 'AA' } });
  await settle();
  assert.equal(walk.host.sent.filter(({ type }) => type === 'get-passkey').length, 100);
});

test('in a user’s session, the same requests do not reach the broker, and a virtual session ends with its connection', async () => {
  for (const isEnded of [false, true]) {
    const walk = isEnded ? await virtual() : new Walk();
    if (isEnded) {
      walk.host.leaves();
      await walk.time.advance(60_000);
      walk.host.says({ type: 'welcome', protocol: 1 });
      await settle();
    }
    const page = walk.chrome.connectFrame();
    page.says({ type: 'passkey-create', id: 'p1', options: { challenge: 'AA' }, otherDevice: true, gesture: true });
    page.says({ type: 'passkey-get', id: 'p2', options: { challenge: 'AA' } });
    await settle();
    assert.deepEqual(page.sent.map(({ outcome }) => outcome), ['native', 'native']);
    assert.equal(walk.host.last('create-passkey'), undefined);
  }
});
