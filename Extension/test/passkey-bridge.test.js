// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The content script's end of the line: what it adds to a page's request, and what happens to requests when a page is left and shown again.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import vm from 'node:vm';

const SOURCE = await readFile(new URL('../content/passkey-bridge.js', import.meta.url), 'utf8');

/**
 * Returns a frame whose page has handed over its port.
 * @param {string[] | undefined} allowed what the frame's policy allows; undefined in a browser that does not report it
 */
function frame(allowed) {
  class Document {}
  if (allowed !== undefined) {
    const policy = { allowsFeature: (/** @type {string} */ name) => allowed.includes(name) };
    Object.defineProperty(Document.prototype, 'featurePolicy', { get: () => policy, configurable: true });
  }
  const document = new Document();
  const window = {};
  const context = vm.createContext({ Document, document, window, navigator: { userActivation: { isActive: true } } });
  vm.runInContext(SOURCE, context);
  /** @type {any[]} */
  const sent = [];
  /** @type {any[]} */
  const told = [];
  const bridge = context.PassfoldPasskeyBridge.create((/** @type {any} */ message) => sent.push(structuredClone(message)));
  /** @type {any} */
  const port = { postMessage: (/** @type {any} */ message) => told.push(structuredClone(message)) };
  bridge.handedOver({ data: 'passfold-passkeys', source: window, ports: [port], stopImmediatePropagation() {} });
  const says = (/** @type {object} */ data) => port.onmessage({ data: { options: '{}', ...data } });
  return { bridge, document, sent, told, says };
}

test('a request reports what the permissions policy allows, even if the page replaces a property', () => {
  const { document, sent, says } = frame(['camera', 'publickey-credentials-get']);
  says({ type: 'get', id: 'p1' });
  assert.deepEqual(sent.at(-1).policy, ['publickey-credentials-get']);
  // An image of that name does the same.
  Object.defineProperty(document, 'featurePolicy', { value: { allowsFeature: () => true } });
  says({ type: 'create', id: 'p2', policy: ['publickey-credentials-create'] });
  assert.deepEqual(sent.at(-1).policy, ['publickey-credentials-get']);
});

test('a request says so if the browser reports no policy', () => {
  const { sent, says } = frame(undefined);
  says({ type: 'get', id: 'p1', policy: ['publickey-credentials-get'] });
  assert.equal(sent.at(-1).policy, null);
});

test('if a page is shown again from the cache, requests that wait without a dialog continue and the others have ended', () => {
  const { bridge, sent, told, says } = frame([]);
  told.length = 0;
  says({ type: 'get', id: 'conditional', conditional: true });
  says({ type: 'get', id: 'modal' });
  says({ type: 'get', id: 'immediate', immediate: true });
  says({ type: 'create', id: 'made' });
  says({ type: 'create', id: 'silent', conditional: true });
  says({ type: 'available', id: 'question' });
  sent.length = 0;
  bridge.resume();
  assert.deepEqual(sent.map(({ id }) => id), ['conditional']);
  const ended = { outcome: 'exception', exception: 'NotAllowedError' };
  assert.deepEqual(told, [
    { id: 'modal', ...ended }, { id: 'immediate', ...ended }, { id: 'made', ...ended }, { id: 'silent', ...ended }, { id: 'question', outcome: 'native' },
  ]);
  bridge.disconnected();
  assert.deepEqual(told.at(-1), { id: 'conditional', outcome: 'native' });
});

test('a request that the page aborts is reported to the worker once, and its answer is dropped', () => {
  const { bridge, sent, told, says } = frame([]);
  told.length = 0;
  says({ type: 'get', id: 'p1' });
  says({ type: 'abort', id: 'p1' });
  says({ type: 'abort', id: 'p1' });
  assert.deepEqual(sent.map(({ type }) => type), ['passkey-get', 'passkey-abort']);
  bridge.answer({ id: 'p1', outcome: 'response', response: {} });
  assert.deepEqual(told, []);
});
