// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What the worker does with a page's passkey requests and signals; the page's port, the popup's port and the native host are the test's.

import assert from 'node:assert/strict';
import test from 'node:test';

import { settle } from './support/fake-chrome.js';
import { ITEM, Walk } from './support/walk.js';

const RESPONSE = { id: 'AA', rawId: 'AA', type: 'public-key', response: {} };

test('a passkey is created after the popup’s confirmation; the page gets the response and nothing else', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options: { challenge: 'AA' }, gesture: true });
  await settle();
  assert.equal(walk.chrome.popupsOpened, 0, 'no popup before there is something to show');
  const { id, context } = walk.host.last('create-passkey');
  assert.equal(context.origin, 'https://login.shop.example');
  walk.host.says({ type: 'present', id, view: { number: 1, kind: 'confirmation', title: 'Save a passkey?' } });
  await settle();
  assert.equal(walk.chrome.popupsOpened, 1);
  const popup = walk.chrome.connectPopup();
  await walk.does(popup, { type: 'confirm' });
  walk.host.says({ type: 'passkey-created', id, response: RESPONSE });
  await settle();
  assert.deepEqual(page.sent, [{ type: 'passkey-answer', id: 'p1', outcome: 'response', response: RESPONSE }]);
  assert.equal(popup.sent.at(-1).type, 'close');
});

for (const [name, failure, outcome] of [
  ['with nothing to offer is left to the browser', { code: 'nothingToOffer' }, { outcome: 'native' }],
  ['that the person declines is left to the browser', { code: 'userCanceled', exception: 'NotAllowedError' }, { outcome: 'native' }],
  ['that fails shows the page the exception’s name only', { code: 'matchedExcludedCredential', exception: 'InvalidStateError', detail: 'anne' }, { outcome: 'exception', exception: 'InvalidStateError' }],
  ['that fails oddly shows the page nothing', { code: 'providerFailed', exception: 'VaultError', detail: 'anne' }, { outcome: 'exception', exception: 'NotAllowedError' }],
]) {
  test(`a passkey request ${name}`, async () => {
    const walk = new Walk();
    const page = walk.chrome.connectFrame();
    page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' } });
    await settle();
    await walk.answers('get-passkey', { type: 'failure', ...failure });
    assert.deepEqual(page.sent, [{ type: 'passkey-answer', id: 'p1', ...outcome }]);
  });
}

test('a passkey request of a cross-origin frame or without a host never reaches the broker', async () => {
  const walk = new Walk((chrome) => {
    chrome.frames = [
      { frameId: 0, parentFrameId: -1, url: 'https://top.example/' },
      { frameId: 2, parentFrameId: 0, url: 'https://login.shop.example/' },
    ];
  });
  const page = walk.chrome.connectFrame({ frameId: 2 });
  for (const conditional of [false, true]) {
    page.says({ type: 'passkey-get', id: `p${conditional}`, options: {}, conditional });
    await settle();
    assert.deepEqual(page.sent.at(-1), { type: 'passkey-answer', id: `p${conditional}`, outcome: 'native' });
  }
  assert.deepEqual(walk.host.sent, []);
});

test('a page in the background may not take the popup', async () => {
  const walk = new Walk((chrome) => {
    chrome.activeTab = 8;
  });
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: {}, gesture: true });
  await settle();
  assert.equal(page.last('passkey-answer').exception, 'NotAllowedError');
  assert.deepEqual(walk.host.sent, []);
});

test('a page’s abort ends its modal request', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: {} });
  await settle();
  page.says({ type: 'passkey-abort', id: 'p1' });
  await settle();
  assert.equal(walk.host.last('cancel').id, walk.host.last('get-passkey').id);
});

test('a modal request ends after its time', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: { timeout: 1 } });
  await settle();
  await walk.time.advance(299_000);
  assert.equal(page.last('passkey-answer'), undefined);
  await walk.time.advance(2_000);
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p1', outcome: 'exception', exception: 'NotAllowedError' });
  assert.notEqual(walk.host.last('cancel'), undefined);
});

test('a conditional creation is asked of the broker as one, without a popup', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options: { challenge: 'AA' }, conditional: true });
  await settle();
  assert.equal(walk.host.last('create-passkey').mediation, 'conditional');
  await walk.answers('create-passkey', { type: 'passkey-created', response: RESPONSE });
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p1', outcome: 'response', response: RESPONSE });
  assert.equal(walk.chrome.popupsOpened, 0);
});

test('a conditional creation that nobody can make is left to the browser', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options: { challenge: 'AA' }, conditional: true });
  await settle();
  await walk.answers('create-passkey', { type: 'failure', code: 'nothingToOffer', exception: 'NotAllowedError' });
  assert.equal(page.last('passkey-answer').outcome, 'native');
});

test('a signal is passed on with its own members, and only a foreign or malformed one is refused', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const signal = { signal: 'unknown-credential', rpId: 'shop.example', credentialId: 'AQID' };
  const failures = [
    [{ type: 'done' }, { outcome: 'native' }],
    [{ type: 'failure', code: 'notAllowedHere', exception: 'SecurityError' }, { outcome: 'exception', exception: 'SecurityError' }],
    [{ type: 'failure', code: 'badRequest', exception: null }, { outcome: 'exception', exception: 'TypeError' }],
    [{ type: 'failure', code: 'busy', exception: null }, { outcome: 'native' }],
  ];
  for (const [index, [final, outcome]] of failures.entries()) {
    page.says({ type: 'passkey-signal', id: `p${index}`, options: { ...signal, context: 'forged', more: 1 } });
    await settle();
    const asked = walk.host.last('signal');
    assert.equal(asked.credentialId, 'AQID');
    assert.equal(asked.more, undefined);
    assert.notEqual(asked.context, 'forged');
    await walk.answers('signal', final);
    assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: `p${index}`, ...outcome });
  }
});

test('a conditional request waits without a dialog and rides along with the user-name field', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, conditional: true });
  await settle();
  assert.deepEqual(walk.host.sent, []);
  assert.equal(walk.chrome.popupsOpened, 0);
  const asked = await walk.focus(page, 'username', { items: [{ ...ITEM, kind: 'passkey' }], locked: [], canList: true });
  assert.deepEqual(asked.passkey, { challenge: 'AA' });
  const popup = await walk.pick(page);
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  await walk.answers('provide', { type: 'credential', kind: 'passkey', response: RESPONSE });
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p1', outcome: 'response', response: RESPONSE });
  assert.equal(popup.sent.at(-1).type, 'close');
});

test('a conditional request that comes after the focus brings its passkeys into the open hint', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  await walk.focus(page, 'username', { items: [], locked: [], canList: true });
  assert.deepEqual(page.last('suggestions').rows, []);
  page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, conditional: true });
  await settle();
  await walk.answers('suggestions', { type: 'suggestions', items: [{ ...ITEM, kind: 'passkey' }], locked: [], canList: true });
  assert.equal(page.last('suggestions').rows[0].subtitle, 'Passkey');
});

test('a response is not given to another request than the one it was made for', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, conditional: true });
  await settle();
  await walk.focus(page, 'username', { items: [{ ...ITEM, kind: 'passkey' }], locked: [], canList: true });
  const popup = await walk.pick(page);
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  page.says({ type: 'passkey-get', id: 'p2', options: { challenge: 'BB' }, conditional: true });
  await settle();
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p1', outcome: 'exception', exception: 'AbortError' });
  await walk.answers('provide', { type: 'credential', kind: 'passkey', response: RESPONSE });
  assert.equal(page.sent.some(({ outcome }) => outcome === 'response'), false);
});
