// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What the worker does with a page's passkey requests and signals. The test plays the page's port, the popup's port and the native host.

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
  assert.equal(walk.chrome.popupsOpened, 0, 'the popup opened before there was something to show');
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
  ['that the host is too busy for is left to the browser', { code: 'busy' }, { outcome: 'native' }],
  ['that the user declines ends with NotAllowedError', { code: 'userCanceled', exception: 'NotAllowedError' }, { outcome: 'exception', exception: 'NotAllowedError' }],
  ['that fails shows the page the exception’s name only', { code: 'matchedExcludedCredential', exception: 'InvalidStateError', detail: 'anne' }, { outcome: 'exception', exception: 'InvalidStateError' }],
  ['that fails oddly shows the page nothing', { code: 'providerFailed', exception: 'VaultError', detail: 'anne' }, { outcome: 'exception', exception: 'NotAllowedError' }],
]) {
  test(`a passkey request ${name}`, async () => {
    const walk = new Walk();
    const page = walk.chrome.connectFrame();
    page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, gesture: true });
    await settle();
    await walk.answers('get-passkey', { type: 'failure', ...failure });
    assert.deepEqual(page.sent, [{ type: 'passkey-answer', id: 'p1', ...outcome }]);
  });
}

test('a page that has its answer may send another request while the popup still shows what went wrong', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options: { challenge: 'AA' }, gesture: true });
  await settle();
  const { id } = walk.host.last('create-passkey');
  walk.host.says({ type: 'present', id, view: { number: 1, kind: 'confirmation', title: 'You have a passkey' } });
  await settle();
  const popup = walk.chrome.connectPopup();
  await walk.does(popup, { type: 'confirm' });
  walk.host.says({ type: 'failure', id, code: 'matchedExcludedCredential', exception: 'InvalidStateError' });
  await settle();
  assert.equal(popup.last('show').screen.kind, 'problem');
  page.says({ type: 'passkey-get', id: 'p2', options: { challenge: 'AA' }, gesture: true });
  await settle();
  assert.notEqual(walk.host.last('get-passkey'), undefined);
  // A request that waits for its answer blocks the next.
  page.says({ type: 'passkey-get', id: 'p3', options: { challenge: 'AA' }, gesture: true });
  await settle();
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p3', outcome: 'exception', exception: 'NotAllowedError' });
});

test('of simultaneous requests the first is kept and the others are refused, and an aborted one makes room', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  for (const id of ['p1', 'p2', 'p3']) page.says({ type: 'passkey-get', id, options: { challenge: 'AA' }, gesture: true });
  await settle();
  assert.deepEqual(page.sent.map(({ id, exception }) => [id, exception]), [['p2', 'NotAllowedError'], ['p3', 'NotAllowedError']]);
  assert.equal(walk.host.last('cancel'), undefined);
  await walk.answers('get-passkey', { type: 'passkey-asserted', response: RESPONSE });
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p1', outcome: 'response', response: RESPONSE });

  page.says({ type: 'passkey-create', id: 'p4', options: { challenge: 'AA' }, gesture: true });
  page.says({ type: 'passkey-abort', id: 'p4' });
  page.says({ type: 'passkey-create', id: 'p5', options: { challenge: 'AA' }, gesture: true });
  await settle();
  await walk.answers('create-passkey', { type: 'passkey-created', response: RESPONSE });
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p5', outcome: 'response', response: RESPONSE });
});

test('a request that comes while the popup of the previous one is closing gets its own popup', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const present = async (type) => {
    const { id } = walk.host.last(type);
    walk.host.says({ type: 'present', id, view: { number: 1, kind: 'list', title: 'Passkeys', rows: [{ id: 'r1', title: 'anne' }] } });
    await settle();
    return id;
  };
  page.says({ type: 'passkey-get', id: 'p1', options: {}, gesture: true });
  await settle();
  const id = await present('get-passkey');
  const popup = walk.chrome.connectPopup();
  await settle();
  walk.host.says({ type: 'passkey-asserted', id, response: RESPONSE });
  await settle();
  assert.equal(popup.sent.at(-1).type, 'close');
  page.says({ type: 'passkey-create', id: 'p2', options: {}, gesture: true });
  await settle();
  await present('create-passkey');
  assert.equal(walk.chrome.popupsOpened, 1);
  popup.leaves();
  await settle();
  assert.equal(walk.chrome.popupsOpened, 2);
  assert.equal(walk.chrome.connectPopup().last('show').screen.view.title, 'Passkeys');
  assert.equal(walk.host.last('cancel'), undefined);
  assert.equal(page.sent.length, 1);
});

