// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Walks through the worker from outside. The test plays the page's port, the popup's port and the native host.

import assert from 'node:assert/strict';
import test from 'node:test';

import { settle } from './support/fake-chrome.js';
import { ITEM, Walk } from './support/walk.js';

test('suggestions are requested with the frame’s identity from the browser, and only the popup receives them', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup, asked } = await walk.offer(page);
  assert.deepEqual(asked.context, {
    origin: 'https://login.shop.example',
    topOrigin: 'https://login.shop.example',
    ancestorOrigins: [],
    tab: 7,
    frame: 0,
    document: 'document-0',
  });
  const { screen } = popup.last('show');
  assert.deepEqual([...screen.rows, screen.all].map(({ title }) => title), ['shop.example — anne', 'Show all codes…']);
  assert.doesNotMatch(JSON.stringify(popup.sent), /token-1/);
  assert.deepEqual(page.sent, [], 'the page must learn nothing');
});

test('a focus alone sends nothing to the host and nothing to the page, whatever the host would answer', async () => {
  for (const change of [() => {}, (chrome) => { chrome.hostIsMissing = true; }]) {
    const walk = new Walk(change);
    await settle();
    const page = walk.chrome.connectFrame();
    page.says({ type: 'passkey-get', id: 'p1', options: { challenge: 'AA', allowCredentials: [{ type: 'public-key', id: 'AQ' }] }, conditional: true });
    for (const [request, field] of ['username', 'current-password', 'one-time-code'].entries()) await walk.focus(page, field, request);
    assert.deepEqual(walk.host.sent, []);
    assert.deepEqual(page.sent.filter(({ type }) => type !== 'passkey-answer'), []);
    assert.equal(walk.chrome.popupsOpened, 0);
  }
});

test('a frame’s parents come from the browser, nearest first', async () => {
  const walk = new Walk((chrome) => {
    chrome.frames = [
      { frameId: 0, parentFrameId: -1, url: 'https://top.example/a' },
      { frameId: 4, parentFrameId: 0, url: 'about:blank' },
      { frameId: 5, parentFrameId: 4, url: 'https://pay.example/' },
    ];
  });
  const page = walk.chrome.connectFrame({ frameId: 5, documentId: 'document-5', origin: 'https://pay.example' });
  const { context } = (await walk.offer(page)).asked;
  assert.deepEqual(context.ancestorOrigins, ['null', 'https://top.example']);
  assert.equal(context.topOrigin, 'https://top.example');
  assert.equal(context.document, 'document-5');
});

test('a picked code is released in the popup and filled into the field', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup, asked } = await walk.offer(page);
  assert.equal(walk.chrome.popupsOpened, 1);
  const { screen } = popup.last('show');
  assert.equal(screen.kind, 'suggestions');
  assert.equal(screen.site, 'login.shop.example');
  assert.equal(walk.host.last('provide'), undefined, 'a click in the page has released a code');

  await walk.does(popup, { type: 'choose', row: 'item-0' });
  const provided = await walk.answers('provide', { type: 'credential', kind: 'one-time-code', code: '123456' });
  assert.equal(provided.token, 'token-1');
  assert.deepEqual(provided.context, asked.context, 'the release must name the frame that asked');
  const fill = page.last('fill');
  assert.deepEqual(fill, { type: 'fill', fill: fill.fill, request: 1, kind: 'one-time-code', code: '123456' });
  page.says({ type: 'filled', fill: fill.fill, outcome: 'filled' });
  await settle();
  assert.equal(popup.sent.at(-1).type, 'close');
  assert.doesNotMatch(JSON.stringify(popup.sent), /123456/);
});

test('nothing is filled into a document other than the one that asked', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page);
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  walk.chrome.frames = [{ frameId: 0, parentFrameId: -1, url: 'https://login.shop.example/', documentId: 'document-1' }];
  await walk.answers('provide', { type: 'credential', kind: 'one-time-code', code: '123456' });
  assert.equal(page.last('fill'), undefined);
  assert.equal(popup.last('show').screen.problem.title, 'The page has changed');
});

