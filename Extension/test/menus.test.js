// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The browser's own menu and shortcuts: other ways to the popup.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import vm from 'node:vm';

import { SCRIPTS } from '../training/detector.mjs';
import { settle } from './support/fake-chrome.js';
import { TINY_WINDOW, TinyInput, parseDocument } from './support/tiny-dom.js';
import { Walk } from './support/walk.js';

const TAB = { id: 7, windowId: 1 };

/** @param {Walk} walk @param {object} info */
async function click(walk, info) {
  walk.chrome.contextMenus.onClicked.emit({ frameId: 0, editable: true, ...info }, TAB);
  await settle();
}

test('the menu has its items in one submenu, in fields and pages', () => {
  const { made } = new Walk().chrome.contextMenus;
  assert.deepEqual(made.map(({ title, parentId }) => [title, parentId]), [
    ['Passfold', undefined], ['Fill password…', 'passfold'], ['Fill one-time code…', 'passfold'], ['Generate a password…', 'passfold'],
    ['Set up code from QR code…', 'passfold'],
  ]);
  assert.deepEqual(made.map(({ contexts }) => contexts), [
    ['page', 'editable', 'image'], ['page', 'editable'], ['page', 'editable'], ['editable'], ['page', 'image'],
  ]);
});

test('a menu item opens the suggestions for the clicked field, and releases nothing', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  await click(walk, { menuItemId: 'fill-code' });
  assert.deepEqual(walk.chrome.told, [{ tab: 7, message: { type: 'clicked', field: 'one-time-code' }, frameId: 0 }]);
  assert.deepEqual(walk.host.sent, []);
  page.says({ type: 'clicked', request: 3, field: 'one-time-code' });
  await settle();
  assert.equal(walk.chrome.popupsOpened, 1);
  assert.equal(walk.host.last('suggestions').field, 'one-time-code');
  assert.equal(walk.host.last('provide'), undefined);
});

test('a password is generated for the clicked field, by the rules of its page', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  await click(walk, { menuItemId: 'make-password' });
  page.says({ type: 'clicked', request: 3, field: 'new-password', rules: 'minlength: 12;' });
  await settle();
  assert.equal(walk.host.last('generate-password').passwordFieldRules, 'minlength: 12;');
  assert.equal(walk.host.last('suggestions'), undefined);
});

test('a frame that was not asked for its clicked field opens nothing', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const other = walk.chrome.connectFrame({ frameId: 3, documentId: 'document-3' });
  page.says({ type: 'clicked', request: 3, field: 'current-password' });
  await click(walk, { menuItemId: 'fill-password' });
  other.says({ type: 'clicked', request: 3, field: 'current-password' });
  await settle();
  assert.equal(walk.chrome.popupsOpened, 0);
  assert.deepEqual(walk.host.sent, []);
});

for (const [name, change] of [
  ['a page without a content script', async (walk) => { walk.chrome.tabHearsNothing = true; await click(walk, { menuItemId: 'fill-password' }); }],
  ['a page that does not answer', async (walk) => { await click(walk, { menuItemId: 'fill-password' }); await walk.time.advance(1000); }],
  ['a field that cannot be filled', async (walk) => {
    const page = walk.chrome.connectFrame();
    await click(walk, { menuItemId: 'fill-password' });
    page.says({ type: 'clicked', request: null, field: 'current-password' });
  }],
  ['no field at all', async (walk) => click(walk, { menuItemId: 'fill-password', editable: false })],
]) {
  test(`the popup opens with its first screen for ${name}`, async () => {
    const walk = new Walk();
    await change(walk);
    await settle();
    assert.equal(walk.chrome.popupsOpened, 1);
    assert.equal(walk.host.last('provide'), undefined);
  });
}

test('the shortcut opens the suggestions for the focused field, and fills nothing by itself', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  await walk.focus(page, 'current-password');
  walk.chrome.commands.onCommand.emit('fill-field');
  await settle();
  assert.equal(walk.chrome.popupsOpened, 1);
  assert.equal(walk.host.last('suggestions').field, 'current-password');
  assert.deepEqual(page.sent, []);
});

test('without a focused field, the shortcut opens the popup, and another command does nothing', async () => {
  const walk = new Walk();
  walk.chrome.commands.onCommand.emit('something-else');
  await settle();
  assert.equal(walk.chrome.popupsOpened, 0);
  walk.chrome.commands.onCommand.emit('fill-field');
  await settle();
  assert.equal(walk.chrome.popupsOpened, 1);
});

const context = vm.createContext({
  ...TINY_WINDOW,
  Event: class { constructor(type) { this.type = type; } }, InputEvent: class { constructor(type) { this.type = type; } }, location: { pathname: '/' }, WeakRef,
});
for (const name of [...SCRIPTS, 'fill-targets', 'fill', 'clicked']) vm.runInContext(await readFile(new URL(`../content/${name}.js`, import.meta.url), 'utf8'), context);
/** @type {any} */
const { PassfoldClicked, PassfoldFill } = context;

/** @param {string} markup @returns {any} its first field */
function fieldOf(markup) {
  const find = (/** @type {any} */ node) => (node instanceof TinyInput ? node : node.childNodes.map(find).find(Boolean));
  return find(parseDocument(markup));
}

/** @param {any} target @param {boolean} isTrusted */
function open(target, isTrusted = true) {
  PassfoldClicked.opened({ isTrusted, composedPath: () => [target] });
}

test('the menu applies to the field on which the user opened it, and a script’s event is ignored', () => {
  const field = fieldOf('<form id=login><input type=password name=pw><button>Sign in</button></form>');
  const other = fieldOf('<input name=other>');
  open(field);
  open(other, false);
  assert.equal(PassfoldClicked.fieldFor('current-password').element, field);
  open({});
  assert.equal(PassfoldClicked.fieldFor('current-password'), null);
});

test('a field unknown to the detector is filled if the user chooses its purpose, but a password only into a field that hides it', () => {
  const text = fieldOf('<input name=q7>');
  open(text);
  assert.equal(PassfoldClicked.fieldFor('current-password').field, 'current-password');
  assert.equal(PassfoldClicked.isNamed(text), true);
  assert.equal(PassfoldFill.fillNamed(text, { kind: 'password', user: 'anne', password: 'secret' }), 'filled');
  assert.equal(text.value, 'anne');
  const hidden = fieldOf('<input type=password name=q8>');
  open(hidden);
  assert.equal(PassfoldClicked.fieldFor('one-time-code'), null, 'a code must not be offered for a field that hides it');
  assert.equal(PassfoldFill.fillNamed(hidden, { kind: 'one-time-code', code: '123456' }), 'refused');
  assert.equal(PassfoldFill.fillNamed(hidden, { kind: 'password', user: 'anne', password: 'secret' }), 'filled');
  assert.equal(hidden.value, 'secret');
});

test('a new password is filled only into a field that hides it, whatever the field looks like', () => {
  const text = fieldOf('<input name=q9>');
  open(text);
  assert.equal(PassfoldClicked.fieldFor('new-password'), null);
  assert.equal(PassfoldFill.fillNamed(text, { kind: 'new-password', password: 'made by the vault' }), 'refused');
  const hidden = fieldOf('<form id=login><input type=password name=pw><button>Sign in</button></form>');
  open(hidden);
  assert.equal(PassfoldClicked.fieldFor('new-password').field, 'new-password');
  assert.equal(PassfoldClicked.isNamed(hidden), true);
  assert.equal(PassfoldFill.fillNamed(hidden, { kind: 'new-password', password: 'made by the vault' }), 'filled');
  assert.equal(hidden.value, 'made by the vault');
});