test('one click leads to the browser’s own dialog, for a passkey on a phone or a security key', async () => {
  for (const [type, kind] of [['get', 'list'], ['create', 'confirmation']]) {
    const walk = new Walk();
    const page = walk.chrome.connectFrame();
    page.says({ type: `passkey-${type}`, id: 'p1', options: { challenge: 'AA' }, gesture: true });
    await settle();
    const { id } = walk.host.last(`${type}-passkey`);
    walk.host.says({ type: 'present', id, view: { number: 1, kind, title: 'Passkeys', rows: [{ id: 'r1', title: 'anne' }] } });
    await settle();
    const popup = walk.chrome.connectPopup();
    assert.equal(popup.last('show').screen.hasOtherDevices, true);
    await walk.does(popup, { type: 'other-device' });
    assert.deepEqual(page.sent, [{ type: 'passkey-answer', id: 'p1', outcome: 'native' }]);
    assert.equal(walk.host.last('cancel').id, id);
    assert.equal(popup.sent.at(-1).type, 'close');
  }
});

test('the suggestions have no such button, and its message does nothing there', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page);
  await walk.does(popup, { type: 'other-device' });
  assert.equal(popup.last('show').screen.kind, 'suggestions');
  assert.equal(popup.last('show').screen.hasOtherDevices, undefined);
});

test('an immediate request is sent to the broker as such', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, immediate: true, gesture: true });
  await settle();
  assert.equal(walk.host.last('get-passkey').uiMode, 'immediate');
  await walk.answers('get-passkey', { type: 'failure', code: 'nothingToOffer', exception: 'NotAllowedError' });
  assert.deepEqual(page.sent, [{ type: 'passkey-answer', id: 'p1', outcome: 'native' }]);
  assert.equal(walk.chrome.popupsOpened, 0);
});

test('a passkey request of a cross-origin frame never reaches the broker if the browser reports no policy', async () => {
  const walk = new Walk((chrome) => {
    chrome.frames = [
      { frameId: 0, parentFrameId: -1, url: 'https://top.example/' },
      { frameId: 2, parentFrameId: 0, url: 'https://login.shop.example/' },
    ];
  });
  const page = walk.chrome.connectFrame({ frameId: 2 });
  for (const conditional of [false, true]) {
    page.says({ type: 'passkey-get', id: `p${conditional}`, options: {}, conditional, gesture: true });
    await settle();
    assert.deepEqual(page.sent.at(-1), { type: 'passkey-answer', id: `p${conditional}`, outcome: 'native' });
  }
  assert.deepEqual(walk.host.sent, []);
});

test('a page in the background cannot open the popup, and the browser answers its request', async () => {
  const walk = new Walk((chrome) => {
    chrome.activeTab = 8;
  });
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: {}, gesture: true });
  await settle();
  assert.deepEqual(page.sent, [{ type: 'passkey-answer', id: 'p1', outcome: 'native' }]);
  assert.deepEqual(walk.host.sent, []);
});

test('an untouched page cannot open the popup, and the browser answers its request', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  for (const type of ['passkey-create', 'passkey-get']) {
    page.says({ type, id: type, options: { challenge: 'AA' }, gesture: false });
    await settle();
    assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: type, outcome: 'native' });
  }
  assert.deepEqual(walk.host.sent, []);
  assert.equal(walk.chrome.popupsOpened, 0);
});

test('a page in a popup window or an installed web app is served like any other', async () => {
  for (const type of ['popup', 'app']) {
    const walk = new Walk((chrome) => {
      chrome.windowType = type;
    });
    const page = walk.chrome.connectFrame();
    page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, gesture: true });
    await settle();
    assert.equal(walk.host.last('get-passkey')?.context.origin, 'https://login.shop.example', type);
    walk.host.says({ type: 'present', id: walk.host.last('get-passkey').id, view: { number: 1, kind: 'list', title: 'Sign in', rows: [] } });
    await settle();
    assert.equal(walk.chrome.windowsCreated, 1);
  }
});

test('a page’s abort ends its modal request', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: {}, gesture: true });
  await settle();
  page.says({ type: 'passkey-abort', id: 'p1' });
  await settle();
  assert.equal(walk.host.last('cancel').id, walk.host.last('get-passkey').id);
});