test('a password is never filled for a code field', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page);
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  await walk.answers('provide', { type: 'credential', kind: 'password', user: 'anne', password: 'x' });
  assert.equal(page.last('fill'), undefined);
});

test('a page’s request ends when the page navigates', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page);
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  page.leaves();
  await settle();
  assert.equal(walk.host.last('cancel').id, walk.host.last('provide').id);
  assert.equal(popup.last('show').screen.problem.title, 'The page has changed');
});

test('an expired suggestion is replaced by fresh ones', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page);
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  await walk.answers('provide', { type: 'failure', code: 'tokenExpired' });
  await walk.answers('suggestions', { type: 'suggestions', items: [{ ...ITEM, token: 'token-2' }], locked: [], canList: true });
  assert.match(popup.last('show').screen.note, /too old/);
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  assert.equal(walk.host.last('provide').token, 'token-2');
});

test('suggestions are requested again each time the popup opens from the page', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page);
  popup.leaves();
  await walk.use(page);
  assert.equal(walk.host.sent.filter(({ type }) => type === 'suggestions').length, 2);
});

test('a reported use of the mark in a background tab opens nothing', async () => {
  const walk = new Walk((chrome) => {
    chrome.activeTab = 8;
  });
  const page = walk.chrome.connectFrame();
  page.says({ type: 'open', request: 1, field: 'username' });
  await settle();
  assert.equal(walk.chrome.popupsOpened, 0);
  assert.deepEqual(walk.host.sent, []);
});

test('the popup says that Passfold may not fill a field, and why', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const popup = await walk.use(page, 'username');
  await walk.answers('suggestions', { type: 'failure', code: 'notAllowedHere', detail: 'crossSiteFrame' });
  assert.match(popup.last('show').screen.problem.happened, /different site/);
  assert.deepEqual(page.sent, []);
});

test('closing the popup does not end a request while a locked provider is unlocked elsewhere', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page, { items: [], locked: [{ token: 'locked-token', provider: 'Passfold' }] });
  assert.equal(popup.last('show').screen.rows[0].title, 'Passfold is locked');
  await walk.does(popup, { type: 'choose', row: 'locked-0' });
  const asked = walk.host.last('provide');
  assert.equal(asked.token, 'locked-token');
  const view = { number: 1, source: 'Passfold', kind: 'message', title: 'Unlock Passfold', message: 'Type…', busy: true };
  walk.host.says({ type: 'present', id: asked.id, view });
  popup.leaves();
  await settle();
  assert.equal(walk.host.last('cancel'), undefined);

  const again = walk.chrome.connectPopup();
  await settle();
  assert.equal(again.last('show').screen.view.title, 'Unlock Passfold');
  walk.host.says({ type: 'dismiss', id: asked.id });
  walk.host.says({ type: 'credential', id: asked.id, kind: 'one-time-code', code: '654321' });
  await settle();
  assert.equal(page.last('fill').code, '654321');
});

test('a view that arrives while the popup is closed opens it again', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page, { items: [], locked: [{ token: 'l', provider: 'Passfold' }] });
  await walk.does(popup, { type: 'choose', row: 'locked-0' });
  const { id } = walk.host.last('provide');
  walk.host.says({ type: 'present', id, view: { number: 1, kind: 'message', title: 'Unlock', busy: true } });
  popup.leaves();
  walk.host.says({ type: 'dismiss', id });
  walk.host.says({ type: 'present', id, view: { number: 2, kind: 'list', title: 'Codes', rows: [{ id: 'r1', title: 'shop' }] } });
  await settle();
  assert.equal(walk.chrome.popupsOpened, 2);
});

test('closing the popup while it shows a list cancels the request', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page);
  await walk.does(popup, { type: 'show-all' });
  const { id, field } = walk.host.last('list');
  assert.equal(field, 'one-time-code');
  walk.host.says({ type: 'present', id, view: { number: 1, kind: 'list', title: 'Codes', rows: [{ id: 'r1', title: 'shop' }] } });
  await settle();
  assert.equal(popup.last('show').screen.view.rows[0].id, 'r1');
  popup.leaves();
  assert.deepEqual(walk.host.last('cancel'), { type: 'cancel', id });
});

