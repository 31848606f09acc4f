// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The path from the page to the providers: the first broken link is named, with its remedy, and nothing personal is revealed.

import assert from 'node:assert/strict';
import test from 'node:test';

import { providersLink } from '../background/health.js';
import { mendOf, linkName, reportOf, stateName } from '../health/words.js';
import { CATALOGUES, ENGLISH, speak } from './support/catalogues.js';
import { settle } from './support/fake-chrome.js';
import { Walk } from './support/walk.js';

const SITE = 'https://login.shop.example/secret-path?account=anne';

/** Opens the health page next to a page, and returns the result that it gets. */
async function health(walk, { tabs = [{ id: 7, url: SITE, lastAccessed: 5 }], isAlive = true, during = () => {} } = {}) {
  walk.chrome.tabs.query = async () => [...tabs, { id: 9, url: 'chrome-extension://the-extension/health/health.html', lastAccessed: 9 }];
  walk.chrome.frameAnswers = isAlive;
  const port = walk.chrome.connectHealth();
  port.says({ type: 'check' });
  await settle();
  await during();
  await settle();
  for (const { target } of walk.chrome.injected) assert.deepEqual(target, { tabId: 7, frameIds: [0] });
  return port.last('health');
}

const stateOf = (told) => Object.fromEntries(told.links.map(({ name, state, reason }) => [name, reason === '' ? state : `${state}: ${reason}`]));

/** Returns the result in a world whose broker answers with these providers. */
async function answered(providers, more = {}) {
  const walk = new Walk();
  await settle();
  return health(walk, { ...more, during: () => walk.answers('status', { type: 'status', providers }) });
}

test('every link is reported as working if all work', async () => {
  const told = await answered([{ name: 'Passfold', state: 'unlocked' }]);
  assert.deepEqual(stateOf(told), { page: 'ok', extension: 'ok', host: 'ok', broker: 'ok', profile: 'ok', providers: 'ok' });
  assert.deepEqual(told.links.map(mendOf), [null, null, null, null, null, null]);
});

test('a missing host is reported, and the links behind it are not called broken', async () => {
  const walk = new Walk((chrome) => { chrome.hostIsMissing = true; });
  await settle();
  const told = await health(walk);
  assert.deepEqual(stateOf(told), {
    page: 'ok', extension: 'ok', host: 'broken: hostMissing', broker: 'unknown', profile: 'unknown', providers: 'unknown',
  });
  assert.equal(mendOf(told.links[2])?.command, 'passfold browser install');
});

test('a broker that cannot be started, or has another version, is the broken link', async () => {
  for (const [message, reason] of [[{ type: 'unavailable', code: 'x' }, 'brokerUnreachable'], [{ type: 'welcome', protocol: 99 }, 'versionMismatch']]) {
    const walk = new Walk((chrome) => { chrome.hostIsMissing = true; });
    await settle();
    walk.chrome.hostIsMissing = false;
    const told = await health(walk, { during: () => walk.host.says(message) });
    assert.deepEqual(stateOf(told), {
      page: 'ok', extension: 'ok', host: 'ok', broker: `broken: ${reason}`, profile: 'unknown', providers: 'unknown',
    });
    assert.match(mendOf(told.links[3])?.happened ?? '', /\S/);
  }
});

test('a host that ends during the check is the broken link', async () => {
  const walk = new Walk();
  await settle();
  const told = await health(walk, { during: () => walk.host.leaves() });
  assert.equal(stateOf(told).host, 'broken: hostEnded');
  assert.equal(stateOf(told).broker, 'unknown');
});

test('the check of a silent broker ends after a time limit', async () => {
  const walk = new Walk();
  await settle();
  const told = await health(walk, { during: () => walk.time.advance(5000) });
  assert.equal(stateOf(told).broker, 'broken: timedOut');
  assert.match(mendOf(told.links[3])?.happened ?? '', /\S/);
});

test('a profile that is not connected is the broken link, with the broker’s reason', async () => {
  const walk = new Walk((chrome) => { chrome.hostIsMissing = true; });
  await settle();
  walk.chrome.hostIsMissing = false;
  const told = await health(walk, { during: async () => {
    walk.host.says({ type: 'welcome', protocol: 1, challenge: 'A'.repeat(43) });
    walk.host.says({ type: 'not-paired', reason: 'otherProgram' });
  } });
  assert.equal(stateOf(told).broker, 'ok');
  assert.equal(stateOf(told).profile, 'broken: otherProgram');
  assert.equal(stateOf(told).providers, 'unknown');
  assert.match(mendOf(told.links[4])?.next ?? '', /popup/);
});

