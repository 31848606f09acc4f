// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The extension's half of pairing. The test plays the broker.

import assert from 'node:assert/strict';
import { webcrypto as crypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

import { createBrowserKey } from '../background/browser-key.js';
import { createNativePort } from '../background/native-port.js';
import { createPairing } from '../background/pairing.js';
import { base64urlOf, commitmentTo, digitsOf, proofBytes, readNonce } from '../background/pairing-transcript.js';
import { createRequests } from '../background/requests.js';
import { start } from '../background/start.js';
import { FakeChrome, FakePort, ManualTime, settle } from './support/fake-chrome.js';

const CALLER = 'chrome-extension://the-extension/';
const rows = JSON.parse(await readFile(new URL('../../Vectors/pairing/transcripts.json', import.meta.url), 'utf8'));

/** @param {string} text */
const bytesOf = (text) => new Uint8Array(Buffer.from(text, 'base64url'));

/** The part of IndexedDB that one key needs. */
class FakeDatabase {
  kept = new Map();
  open() {
    const request = this.request(() => ({
      createObjectStore() {},
      close() {},
      transaction: () => ({
        objectStore: () => ({
          get: (name) => this.request(() => this.kept.get(name)),
          put: (value, name) => this.request(() => void this.kept.set(name, value)),
        }),
      }),
    }));
    return request;
  }
  request(action) {
    const request = { result: undefined, onsuccess: () => {}, onerror: () => {} };
    queueMicrotask(() => {
      request.result = action();
      request.onsuccess();
    });
    return request;
  }
}

/** WebCrypto works in its own threads, so that real time passes until it answers. */
async function until(look) {
  const end = performance.now() + 20_000;
  while (performance.now() < end) {
    const seen = look();
    if (seen) return seen;
    await settle();
  }
  throw new Error(`not seen: ${look}`);
}

function connected(database = new FakeDatabase()) {
  const chrome = new FakeChrome();
  const time = new ManualTime();
  const { setTimer, clearTimer, random } = time.surroundings();
  const pairing = createPairing({ crypto, key: createBrowserKey({ indexedDB: database, crypto }), caller: CALLER });
  const port = createNativePort({
    pairing,
    connectNative: chrome.runtime.connectNative,
    lastError: () => undefined,
    setTimer,
    clearTimer,
    random,
  });
  const requests = createRequests(port);
  port.listen(requests.receive, (state) => {
    if (state !== 'ready' && state !== 'connecting') requests.connectionEnded(state);
  });
  port.connect();
  return { chrome, time, port, requests, database };
}

/** Has the broker greet the extension, which shows its key. */
async function greeted(walk, challenge = crypto.getRandomValues(new Uint8Array(32))) {
  walk.chrome.host.says({ type: 'welcome', protocol: 1, challenge: base64urlOf(challenge) });
  const proof = await until(() => walk.chrome.host.last('pair'));
  return { proof, challenge };
}

for (const row of rows) {
  test(`computes the bytes of the shared vectors: ${row.digits}`, async () => {
    const [challenge, publicKey, browserNonce, brokerNonce] = ['challenge', 'publicKey', 'browserNonce', 'brokerNonce'].map((name) =>
      bytesOf(row[name]),
    );
    assert.equal(Buffer.from(proofBytes(challenge, row.caller, publicKey)).toString('hex'), row.proof);
    assert.equal(base64urlOf(await commitmentTo(crypto.subtle, publicKey, browserNonce)), row.commitment);
    assert.equal(await digitsOf(crypto.subtle, { challenge, caller: row.caller, publicKey, browserNonce, brokerNonce }), row.digits);
  });
}

test('a nonce has 32 bytes in base64url, with only one valid encoding', () => {
  assert.deepEqual(readNonce('A'.repeat(43)), new Uint8Array(32));
  for (const text of ['', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}B`, `${'A'.repeat(42)}=`, `${'A'.repeat(42)}+`]) {
    assert.equal(readNonce(text), null, text);
  }
});

test('shows the broker a key that no code can extract, the same each time the profile starts', async () => {
  const first = connected();
  const { proof, challenge } = await greeted(first);
  const raw = bytesOf(proof.publicKey);
  const key = await crypto.subtle.importKey('raw', raw, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);
  const signed = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    bytesOf(proof.signature),
    proofBytes(challenge, CALLER, raw),
  );
  assert.ok(signed, 'the signature must cover this challenge');
  const [kept] = first.database.kept.values();
  await assert.rejects(crypto.subtle.exportKey('pkcs8', kept.privateKey));

  const second = connected(first.database);
  assert.equal((await greeted(second)).proof.publicKey, proof.publicKey);
  const elsewhere = connected();
  assert.notEqual((await greeted(elsewhere)).proof.publicKey, proof.publicKey);
});

test('requests wait until the broker knows the key, and fail if it does not', async () => {
  const walk = connected();
  const waiting = walk.requests.open('status', {});
  await greeted(walk);
  assert.equal(walk.chrome.host.last('status'), undefined, 'a request was sent before the broker knew the key');
  walk.chrome.host.says({ type: 'not-paired', reason: 'unknownKey' });
  assert.equal((await waiting.answer).code, 'notPaired');
  assert.equal(walk.port.state, 'notPaired');
  assert.equal(walk.port.refusal, 'unknownKey');
  assert.equal((await walk.requests.open('status', {}).answer).code, 'notPaired');
  assert.equal(walk.chrome.host.last('status'), undefined);
  assert.equal(walk.chrome.hosts.length, 1, 'the connection must stay open so that the user can connect the browser');
});

test('nothing is paired before the user asks for it', async () => {
  const walk = connected();
  await greeted(walk);
  walk.chrome.host.says({ type: 'not-paired', reason: 'unknownKey' });
  await walk.time.advance(120_000);
  assert.deepEqual(walk.chrome.host.sent.map(({ type }) => type), ['pair']);
});

test('commits to its nonce, shows the digits, and only then reveals', async () => {
  const walk = connected();
  const { proof, challenge } = await greeted(walk);
  walk.chrome.host.says({ type: 'not-paired', reason: 'unknownKey' });
  const shown = [];
  const outcome = walk.port.pair((digits) => shown.push([digits, walk.chrome.host.last('reveal-pairing')]));
  const { commitment } = await until(() => walk.chrome.host.last('begin-pairing'));
  await settle();
  assert.equal(walk.chrome.host.last('reveal-pairing'), undefined, 'a program in the middle could choose its nonce after seeing ours');

  const brokerNonce = crypto.getRandomValues(new Uint8Array(32));
  walk.chrome.host.says({ type: 'pairing-nonce', nonce: base64urlOf(brokerNonce) });
  const browserNonce = bytesOf((await until(() => walk.chrome.host.last('reveal-pairing'))).nonce);
  const publicKey = bytesOf(proof.publicKey);
  assert.equal(base64urlOf(await commitmentTo(crypto.subtle, publicKey, browserNonce)), commitment);
  const digits = await digitsOf(crypto.subtle, { challenge, caller: CALLER, publicKey, browserNonce, brokerNonce });
  assert.deepEqual(shown, [[digits, undefined]]);

  walk.chrome.host.says({ type: 'paired' });
  assert.equal(await outcome, 'paired');
  assert.equal(walk.port.state, 'ready');
});

for (const [name, end, result] of [
  ['the user declines', (host) => host.says({ type: 'not-paired', reason: 'declined' }), 'declined'],
  ['the broker disconnects', (host) => host.leaves(), 'hostEnded'],
  ['the nonce is invalid', (host) => host.says({ type: 'pairing-nonce', nonce: 'short' }), 'protocolError'],
]) {
  test(`a pairing ends when ${name}`, async () => {
    const walk = connected();
    await greeted(walk);
    walk.chrome.host.says({ type: 'not-paired', reason: 'unknownKey' });
    const outcome = walk.port.pair(() => {});
    await until(() => walk.chrome.host.last('begin-pairing'));
    end(walk.chrome.host);
    assert.equal(await outcome, result);
    assert.notEqual(walk.port.state, 'ready');
  });
}

test('an invalid challenge ends the conversation', async () => {
  const walk = connected();
  walk.chrome.host.says({ type: 'welcome', protocol: 1, challenge: 'x' });
  await until(() => walk.port.state === 'protocolError');
  assert.equal(walk.chrome.host.last('pair'), undefined);
});

test('a profile that stores nothing has a key until it closes', async () => {
  const walk = connected(
    /** @type {any} */ ({
      open() {
        throw new Error('A mutation operation was attempted on a database that did not allow mutations.');
      },
    }),
  );
  assert.equal(bytesOf((await greeted(walk)).proof.publicKey).length, 65);
});

/** Returns a worker whose broker does not know the profile, and its popup. */
async function unpairedPopup(sender = {}) {
  const chrome = new FakeChrome();
  const time = new ManualTime();
  chrome.windows.create = async (options) => {
    chrome.windowsCreated += 1;
    chrome.window = options;
  };
  start(chrome, { ...time.surroundings(), indexedDB: new FakeDatabase() });
  const walk = { chrome, time };
  await greeted(walk);
  chrome.host.says({ type: 'not-paired', reason: 'unknownKey' });
  const popup = openPopup(chrome, sender);
  await until(() => popup.last('show')?.screen.kind === 'problem');
  return { ...walk, popup };
}

function openPopup(chrome, sender = {}) {
  const url = chrome.runtime.getURL('popup/popup.html');
  const popup = new FakePort('passfold-popup', { id: chrome.runtime.id, url, ...sender });
  chrome.runtime.onConnect.emit(popup);
  return popup;
}

function does(popup, message) {
  popup.says({ ...message, screen: popup.last('show').number });
}

test('the popup says that the browser is not connected, connects it with a click, and says when it is connected', async () => {
  const { chrome, popup } = await unpairedPopup({ tab: { id: 9 } });
  const { problem } = popup.last('show').screen;
  assert.equal(problem.title, 'This browser is not connected yet');
  assert.equal(problem.connect, true);
  assert.equal(chrome.host.last('begin-pairing'), undefined);

  does(popup, { type: 'connect' });
  await until(() => chrome.host.last('begin-pairing'));
  chrome.host.says({ type: 'pairing-nonce', nonce: 'A'.repeat(43) });
  await until(() => chrome.host.last('reveal-pairing'));
  assert.match(popup.last('show').screen.digits, /^\d{6}$/);
  chrome.host.says({ type: 'paired' });
  await until(() => popup.last('show').screen.kind === 'done');
  assert.equal(popup.last('show').screen.title, 'This browser is connected');
  assert.equal(chrome.windowsCreated, 0, 'a popup in a tab must stay there');
});

test('the digits are shown in a separate window, because a popup closes when the prompt gets the focus', async () => {
  const { chrome, popup } = await unpairedPopup();
  does(popup, { type: 'connect' });
  await until(() => chrome.windowsCreated === 1);
  assert.equal(chrome.window.type, 'popup');
  popup.leaves();
  await until(() => chrome.host.last('begin-pairing'));
  const window = openPopup(chrome, { tab: { id: 11 } });
  chrome.host.says({ type: 'pairing-nonce', nonce: 'A'.repeat(43) });
  await until(() => chrome.host.last('reveal-pairing'));
  assert.match(window.last('show').screen.digits, /^\d{6}$/);
  assert.equal(chrome.host.last('cancel-pairing'), undefined);

  window.leaves();
  await until(() => chrome.host.last('cancel-pairing'));
});

test('a page cannot distinguish a browser that is not connected from one without Passfold', async () => {
  const { chrome } = await unpairedPopup();
  const without = new FakeChrome();
  without.hostIsMissing = true;
  start(without, { ...new ManualTime().surroundings(), indexedDB: new FakeDatabase() });
  await settle();
  const seen = [];
  for (const browser of [chrome, without]) {
    const page = browser.connectFrame();
    const rpId = 'shop.example';
    page.says({ type: 'focus', request: 1, field: 'one-time-code' });
    page.says({ type: 'passkey-get', id: 'a', options: { rpId }, conditional: true, gesture: true });
    page.says({ type: 'passkey-get', id: 'b', options: { rpId }, conditional: false, gesture: true });
    page.says({ type: 'passkey-create', id: 'c', options: {}, conditional: false, gesture: true });
    page.says({ type: 'passkey-signal', id: 'd', options: { signal: 'unknown-credential', rpId, credentialId: 'AA' } });
    await until(() => page.sent.length >= 4);
    await settle();
    seen.push(page.sent.map((message) => JSON.stringify(message)).sort());
  }
  assert.deepEqual(seen[0], seen[1]);
});