test('a modal request ends after its time limit, on the screen and at the host', async () => {
  for (const [timeout, seconds] of [[1, 180], [60_000, 180], [240_000, 240], [7_200_000, 600], [undefined, 300]]) {
    const walk = new Walk();
    const page = walk.chrome.connectFrame();
    page.says({ type: 'passkey-get', id: 'p1', options: { timeout }, gesture: true });
    await settle();
    const { id } = walk.host.last('get-passkey');
    walk.host.says({ type: 'present', id, view: { number: 1, kind: 'list', title: 'Passkeys', rows: [] } });
    await settle();
    const popup = walk.chrome.connectPopup();
    await walk.time.advance(seconds * 1000 - 1);
    assert.equal(page.last('passkey-answer'), undefined, `${timeout}`);
    assert.equal(popup.last('close'), undefined);
    await walk.time.advance(1);
    assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p1', outcome: 'exception', exception: 'NotAllowedError' });
    assert.equal(walk.host.last('cancel').id, id);
    assert.equal(popup.sent.at(-1).type, 'close');
    // The next screen is not a leftover, and the page may send another request.
    walk.host.says({ type: 'failure', id, code: 'userCanceled' });
    popup.leaves();
    page.says({ type: 'passkey-get', id: 'p2', options: {}, gesture: true });
    await settle();
    assert.notEqual(walk.host.last('get-passkey').id, id);
    assert.equal(page.sent.length, 1);
  }
});

test('a conditional creation is sent to the broker as such, without a popup', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-create', id: 'p1', options: { challenge: 'AA' }, conditional: true });
  await settle();
  assert.equal(walk.host.last('create-passkey').mediation, 'conditional');
  await walk.answers('create-passkey', { type: 'passkey-created', response: RESPONSE });
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p1', outcome: 'response', response: RESPONSE });
  assert.equal(walk.chrome.popupsOpened, 0);
});

test('a conditional sign-in with too long a challenge ends with NotAllowedError, and leaves its page’s fields working', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const ask = (/** @type {string} */ id, /** @type {number} */ length) =>
    page.says({ type: 'passkey-get', id, options: { challenge: 'A'.repeat(length) }, conditional: true });
  ask('longest', 21_846);
  await settle();
  assert.equal(page.sent.length, 0);
  ask('longer', 21_847);
  await settle();
  assert.deepEqual(page.sent, [{ type: 'passkey-answer', id: 'longer', outcome: 'exception', exception: 'NotAllowedError' }]);
});

test('a failed conditional creation does not tell the page the reason', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const failures = [['nothingToOffer', 'NotAllowedError'], ['matchedExcludedCredential', 'InvalidStateError'], ['providerFailed', null], ['busy', null]];
  for (const [code, exception] of failures) {
    page.says({ type: 'passkey-create', id: code, options: { challenge: 'AA' }, conditional: true });
    await settle();
    await walk.answers('create-passkey', { type: 'failure', code, exception });
    assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: code, outcome: 'native' });
  }
});

test('a frame has one conditional creation at a time, and the browser answers the others', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  for (let count = 0; count < 50; count += 1) page.says({ type: 'passkey-create', id: `p${count}`, options: {}, conditional: true });
  await settle();
  assert.equal(walk.host.sent.length, 1);
  assert.deepEqual(new Set(page.sent.map(({ outcome }) => outcome)), new Set(['native']));
  assert.equal(page.sent.length, 49);
  await walk.answers('create-passkey', { type: 'passkey-created', response: RESPONSE });
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p0', outcome: 'response', response: RESPONSE });
});

test('a tab is limited to a few open requests and a few per second, and does not reduce the limit of another tab', async () => {
  const walk = new Walk();
  const signal = { signal: 'unknown-credential', rpId: 'shop.example', credentialId: 'AQID' };
  const flood = async (page, first) => {
    for (let count = first; count < first + 50; count += 1) page.says({ type: 'passkey-signal', id: `s${count}`, options: signal });
    await settle();
  };
  const greedy = [walk.chrome.connectFrame(), walk.chrome.connectFrame(), walk.chrome.connectFrame()];
  for (const page of greedy) await flood(page, 0);
  assert.equal(walk.host.sent.length, 8);
  assert.deepEqual(greedy.map((page) => page.sent.length), [46, 46, 50]);
  const other = walk.chrome.connectFrame({ tab: { id: 8, windowId: 2 }, documentId: 'document-8' });
  other.says({ type: 'passkey-signal', id: 's', options: signal });
  await settle();
  assert.equal(walk.host.sent.length, 9);
  for (const { id } of [...walk.host.sent]) walk.host.says({ type: 'done', id });
  await settle();
  // Requests that are answered immediately are limited per second.
  for (let round = 1; round <= 6; round += 1) {
    await flood(greedy[0], round * 100);
    for (const { id } of [...walk.host.sent]) walk.host.says({ type: 'done', id });
    await settle();
  }
  assert.equal(walk.host.sent.length, 1 + 20);
  await walk.time.advance(2000);
  await flood(greedy[0], 1000);
  assert.equal(walk.host.sent.length, 1 + 22);
});

