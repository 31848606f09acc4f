// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

import assert from 'node:assert/strict';
import test from 'node:test';

import { createNativePort, reasonOfEnd } from '../background/native-port.js';
import { createRequests } from '../background/requests.js';
import { FakeChrome, ManualTime, settle } from './support/fake-chrome.js';

function connected({ missing = false } = {}) {
  const chrome = new FakeChrome();
  chrome.hostIsMissing = missing;
  const time = new ManualTime();
  const { setTimer, clearTimer, random } = time.surroundings();
  const port = createNativePort({
    connectNative: chrome.runtime.connectNative,
    lastError: () => chrome.runtime.lastError?.message,
    setTimer,
    clearTimer,
    random,
  });
  const states = [];
  const requests = createRequests(port);
  port.listen(requests.receive, (state) => {
    states.push(state);
    if (state !== 'ready' && state !== 'connecting') requests.connectionEnded(state);
  });
  port.connect();
  return { chrome, time, port, requests, states };
}

test('sends nothing before the welcome, then the waiting messages in order', () => {
  const { chrome, port } = connected();
  port.send({ type: 'status', id: 1 });
  port.send({ type: 'status', id: 2 });
  assert.deepEqual(chrome.host.sent, []);
  chrome.host.says({ type: 'welcome', protocol: 1 });
  assert.deepEqual(chrome.host.sent.map(({ id }) => id), [1, 2]);
  assert.equal(chrome.host.name, 'org.passfold.browser_host');
});

test('unpaired surrogates, which a page may put anywhere, do not reach the host, and everything else arrives unchanged', () => {
  const { chrome, port } = connected();
  const plain = { type: 'signal', id: 1, name: 'Zoë 🔑 \\ud800 \\\\udfff \u0000\n"', more: [1, null, true] };
  port.send(plain);
  chrome.host.says({ type: 'welcome', protocol: 1 });
  port.send({ type: 'signal', id: 2, name: 'a\ud800', 'b\udfff': ['\udc00\ud83d', '\\\ud83d\ude00\ude00'] });
  const [first, second] = chrome.host.sent;
  assert.deepEqual(first, plain);
  assert.deepEqual(second, { type: 'signal', id: 2, name: 'a\ufffd', 'b\ufffd': ['\ufffd\ufffd', '\\😀\ufffd'] });
});

test('reconnects with a growing delay of at most half a minute, and resets the delay after a welcome', async () => {
  const { chrome, time, states } = connected({ missing: true });
  await settle();
  assert.equal(states.at(-1), 'hostMissing');
  const attempts = [];
  for (let count = 0; count < 11; count += 1) {
    const before = chrome.hosts.length;
    let waited = 0;
    while (chrome.hosts.length === before) {
      await time.advance(250);
      waited += 250;
    }
    attempts.push(waited);
  }
  assert.deepEqual(attempts, [250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000, 30000]);
  chrome.hostIsMissing = false;
  await time.advance(30000);
  chrome.host.says({ type: 'welcome', protocol: 1 });
  chrome.host.leaves();
  const before = chrome.hosts.length;
  await time.advance(250);
  assert.equal(chrome.hosts.length, before + 1);
});

test('a retry by the user does not wait', async () => {
  const { chrome, port } = connected({ missing: true });
  await settle();
  chrome.hostIsMissing = false;
  port.tryNow();
  chrome.host.says({ type: 'welcome', protocol: 1 });
  assert.equal(port.state, 'ready');
});

test('distinguishes the reasons for the end of a connection', () => {
  assert.equal(reasonOfEnd('Specified native messaging host not found.'), 'hostMissing');
  assert.equal(reasonOfEnd('No such native application org.passfold.browser_host'), 'hostMissing');
  assert.equal(reasonOfEnd('Access to the specified native messaging host is forbidden.'), 'hostForbidden');
  assert.equal(reasonOfEnd('Native host has exited.'), 'hostEnded');
  assert.equal(reasonOfEnd(undefined), 'hostEnded');
});

for (const [name, message, state] of [
  ['the broker cannot be reached', { type: 'unavailable', code: 'brokerUnreachable' }, 'brokerUnreachable'],
  ['the host speaks another version', { type: 'welcome', protocol: 2 }, 'versionMismatch'],
  ['the host sends something other than a message', { type: 'nonsense' }, 'protocolError'],
  ['the host answers before the welcome', { type: 'dismiss', id: 1 }, 'protocolError'],
]) {
  test(`ends the connection when ${name}, and open requests fail with that reason`, async () => {
    const { chrome, port, requests } = connected();
    const { answer } = requests.open('status', {});
    chrome.host.says(message);
    assert.equal(port.state, state);
    assert.equal(chrome.hosts[0].closed, true);
    assert.equal((await answer).code, state);
  });
}

test('a message over 256 KiB is not sent', async () => {
  const { chrome, requests } = connected();
  chrome.host.says({ type: 'welcome', protocol: 1 });
  const { answer } = requests.open('get-passkey', { options: { challenge: 'A'.repeat(256 * 1024) } });
  assert.equal((await answer).code, 'badRequest');
  assert.deepEqual(chrome.host.sent, []);
});

test('delivers views and the answer to the request that they belong to', async () => {
  const { chrome, requests } = connected();
  chrome.host.says({ type: 'welcome', protocol: 1 });
  const seen = [];
  const one = requests.open('list', {}, { present: (view) => seen.push(view.title), dismiss: () => seen.push('-') });
  const two = requests.open('status', {});
  const view = { number: 1, kind: 'list', title: 'Codes', rows: [] };
  chrome.host.says({ type: 'present', id: 1, view });
  one.sendViewEvent(1, 'choose', 'r1');
  assert.deepEqual(chrome.host.last('view-event'), { type: 'view-event', id: 1, view: 1, action: 'choose', row: 'r1' });
  chrome.host.says({ type: 'dismiss', id: 1 });
  chrome.host.says({ type: 'status', id: 2, providers: [] });
  chrome.host.says({ type: 'credential', id: 1, kind: 'one-time-code', code: '123456' });
  assert.deepEqual(seen, ['Codes', '-']);
  assert.equal((await one.answer).code, '123456');
  assert.deepEqual((await two.answer).providers, []);
});

test('an answer of the wrong type ends the conversation', async () => {
  const { chrome, port, requests } = connected();
  chrome.host.says({ type: 'welcome', protocol: 1 });
  const { answer } = requests.open('suggestions', {});
  chrome.host.says({ type: 'credential', id: 1, kind: 'one-time-code', code: '123456' });
  assert.equal(port.state, 'protocolError');
  assert.equal((await answer).type, 'failure');
});

test('messages after the end of a request are ignored', async () => {
  const { chrome, port, requests } = connected();
  chrome.host.says({ type: 'welcome', protocol: 1 });
  const { answer } = requests.open('status', {});
  chrome.host.says({ type: 'failure', id: 1, code: 'userCanceled' });
  chrome.host.says({ type: 'status', id: 1, providers: [] });
  assert.equal((await answer).code, 'userCanceled');
  assert.equal(port.state, 'ready');
});