test('new codes replace rows on the same screen, and another view is a new screen', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  const { popup } = await walk.offer(page);
  await walk.does(popup, { type: 'show-all' });
  const { id } = walk.host.last('list');
  const row = (code) => ({ id: 'r1', title: 'shop', code, validUntil: 1763690430, period: 30 });
  const numbers = [];
  for (const [number, code] of [[1, '111111'], [1, '222222'], [2, '222222']]) {
    walk.host.says({ type: 'present', id, view: { number, kind: 'list', title: 'Codes', rows: [row(code)] } });
    numbers.push(popup.last('show').number);
  }
  assert.equal(numbers[0], numbers[1]);
  assert.notEqual(numbers[1], numbers[2]);
  popup.says({ type: 'choose', row: 'r1', screen: numbers[0] });
  assert.equal(walk.host.last('view-event'), undefined, 'a choice on an outdated screen was sent');
  await walk.does(popup, { type: 'choose', row: 'r1' });
  assert.deepEqual(walk.host.last('view-event'), { type: 'view-event', id, view: 2, action: 'choose', row: 'r1' });
});

test('a set-up link is added after the user agrees', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'set-up-link', url: 'apple-otpauth://totp/shop.example:anne?secret=AAAA' });
  const popup = walk.chrome.connectPopup();
  await settle();
  const { id } = walk.host.last('set-up-code');
  walk.host.says({ type: 'present', id, view: { number: 1, kind: 'confirmation', title: 'Add?', confirmLabel: 'Add' } });
  await walk.does(popup, { type: 'confirm' });
  assert.equal(walk.host.last('view-event').action, 'confirm');
  walk.host.says({ type: 'set-up-done', id, service: 'shop.example', account: 'anne' });
  await settle();
  assert.match(popup.last('show').screen.message, /added for shop\.example, anne/);
});

test('a set-up link without a secret is explained', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'set-up-link', url: 'otpauth://totp/x' });
  const popup = walk.chrome.connectPopup();
  await settle();
  await walk.answers('set-up-code', { type: 'failure', code: 'badSetUpLink', detail: 'missingSecret' });
  assert.match(popup.last('show').screen.problem.happened, /no secret key/);
});

test('without the host, the popup explains the problem, and tries again at the user’s request', async () => {
  const walk = new Walk((chrome) => {
    chrome.hostIsMissing = true;
  });
  await settle();
  const page = walk.chrome.connectFrame();
  const popup = await walk.use(page);
  await settle();
  assert.deepEqual(page.sent, []);
  assert.equal(popup.last('show').screen.problem.command, 'passfold browser install');
  walk.chrome.hostIsMissing = false;
  await walk.does(popup, { type: 'try-again' });
  walk.host.says({ type: 'welcome', protocol: 1 });
  await settle();
  await walk.answers('suggestions', { type: 'suggestions', items: [ITEM], locked: [], canList: true });
  assert.equal(popup.last('show').screen.kind, 'suggestions');
});