test('the provider nearest to working is reported, and so is a failing one next to a working one', () => {
  for (const [states, expected] of /** @type {[string[], string][]} */ ([
    [[], 'broken: none'], [['locked'], 'attention: locked'], [['noVault'], 'broken: noVault'], [['disabled'], 'broken: disabled'],
    [['failed'], 'broken: failed'], [['failed', 'locked'], 'attention: locked'], [['starting'], 'attention: starting'], [['resting'], 'ok'],
    [['ready', 'failed'], 'attention: failed'], [['unlocked', 'noVault'], 'ok'], [['of a later version'], 'broken: failed'],
  ])) {
    const link = providersLink(states.map((state) => ({ name: 'P', state })));
    assert.equal(link.reason === '' ? link.state : `${link.state}: ${link.reason}`, expected, String(states));
  }
});

test('the check asks the most recently used page, and never one of the extension’s own', async () => {
  const providers = [{ name: 'Passfold', state: 'unlocked' }];
  const older = { id: 3, url: 'https://old.example/', lastAccessed: 1 };
  assert.equal(stateOf(await answered(providers, { tabs: [older, { id: 7, url: SITE, lastAccessed: 5 }] })).page, 'ok');
  assert.equal(stateOf(await answered(providers, { isAlive: false })).page, 'broken: silent');
  assert.equal(stateOf(await answered(providers, { tabs: [] })).page, 'unknown: noPage');
  assert.equal(stateOf(await answered(providers, { tabs: [{ id: 7, url: 'about:addons', lastAccessed: 5 }] })).page, 'unknown: notAPage');
});

test('the check reports that the browser keeps the extension out of pages', async () => {
  const walk = new Walk((chrome) => { chrome.isWithheld = true; });
  await settle();
  const told = await health(walk, { during: () => walk.answers('status', { type: 'status', providers: [] }) });
  assert.equal(stateOf(told).page, 'broken: withheld');
});

test('neither the result nor the report to copy contains a site, an account or the name of a vault', async () => {
  const told = await answered([{ name: 'Vault of Anne', state: 'locked' }]);
  assert.doesNotMatch(JSON.stringify(told), /shop\.example|anne@|secret-path/);
  const report = reportOf(told, 'Browser/1');
  assert.equal(report, 'Passfold 0.1.0\nBrowser/1\npage: ok\nextension: ok\nhost: ok\nbroker: ok\nprofile: ok\nproviders: attention, locked\nprovider 1: locked');
});

test('a page cannot start the health check', async () => {
  const walk = new Walk();
  await settle();
  const page = walk.chrome.connectFrame();
  page.says({ type: 'check' });
  const { FakePort } = await import('./support/fake-chrome.js');
  const posing = new FakePort('passfold-health', { id: walk.chrome.runtime.id, url: SITE, tab: { id: 7, windowId: 1 }, frameId: 0, documentId: 'd' });
  walk.chrome.runtime.onConnect.emit(posing);
  posing.says({ type: 'check' });
  await settle();
  assert.equal(walk.host.last('status'), undefined);
  assert.ok(posing.closed);
});

test('every reason has a text in every language', (t) => {
  t.after(() => speak(ENGLISH, 'en-US'));
  const REASONS = {
    page: ['noPage', 'notAPage', 'withheld', 'silent'],
    host: ['hostMissing', 'hostForbidden', 'hostEnded'],
    broker: ['brokerUnreachable', 'versionMismatch', 'protocolError', 'connecting', 'timedOut', 'busy'],
    profile: ['unknownKey', 'otherProgram', 'hiddenProgram'],
    providers: ['none', 'locked', 'starting', 'noVault', 'disabled', 'failed'],
  };
  for (const [language, catalogue] of CATALOGUES) {
    speak(catalogue, language);
    for (const [name, reasons] of Object.entries(REASONS)) {
      for (const reason of reasons) {
        const mend = mendOf(/** @type {any} */ ({ name, state: 'broken', reason }));
        assert.ok(mend !== null && mend.happened !== '' && mend.next !== '', `${language} ${name} ${reason}`);
      }
      assert.notEqual(linkName(name), '');
    }
    for (const state of ['ok', 'attention', 'broken', 'unknown']) assert.notEqual(stateName(state), '');
  }
});
