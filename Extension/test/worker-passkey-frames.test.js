// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Passkey requests of frames inside pages of another origin: the permissions policy that the content script reads, and the sites named.

import assert from 'node:assert/strict';
import test from 'node:test';

import { settle } from './support/fake-chrome.js';
import { ITEM, Walk } from './support/walk.js';

const GET = 'publickey-credentials-get';
const CREATE = 'publickey-credentials-create';
const BLOG = 'https://blog.example/';
const OWN = 'https://login.shop.example/';

/** Returns a worker and a page of the shop inside frames with these URLs, from the tab's page inwards. @param {string[]} around */
function framed(around) {
  const walk = new Walk((chrome) => {
    chrome.frames = [...around, OWN].map((url, frameId) => ({ frameId, parentFrameId: frameId - 1, url, documentId: `document-${frameId}` }));
  });
  return { walk, page: walk.chrome.connectFrame({ frameId: around.length, documentId: `document-${around.length}` }) };
}

/** Returns what the worker does with one request. @param {string[]} around @param {object} request */
async function asked(around, request) {
  const { walk, page } = framed(around);
  page.says({ id: 'p1', options: { challenge: 'AA' }, gesture: true, ...request });
  await settle();
  const sent = walk.host.last('get-passkey') ?? walk.host.last('create-passkey');
  return { walk, page, sent, answer: page.last('passkey-answer') };
}

const NATIVE = { type: 'passkey-answer', id: 'p1', outcome: 'native' };

test('a cross-origin frame that its policy allows is served, and the broker gets the policy', async () => {
  for (const [type, policy] of [['get', [GET]], ['create', [CREATE]], ['get', [GET, CREATE]]]) {
    const { sent } = await asked([BLOG], { type: `passkey-${type}`, policy });
    assert.equal(sent.type, `${type}-passkey`);
    assert.deepEqual(sent.context, {
      origin: 'https://login.shop.example', topOrigin: 'https://blog.example', ancestorOrigins: ['https://blog.example'],
      tab: 7, frame: 1, document: 'document-1', permissionsPolicy: [...policy].sort(),
    });
  }
});

test('requests that the policy forbids are left to the browser to refuse, in frames and in the tab’s own page', async () => {
  for (const around of [[], [OWN], [BLOG]]) {
    for (const [type, policy] of [['get', [CREATE]], ['create', [GET]], ['get', []], ['available', []]]) {
      const { walk, answer } = await asked(around, { type: `passkey-${type}`, policy });
      assert.deepEqual(answer, NATIVE);
      assert.deepEqual(walk.host.sent, []);
    }
  }
});

test('a frame inside pages of only its own origin needs no policy if the browser reports none', async () => {
  const { sent } = await asked([OWN, OWN], { type: 'passkey-get', policy: null });
  assert.equal('permissionsPolicy' in sent.context, false);
  assert.deepEqual(sent.context.ancestorOrigins, ['https://login.shop.example', 'https://login.shop.example']);
});

test('a policy that is not a list of features is ignored', async () => {
  for (const policy of [undefined, 'publickey-credentials-get', { 0: GET, length: 1 }, true]) {
    assert.deepEqual((await asked([BLOG], { type: 'passkey-get', policy })).answer, NATIVE);
  }
  const { sent } = await asked([BLOG], { type: 'passkey-get', policy: [GET, 'camera', 7] });
  assert.deepEqual(sent.context.permissionsPolicy, [GET]);
});

test('no cross-origin frame gets a passkey without a user gesture, without a question, or below a document without a URL', async () => {
  for (const [around, request] of [
    [[BLOG], { type: 'passkey-create', gesture: false }],
    [[BLOG], { type: 'passkey-create', conditional: true }],
    [['about:blank'], { type: 'passkey-get' }],
    [[OWN, 'about:srcdoc'], { type: 'passkey-get' }],
  ]) {
    const { walk, answer } = await asked(around, { policy: [GET, CREATE], ...request });
    assert.deepEqual(answer, NATIVE, JSON.stringify(request));
    assert.deepEqual(walk.host.sent, []);
  }
});

test('below a document without a URL, the enclosing origin is the one that the browser gives for its port', async () => {
  const [login, blog] = ['https://login.shop.example', 'https://blog.example'];
  for (const [around, origins, policy, ancestors] of [
    [[OWN, 'about:srcdoc'], [login], null, [login, login]],
    [[OWN, 'about:blank', 'about:blank'], [login, login], null, [login, login, login]],
    [[BLOG, 'about:blank'], [blog], [GET], [blog, blog]],
    // An empty document with a foreign origin belongs to that origin, wherever it is.
    [[OWN, 'about:blank'], [blog], null, null],
    // A sandboxed document has an opaque origin.
    [[OWN, 'about:srcdoc'], ['null'], null, null],
    [[OWN, 'data:text/html,x'], [], null, null],
  ]) {
    const { walk, page } = framed(around);
    for (const [index, origin] of origins.entries()) {
      const frameId = index + 1;
      walk.chrome.connectFrame({ frameId, documentId: `document-${frameId}`, origin, url: around[frameId] });
    }
    page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, gesture: true, policy });
    await settle();
    const told = JSON.stringify([around, origins]);
    if (ancestors === null) {
      assert.deepEqual(page.last('passkey-answer'), NATIVE, told);
      assert.deepEqual(walk.host.sent, []);
    } else {
      const { context } = walk.host.last('get-passkey');
      assert.deepEqual(context.ancestorOrigins, ancestors, told);
      assert.equal(context.topOrigin, ancestors.at(-1));
    }
  }
});

test('a document without a URL that does not answer has no known origin', async () => {
  const { walk, page } = framed([OWN, 'about:blank']);
  const around = walk.chrome.connectFrame({ frameId: 1, documentId: 'document-1', origin: 'https://login.shop.example', url: 'about:blank' });
  around.says = () => {};
  page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, gesture: true, policy: null });
  await settle();
  assert.equal(page.last('passkey-answer'), undefined);
  await walk.time.advance(400);
  assert.deepEqual(page.last('passkey-answer'), NATIVE);
});

test('the popup names the requesting site and the site whose page contains it', async () => {
  for (const [around, site] of [
    [[], 'login.shop.example'],
    [[OWN], 'login.shop.example'],
    [[BLOG], 'login.shop.example, inside blog.example'],
    [[BLOG, OWN], 'login.shop.example, inside blog.example'],
    // A foreign origin is between the page in the tab and the frame.
    [[OWN, BLOG], 'login.shop.example, inside blog.example'],
    [['https://pay.shop.example:8443/', BLOG], 'login.shop.example, inside pay.shop.example:8443'],
  ]) {
    const { walk, sent } = await asked(around, { type: 'passkey-get', policy: [GET] });
    walk.host.says({ type: 'present', id: sent.id, view: { number: 1, kind: 'list', title: 'Passkeys', rows: [{ id: 'r1', title: 'anne' }] } });
    await settle();
    assert.equal(walk.chrome.connectPopup().last('show').screen.site, site);
  }
});

test('a conditional request of a permitted frame is sent along with its user-name field, including the policy', async () => {
  const { walk, page } = framed([BLOG]);
  page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA' }, conditional: true, policy: [GET] });
  await settle();
  const { popup, asked: suggestions } = await walk.offer(page, { items: [{ ...ITEM, kind: 'passkey' }] }, 'username');
  assert.deepEqual(suggestions.passkey, { challenge: 'AA' });
  assert.deepEqual(suggestions.context.permissionsPolicy, [GET]);
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  assert.deepEqual(walk.host.last('provide').context.permissionsPolicy, [GET]);
});
