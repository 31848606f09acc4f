// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A server asks for a user name and password by HTTP.

import assert from 'node:assert/strict';
import test from 'node:test';

import { askingOrigin } from '../background/sign-in-challenges.js';
import { settle } from './support/fake-chrome.js';
import { Walk } from './support/walk.js';

const REQUEST = { requestId: '41', isProxy: false, type: 'main_frame', url: 'https://files.shop.example/private?a=b', tabId: 7, frameId: 0, parentFrameId: -1 };
const ITEM = { token: 'p1', kind: 'password', service: 'shop.example', account: 'anne', provider: 'Passfold' };

/** Returns a walk in a browser whose user has switched this on; `arrange` changes the browser before it starts. */
async function switchedOn(arrange = (_) => {}) {
  const walk = new Walk((chrome) => {
    chrome.kept = { httpSignIns: true };
    arrange(chrome);
  });
  await settle();
  return walk;
}

/** Sends a challenge to the browser; `given` is the answer that it gets, undefined while it waits. */
async function challenge(walk, change = {}) {
  const waiting = { given: undefined };
  walk.chrome.webRequest.onAuthRequired.emit({ ...REQUEST, ...change }, (answer) => { waiting.given = answer; });
  await settle();
  return waiting;
}

/** Has the fitting entries offered in a popup. */
async function offered(walk, change, items = [ITEM]) {
  const waiting = await challenge(walk, change);
  await walk.answers('suggestions', { type: 'suggestions', items, locked: [], canList: true });
  const popup = walk.chrome.connectPopup();
  await settle();
  return { waiting, popup };
}

const credential = { type: 'credential', kind: 'password', user: 'anne', password: 'secret' };

test('what fits the server’s origin is offered, and sent once the user picks it', async () => {
  const walk = await switchedOn();
  const { waiting, popup } = await offered(walk);
  assert.deepEqual(walk.host.last('suggestions').context, {
    origin: 'https://files.shop.example', topOrigin: 'https://files.shop.example', ancestorOrigins: [], tab: 7, frame: 0, document: 'http-41',
  });
  const { screen } = popup.last('show');
  assert.deepEqual([screen.title, screen.site, screen.note, screen.all, screen.selected],
    ['The site asks you to sign in', 'files.shop.example', null, null, null]);
  assert.equal(walk.chrome.popupsOpened, 1);
  assert.equal(waiting.given, undefined);
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  const provided = await walk.answers('provide', credential);
  assert.equal(provided.token, 'p1');
  assert.deepEqual(provided.context, walk.host.last('suggestions').context);
  assert.deepEqual(waiting.given, { authCredentials: { username: 'anne', password: 'secret' } });
  assert.equal(popup.sent.at(-1).type, 'close');
  assert.doesNotMatch(JSON.stringify(popup.sent), /secret|p1"/);
});

test('refused credentials are reported and not sent again automatically, and the browser asks after three attempts', async () => {
  const walk = await switchedOn();
  for (let count = 0; count < 3; count += 1) {
    const { waiting, popup } = await offered(walk);
    assert.equal(/did not accept/.test(popup.last('show').screen.note ?? ''), count > 0);
    assert.equal(waiting.given, undefined, 'credentials were sent without a pick');
    await walk.does(popup, { type: 'choose', row: 'item-0' });
    await walk.answers('provide', credential);
    assert.ok(waiting.given.authCredentials);
    popup.leaves();
    await settle();
  }
  const sent = walk.host.sent.length;
  assert.deepEqual((await challenge(walk)).given, {});
  assert.equal(walk.host.sent.length, sent);
});

for (const [name, act] of [
  ['cancels', (walk, popup) => walk.does(popup, { type: 'cancel' })],
  ['closes the popup', async (walk, popup) => { popup.leaves(); await settle(); }],
  ['picks an entry that the provider cannot release', async (walk, popup) => {
    await walk.does(popup, { type: 'choose', row: 'item-0' });
    await walk.answers('provide', { type: 'failure', code: 'providerFailed' });
  }],
  ['picks an entry that turns out not to be a password', async (walk, popup) => {
    await walk.does(popup, { type: 'choose', row: 'item-0' });
    await walk.answers('provide', { type: 'credential', kind: 'one-time-code', code: '123456' });
  }],
]) {
  test(`the browser asks if the user ${name}`, async () => {
    const walk = await switchedOn();
    const { waiting, popup } = await offered(walk);
    await act(walk, popup);
    assert.deepEqual(waiting.given, {});
  });
}

test('the popup closes when the request ends', async () => {
  const walk = await switchedOn();
  const { waiting, popup } = await offered(walk);
  walk.chrome.webRequest.onErrorOccurred.emit(REQUEST);
  await settle();
  assert.equal(popup.sent.at(-1).type, 'close');
  assert.deepEqual(waiting.given, {});
});

test('proxies, unencrypted requests, frames, pictures and requests without a tab are left to the browser', async () => {
  for (const change of [{ isProxy: true }, { isProxy: undefined }, { url: 'http://files.shop.example/' }, { type: 'sub_frame' }, { type: 'image' }, { type: 'xmlhttprequest' }, { tabId: -1 }, { url: '' }]) {
    const walk = await switchedOn();
    assert.equal(askingOrigin({ ...REQUEST, ...change }), null);
    assert.deepEqual((await challenge(walk, change)).given, {});
    assert.deepEqual(walk.host.sent, []);
  }
  assert.equal(askingOrigin({ ...REQUEST, url: 'http://localhost:8080/a' }), 'http://localhost:8080');
});

test('if nothing fits, the tab is not shown or the user is busy, the browser asks and no popup opens', async () => {
  const nothing = await switchedOn();
  const waiting = await challenge(nothing);
  await nothing.answers('suggestions', { type: 'suggestions', items: [], locked: [], canList: true });
  assert.deepEqual(waiting.given, {});
  assert.equal(nothing.chrome.popupsOpened, 0);
  const behind = await switchedOn((chrome) => { chrome.activeTab = 8; });
  assert.deepEqual((await challenge(behind)).given, {});
  const busy = await switchedOn();
  await busy.offer(busy.chrome.connectFrame());
  assert.deepEqual((await challenge(busy)).given, {});
  assert.equal(busy.chrome.popupsOpened, 1);
  const without = await switchedOn((chrome) => { chrome.hostIsMissing = true; });
  await settle();
  assert.deepEqual((await challenge(without)).given, {});
});

test('the browser answers challenges itself unless the user switches this on, and again after it is switched off', async () => {
  const walk = new Walk();
  await settle();
  assert.equal((await challenge(walk)).given, undefined);
  assert.equal(walk.host.last('suggestions'), undefined);
  await walk.chrome.storage.local.set({ httpSignIns: true });
  await settle();
  await offered(walk);
  await walk.chrome.storage.local.set({ httpSignIns: false });
  await settle();
  const before = walk.host.sent.length;
  await challenge(walk, { requestId: '42' });
  assert.equal(walk.host.sent.length, before);
});