for (const [where, providers, outcome] of [
  ['a provider makes passkeys', [{ name: 'Codes', state: 'ready' }, { name: 'Passfold', state: 'locked', makesPasskeys: true }], 'available'],
  ['no provider makes passkeys', [{ name: 'Codes', state: 'ready' }, { name: 'Passfold', state: 'noVault' }], 'native'],
  ['no provider is switched on', [], 'native'],
]) {
  test(`the worker answers whether passkeys are available if ${where}`, async () => {
    const walk = new Walk();
    const page = walk.chrome.connectFrame();
    page.says({ type: 'passkey-available', id: 'a1' });
    await settle();
    assert.deepEqual(page.sent, []);
    await walk.answers('status', { type: 'status', providers });
    assert.deepEqual(page.sent, [{ type: 'passkey-answer', id: 'a1', outcome }]);
  });
}

test('a page sees only the browser’s own capabilities if the host is missing or silent', async () => {
  const walk = new Walk((chrome) => {
    chrome.hostIsMissing = true;
  });
  await settle();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-available', id: 'a1' });
  await settle();
  assert.deepEqual(page.sent, [{ type: 'passkey-answer', id: 'a1', outcome: 'native' }]);
  assert.deepEqual(walk.host.sent, []);

  const silent = new Walk();
  const other = silent.chrome.connectFrame();
  other.says({ type: 'passkey-available', id: 'a1' });
  await settle();
  await silent.time.advance(2000);
  assert.deepEqual(other.sent, [{ type: 'passkey-answer', id: 'a1', outcome: 'native' }]);
});

test('pages that ask for the browser’s capabilities share one request to the host, however often they ask', async () => {
  const walk = new Walk();
  const pages = [walk.chrome.connectFrame(), walk.chrome.connectFrame({ tab: { id: 8, windowId: 2 }, documentId: 'document-8' })];
  for (const page of pages) for (let count = 0; count < 50; count += 1) page.says({ type: 'passkey-available', id: `a${count}` });
  await settle();
  assert.equal(walk.host.sent.length, 1);
  await walk.answers('status', { type: 'status', providers: [{ name: 'Passfold', state: 'unlocked', makesPasskeys: true }] });
  assert.deepEqual(pages.map(({ sent }) => sent.length), [50, 50]);
  assert.deepEqual(new Set(pages.flatMap(({ sent }) => sent.map(({ outcome }) => outcome))), new Set(['available']));
  // The next request is sent to the host again: a vault may have been created meanwhile.
  pages[0].says({ type: 'passkey-available', id: 'later' });
  await settle();
  assert.equal(walk.host.sent.length, 2);
});

test('a signal is passed on with only its known members, and only a foreign or malformed one is refused', async () => {
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

test('a conditional request waits without a dialog and is sent along with the user-name field', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, conditional: true });
  await settle();
  assert.deepEqual(walk.host.sent, []);
  assert.equal(walk.chrome.popupsOpened, 0);
  const { popup, asked } = await walk.offer(page, { items: [{ ...ITEM, kind: 'passkey' }] }, 'username');
  assert.deepEqual(asked.passkey, { challenge: 'AA' });
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  await walk.answers('provide', { type: 'credential', kind: 'passkey', response: RESPONSE });
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p1', outcome: 'response', response: RESPONSE });
  assert.equal(popup.sent.at(-1).type, 'close');
});

test('a conditional request that comes after the focus is offered when the popup opens', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  await walk.focus(page, 'username');
  page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, conditional: true });
  await settle();
  assert.deepEqual(walk.host.sent, []);
  const { popup, asked } = await walk.offer(page, { items: [{ ...ITEM, kind: 'passkey' }] }, 'username');
  assert.deepEqual(asked.passkey, { challenge: 'AA' });
  assert.equal(popup.last('show').screen.rows[0].subtitle, 'Passkey');
});

test('a response is given only to the request for which it was made', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, conditional: true });
  await settle();
  const { popup } = await walk.offer(page, { items: [{ ...ITEM, kind: 'passkey' }] }, 'username');
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  page.says({ type: 'passkey-get', id: 'p2', options: { challenge: 'BB' }, conditional: true });
  await settle();
  assert.deepEqual(page.last('passkey-answer'), { type: 'passkey-answer', id: 'p1', outcome: 'exception', exception: 'AbortError' });
  await walk.answers('provide', { type: 'credential', kind: 'passkey', response: RESPONSE });
  assert.equal(page.sent.some(({ outcome }) => outcome === 'response'), false);
});