test('a set-up link is handled immediately, however long the host was missing before', async () => {
  const walk = new Walk((chrome) => {
    chrome.hostIsMissing = true;
  });
  await walk.time.advance(60_000);
  walk.chrome.hostIsMissing = false;
  const page = walk.chrome.connectFrame();
  page.says({ type: 'set-up-link', url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' });
  await settle();
  walk.host.says({ type: 'welcome', protocol: 1 });
  await settle();
  assert.equal(walk.host.last('set-up-code')?.url, 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP');
});

test('a task that could not begin without the host begins automatically once the host is there, and only once', async () => {
  const SET_UP = { type: 'set-up-link', url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' };
  const beginnings = {
    'set-up-code': (page) => page.says(SET_UP),
    suggestions: (page) => page.says({ type: 'open', request: 1, field: 'one-time-code' }),
    manage: () => {},
  };
  for (const [type, begin] of Object.entries(beginnings)) {
    const walk = new Walk((chrome) => {
      chrome.hostIsMissing = true;
    });
    await walk.time.advance(60_000);
    begin(walk.chrome.connectFrame());
    await settle();
    const popup = walk.chrome.connectPopup();
    await settle();
    assert.equal(popup.last('show').screen.problem?.command, 'passfold browser install', type);
    walk.chrome.hostIsMissing = false;
    const before = walk.chrome.hosts.length;
    while (walk.chrome.hosts.length === before) await walk.time.advance(250);
    walk.host.says({ type: 'welcome', protocol: 1 });
    await settle();
    assert.equal(popup.last('show').screen.kind, 'waiting', type);
    assert.equal(walk.host.sent.filter((message) => message.type === type).length, 1, type);
    // If the host ends because of the request, only the user can repeat it.
    walk.host.leaves();
    await settle();
    assert.equal(popup.last('show').screen.problem?.title, 'Passfold’s helper program stopped', type);
    await walk.time.advance(1_000);
    walk.host.says({ type: 'welcome', protocol: 1 });
    await settle();
    assert.deepEqual(walk.host.sent, [], type);
  }
});

test('a connection made while the page is being looked up is used', async () => {
  const walk = new Walk((chrome) => {
    chrome.hostIsMissing = true;
  });
  await walk.time.advance(60_000);
  let lookedUp = () => {};
  const frames = walk.chrome.frames;
  walk.chrome.webNavigation.getAllFrames = () => new Promise((resolve) => {
    lookedUp = () => resolve(frames);
  });
  walk.chrome.connectFrame().says({ type: 'set-up-link', url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' });
  await settle();
  walk.chrome.hostIsMissing = false;
  await walk.time.advance(1_000);
  walk.host.says({ type: 'welcome', protocol: 1 });
  lookedUp();
  await settle();
  assert.equal(walk.host.sent.filter(({ type }) => type === 'set-up-code').length, 1);
});

test('the button of an installed web app shows what fits its page, and the popup’s own window does not count as a page', async () => {
  const walk = new Walk((chrome) => {
    chrome.windowType = 'app';
  });
  const page = walk.chrome.connectFrame();
  const popup = await walk.openHome({ items: [ITEM] });
  assert.equal(popup.last('show').screen.fits[0].title, 'shop.example');

  popup.leaves();
  page.says({ type: 'open', request: 2, field: 'one-time-code' });
  await settle();
  assert.equal(walk.chrome.windowsCreated, 1);
  walk.chrome.activeWindow = 101;
  const own = walk.chrome.connectPopup();
  await walk.does(own, { type: 'cancel' });
  const home = await walk.openHome({ items: [ITEM] });
  assert.deepEqual(home.last('show').screen.fits, []);
});

test('a browser that refuses its popup gets a window', async () => {
  const walk = new Walk((chrome) => {
    chrome.popupIsRefused = true;
  });
  const page = walk.chrome.connectFrame();
  page.says({ type: 'open', request: 1, field: 'one-time-code' });
  await settle();
  await walk.time.advance(2000);
  assert.equal(walk.chrome.windowsCreated, 1);
});

test('a window without a toolbar immediately gets the popup as a separate window', async () => {
  for (const type of ['popup', 'app']) {
    const walk = new Walk((chrome) => {
      chrome.windowType = type;
    });
    const page = walk.chrome.connectFrame();
    page.says({ type: 'open', request: 1, field: 'one-time-code' });
    await settle();
    assert.deepEqual([walk.chrome.popupsOpened, walk.chrome.windowsCreated], [0, 1], type);
  }
});

test('a prerendered page is identified by its document, whatever its frame’s number was', async () => {
  const walk = new Walk();
  const page = walk.chrome.connectFrame({ frameId: 12 });
  const { popup, asked } = await walk.offer(page);
  assert.deepEqual(asked.context, {
    origin: 'https://login.shop.example', topOrigin: 'https://login.shop.example', ancestorOrigins: [], tab: 7, frame: 0, document: 'document-0',
  });
  await walk.does(popup, { type: 'choose', row: 'item-0' });
  await walk.answers('provide', { type: 'credential', kind: 'one-time-code', code: '123456' });
  assert.equal(page.last('fill').code, '123456');
});

test('a port from another sender is closed', () => {
  const walk = new Walk();
  assert.equal(walk.chrome.connectFrame({ id: 'another-extension' }).closed, true);
  assert.equal(walk.chrome.connectFrame({ tab: undefined }).closed, true);
});
