// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A QR code on a page sets up the one-time codes of an account, without the user copying a link.

import assert from 'node:assert/strict';
import test from 'node:test';

import { createPagePicture } from '../background/page-picture.js';
import { settle } from './support/fake-chrome.js';
import { Walk } from './support/walk.js';

const TAB = { id: 7, windowId: 1 };

/** @param {Walk} walk the walk in which the user chooses the item in the browser's own menu */
async function readFromMenu(walk) {
  walk.chrome.contextMenus.onClicked.emit({ menuItemId: 'read-page-code', frameId: 3, editable: false }, TAB);
  await settle();
  const popup = walk.chrome.connectPopup();
  await settle();
  return popup;
}

test('the menu of a picture sends what the window shows, together with its page, and the popup says what was set up', async () => {
  const walk = new Walk();
  walk.chrome.connectFrame();
  const popup = await readFromMenu(walk);
  assert.equal(walk.chrome.popupsOpened, 1);
  const asked = await walk.answers('set-up-code', { type: 'set-up-done', service: 'shop.example', account: 'anne' });
  assert.deepEqual([asked.picture, asked.url, asked.context.origin], ['iVBORw0K', undefined, 'https://login.shop.example']);
  assert.equal(popup.last('show').screen.kind, 'done');
});

test('the form for adding a code reads the active page', async () => {
  const walk = new Walk();
  walk.chrome.connectFrame();
  const popup = await walk.openHome();
  await walk.act(popup, 'add', { what: 'code' });
  await walk.act(popup, 'read-page-code');
  assert.equal(walk.host.last('set-up-code').picture, 'iVBORw0K');
  assert.equal(walk.chrome.windowsCreated, 0);
});

for (const [name, change] of [
  ['a page of the browser’s own', (walk) => { walk.chrome.shownPicture = null; }],
  ['a tab that is not shown', (walk) => { walk.chrome.activeTab = 8; }],
  ['a page without a content script', (walk) => { walk.chrome.pages = []; }],
]) {
  test(`nothing is sent for ${name}, and the popup says so`, async () => {
    const walk = new Walk();
    walk.chrome.connectFrame();
    change(walk);
    const popup = await readFromMenu(walk);
    assert.equal(walk.host.last('set-up-code'), undefined);
    assert.equal(popup.last('show').screen.problem.title, 'This page cannot be read');
  });
}

for (const [code, title] of [
  ['noCodeInPicture', 'No QR code found'], ['severalCodesInPicture', 'There are several QR codes'],
  ['pictureNotRead', 'The QR code could not be read'],
]) {
  test(`the popup says in words what ${code} means`, async () => {
    const walk = new Walk();
    walk.chrome.connectFrame();
    const popup = await readFromMenu(walk);
    await walk.answers('set-up-code', { type: 'failure', code });
    assert.equal(popup.last('show').screen.problem.title, title);
  });
}

test('a picture that is too large for a message is reduced until it fits, and no further', async () => {
  const large = 'A'.repeat(225 * 1024);
  const tabs = { get: async () => ({ windowId: 1, active: true }), captureVisibleTab: async () => `data:image/png;base64,${large}` };
  /** @type {number[][]} */
  const tried = [];
  const drawAgain = async (/** @type {string} */ url, /** @type {number} */ scale, /** @type {number} */ quality) => {
    assert.equal(url.endsWith(large), true);
    tried.push([scale, quality]);
    return tried.length < 3 ? large : 'small';
  };
  assert.equal(await createPagePicture({ tabs, drawAgain }).of(7), 'small');
  assert.deepEqual(tried, [[1, 0.8], [1, 0.5], [0.5, 0.8]]);
  assert.equal(await createPagePicture({ tabs, drawAgain: async () => large }).of(7), null);
});
