// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The page's side of passkeys: the line to the content script, the requests sent over it and the answers.

import assert from 'node:assert/strict';
import test from 'node:test';

import { ASSERTION, CREATION, REGISTRATION, bytes, page, run } from './support/page-world.js';

test('hands over its port with the first request, once and only to the page’s own origin', { timeout: 5000 }, async () => {
  const walk = page();
  assert.equal(walk.handedOver.length, 0, 'no port may be handed over before the first request');
  for (let question = 0; question < 2; question += 1) {
    void walk.context.PublicKeyCredential.isConditionalMediationAvailable();
    walk.port.postMessage({ id: (await walk.next()).id, outcome: 'native' });
  }
  assert.equal(walk.handedOver.length, 1);
  assert.equal(walk.handedOver[0].target, 'https://shop.example');
  walk.close();
});

test('the browser answers if the port is not taken within a second of time in which the page is not busy', { timeout: 5000 }, async () => {
  const walk = page({ takes: false });
  const options = { publicKey: { challenge: bytes(1) } };
  const all = [walk.credentials.get(options), walk.credentials.create(CREATION())];
  assert.equal(walk.handedOver.length, 1);
  for (let step = 0; step < 10; step += 1) {
    assert.equal(walk.timers.length, 1);
    assert.deepEqual(walk.credentials.natively, []);
    walk.timers.pop()?.();
  }
  assert.deepEqual(await Promise.all(all), ['native', 'native']);
  assert.equal(walk.timers.length, 0);
  // The next request offers another port.
  void walk.credentials.get(options);
  assert.equal(walk.handedOver.length, 2);
  assert.equal(walk.credentials.natively[0], options);
  walk.close();
});

test('a port that is taken late receives the earlier requests', { timeout: 5000 }, async () => {
  const walk = page({ takes: false });
  const promise = walk.credentials.get({ publicKey: { challenge: bytes(1) } });
  walk.timers.pop()?.();
  const [port] = walk.handedOver[0].ports;
  const asked = await new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
    port.postMessage({ outcome: 'ready' });
  });
  port.postMessage({ id: asked.id, outcome: 'response', response: JSON.stringify(ASSERTION) });
  assert.equal((await promise).id, 'AQID');
  walk.close();
});

test('a script that runs twice in one window installs its stand-ins once', () => {
  const walk = page();
  const { get } = walk.context.CredentialsContainer.prototype;
  run(walk.context);
  assert.equal(walk.context.CredentialsContainer.prototype.get, get);
  walk.close();
});

test('the scripts leave no name in the page, even if they do nothing', () => {
  const walk = page();
  assert.deepEqual(walk.left, []);
  run(walk.context);
  assert.equal('PassfoldPage' in walk.context, false);
  assert.deepEqual([page({ secure: false }).left, page({ origin: 'null' }).left], [[], []]);
  // A value that the page puts there before a second run is removed too.
  walk.context.PassfoldPage = { planted: true };
  run(walk.context);
  assert.equal('PassfoldPage' in walk.context, false);
  walk.close();
});

test('a request that is aborted while it waits for the port is not sent', { timeout: 5000 }, async () => {
  const walk = page({ takes: false });
  const controller = new AbortController();
  const promise = walk.credentials.get({ publicKey: { challenge: bytes(1) }, signal: controller.signal });
  controller.abort('the person left');
  await assert.rejects(promise, (reason) => reason === 'the person left');
  walk.timers[0]();
  assert.deepEqual(walk.credentials.natively, []);
  walk.close();
});

test('the stand-ins have the name, the length and the properties of the browser’s functions, and no marks or text of Passfold', () => {
  const walk = page();
  const { prototype } = walk.context.CredentialsContainer;
  for (const name of ['create', 'get']) {
    const [now, before] = [prototype[name], walk.natively[name]];
    assert.deepEqual([now.name, now.length, Reflect.ownKeys(now)], [before.name, before.length, Reflect.ownKeys(before)]);
    assert.deepEqual(Object.getOwnPropertySymbols(now), []);
    assert.equal(Symbol.for('org.passfold.passkeys') in now, false);
  }
  for (const own of [prototype.create, prototype.get, ...Object.values(Object.getOwnPropertyDescriptors(walk.context.PublicKeyCredential))
    .map(({ value }) => value).filter((value) => typeof value === 'function' && value.name.startsWith('is'))]) {
    assert.match(`${own}`, /^function \(\) \{ \[native code\] \}$/);
  }
  walk.close();
});

test('leaves insecure pages and opaque origins unchanged', () => {
  assert.equal(page({ secure: false }).handedOver.length, 0);
  assert.equal(page({ origin: 'null' }).handedOver.length, 0);
});

test('sends creation options as WebAuthn’s JSON, and returns a credential of the browser’s kind', async () => {
  const walk = page();
  const promise = walk.credentials.create(CREATION());
  const asked = await walk.next();
  assert.equal(asked.type, 'create');
  const options = JSON.parse(asked.options);
  assert.equal(options.challenge, 'CQkJ');
  assert.deepEqual(options.user, { id: 'AQI', name: 'anne', displayName: 'Anne' });
  assert.deepEqual(options.excludeCredentials, [{ type: 'public-key', id: 'Aw' }]);
  assert.deepEqual(options.extensions, { credProps: true, prf: { eval: { first: 'AQID' } } });
  walk.port.postMessage({ id: asked.id, outcome: 'response', response: JSON.stringify(REGISTRATION) });
  const credential = await promise;
  assert.ok(credential instanceof walk.context.PublicKeyCredential);
  assert.ok(credential.response instanceof walk.context.AuthenticatorAttestationResponse);
  assert.deepEqual([...new Uint8Array(credential.rawId)], [1, 2, 3]);
  assert.deepEqual([...credential.response.getTransports()], ['internal']);
  assert.deepEqual([...new Uint8Array(credential.response.getPublicKey())], [4, 5, 6]);
  assert.equal(credential.response.getPublicKeyAlgorithm(), -7);
  assert.equal(credential.response.getAuthenticatorData().byteLength, 3);
  assert.deepEqual([...new Uint8Array(credential.getClientExtensionResults().prf.results.first)], [1, 2, 3]);
  assert.equal(credential.authenticatorAttachment, 'platform');
  assert.equal(JSON.parse(JSON.stringify(credential)).response.attestationObject, 'oA');
  assert.equal(walk.credentials.natively.length, 0);
  walk.close();
});

test('sends extension inputs as JSON, in WebAuthn’s types, and omits those that Passfold does not answer', async () => {
  const walk = page();
  void walk.credentials.get({
    publicKey: {
      challenge: bytes(1), allowCredentials: [{ type: 'public-key', id: bytes(3) }],
      extensions: {
        prf: { eval: { first: bytes(1).buffer, second: bytes(2) }, evalByCredential: { Aw: { first: bytes(4) } } },
        largeBlob: { write: new DataView(bytes(7, 8, 9).buffer, 1) }, appid: 'https://shop.example',
      },
    },
  });
  assert.deepEqual(JSON.parse((await walk.next()).options).extensions, {
    prf: { eval: { first: 'AQ', second: 'Ag' }, evalByCredential: { Aw: { first: 'BA' } } }, largeBlob: { write: 'CAk' },
  });
  void walk.credentials.get({ publicKey: { challenge: bytes(1), extensions: { largeBlob: { read: 1 } } } });
  assert.deepEqual(JSON.parse((await walk.next()).options).extensions, { largeBlob: { read: true } });
  const creation = CREATION();
  creation.publicKey.extensions = {
    prf: {}, largeBlob: { support: 'required' }, credentialProtectionPolicy: 'userVerificationRequired', enforceCredentialProtectionPolicy: 1,
  };
  void walk.credentials.create(creation);
  assert.deepEqual(JSON.parse((await walk.next()).options).extensions, {
    prf: {}, largeBlob: { support: 'required' }, credentialProtectionPolicy: 'userVerificationRequired', enforceCredentialProtectionPolicy: true,
  });
  walk.close();
});

test('extension results have bytes in the page’s object, and text in its JSON', async () => {
  const walk = page();
  const seen = [];
  for (const clientExtensionResults of [
    { prf: { results: { first: 'AQID', second: 'BAUG' } }, largeBlob: { blob: 'Bwg' } }, { largeBlob: { blob: '' } },
    { largeBlob: { written: true } }, {},
  ]) {
    const promise = walk.credentials.get({ publicKey: { challenge: bytes(1) } });
    const { id } = await walk.next();
    walk.port.postMessage({ id, outcome: 'response', response: JSON.stringify({ ...ASSERTION, clientExtensionResults }) });
    const credential = await promise;
    seen.push(credential.getClientExtensionResults());
    assert.deepEqual(JSON.parse(JSON.stringify(credential)).clientExtensionResults, clientExtensionResults);
  }
  assert.deepEqual([...new Uint8Array(seen[0].prf.results.first)], [1, 2, 3]);
  assert.deepEqual([...new Uint8Array(seen[0].prf.results.second)], [4, 5, 6]);
  assert.deepEqual([...new Uint8Array(seen[0].largeBlob.blob)], [7, 8]);
  assert.equal(seen[1].largeBlob.blob.byteLength, 0);
  assert.equal(seen[2].largeBlob.written, true);
  assert.deepEqual(Object.keys(seen[3]), []);
  walk.close();
});

test('returns an assertion with its user handle', async () => {
  const walk = page();
  const promise = walk.credentials.get({ publicKey: { challenge: bytes(1) }, mediation: 'conditional' });
  const asked = await walk.next();
  assert.equal(asked.conditional, true);
  walk.port.postMessage({ id: asked.id, outcome: 'response', response: JSON.stringify(ASSERTION) });
  const credential = await promise;
  assert.ok(credential.response instanceof walk.context.AuthenticatorAssertionResponse);
  assert.deepEqual([...new Uint8Array(credential.response.userHandle)], [7, 8, 9]);
  walk.close();
});

test('requests left to the browser go to its own function with the page’s own options', async () => {
  const walk = page();
  const options = { publicKey: { challenge: bytes(1) } };
  const promise = walk.credentials.get(options);
  const { id } = await walk.next();
  walk.port.postMessage({ id, outcome: 'native' });
  assert.equal(await promise, 'native');
  assert.equal(walk.credentials.natively[0], options);
  walk.close();
});

test('requests for other credentials and other mediations never leave the page', async () => {
  const walk = page();
  for (const options of [
    undefined, null, 'text', {}, { password: true }, { publicKey: { challenge: bytes(1) }, mediation: 'silent' },
    { publicKey: { challenge: bytes(1) }, mediation: 'no mediation of today' }, { publicKey: { challenge: bytes(1) }, password: true },
    { publicKey: { challenge: bytes(1) }, federated: {} }, { publicKey: { challenge: bytes(1) }, uiMode: 'of another day' },
    { publicKey: { challenge: bytes(1) }, uiMode: 'immediate', mediation: 'conditional' },
    { publicKey: { challenge: bytes(1), allowCredentials: [{ type: 'public-key', id: bytes(3) }] }, uiMode: 'immediate' },
  ]) {
    assert.equal(await walk.credentials.get(options), 'native');
  }
  assert.equal(await walk.credentials.create({ ...CREATION(), mediation: 'silent' }), 'native');
  assert.deepEqual(walk.sent, []);
  walk.close();
});

test('an immediate request is sent as such, and the browser opens no dialog if there is no passkey', async () => {
  const options = { publicKey: { challenge: bytes(1) }, uiMode: 'immediate' };
  for (const knowsUiMode of [true, false]) {
    const walk = page({ knowsUiMode });
    const first = walk.credentials.get(options);
    const asked = await walk.next();
    assert.deepEqual([asked.immediate, asked.conditional], [true, false]);
    walk.port.postMessage({ id: asked.id, outcome: 'response', response: JSON.stringify(ASSERTION) });
    assert.equal((await first).id, 'AQID');
    const second = walk.credentials.get(options);
    walk.port.postMessage({ id: (await walk.next()).id, outcome: 'native' });
    // A browser that knows the mode may have its own passkey.
    if (knowsUiMode) assert.equal(await second, 'native');
    else await assert.rejects(second, (error) => error.name === 'NotAllowedError');
    assert.equal(walk.credentials.natively.includes(options), knowsUiMode);
    walk.close();
  }
});

test('a conditional creation is sent as such', async () => {
  const walk = page();
  const promise = walk.credentials.create({ ...CREATION(), mediation: 'conditional' });
  const asked = await walk.next();
  assert.equal(asked.type, 'create');
  assert.equal(asked.conditional, true);
  walk.port.postMessage({ id: asked.id, outcome: 'response', response: JSON.stringify(REGISTRATION) });
  assert.equal((await promise).id, 'AQID');
  walk.close();
});

test('signals go to the worker and then to the browser, and a foreign one is refused', async () => {
  const walk = page();
  const { PublicKeyCredential } = walk.context;
  const promise = PublicKeyCredential.signalAllAcceptedCredentials({ rpId: 'shop.example', userId: 'AQI', allAcceptedCredentialIds: ['AQID'] });
  const asked = await walk.next();
  assert.deepEqual(JSON.parse(asked.options), {
    signal: 'all-accepted-credentials', rpId: 'shop.example', userId: 'AQI', allAcceptedCredentialIds: ['AQID'],
  });
  walk.port.postMessage({ id: asked.id, outcome: 'native' });
  assert.equal(await promise, undefined);
  const refused = PublicKeyCredential.signalUnknownCredential({ rpId: 'bank.example', credentialId: 'AQID' });
  walk.port.postMessage({ id: (await walk.next()).id, outcome: 'exception', exception: 'SecurityError' });
  await assert.rejects(refused, (error) => error.name === 'SecurityError');
  await assert.rejects(PublicKeyCredential.signalCurrentUserDetails(undefined), (error) => error.name === 'TypeError');
  walk.close();
});

test('an exception is made from its name, with a text that reveals nothing', async () => {
  const walk = page();
  for (const [name, seen] of [['InvalidStateError', 'InvalidStateError'], ['SyntaxError', 'SyntaxError'], ['constructor', 'NotAllowedError']]) {
    const promise = walk.credentials.create(CREATION());
    const { id } = await walk.next();
    walk.port.postMessage({ id, outcome: 'exception', exception: name });
    await assert.rejects(promise, (error) => error instanceof DOMException && error.name === seen);
  }
  walk.close();
});

test('an abort rejects with the page’s reason and tells the worker', async () => {
  const walk = page();
  const controller = new AbortController();
  const promise = walk.credentials.get({ publicKey: { challenge: bytes(1) }, mediation: 'conditional', signal: controller.signal });
  const { id } = await walk.next();
  const reason = new Error('the person left');
  controller.abort(reason);
  await assert.rejects(promise, (error) => error === reason);
  assert.deepEqual(await walk.next(), { type: 'abort', id });
  walk.close();
});

/** Returns the capabilities that a page sees for an answer of Passfold. */
async function abilities(outcome) {
  const walk = page();
  const { PublicKeyCredential } = walk.context;
  const told = [];
  for (const name of ['isConditionalMediationAvailable', 'isUserVerifyingPlatformAuthenticatorAvailable', 'getClientCapabilities']) {
    const promise = PublicKeyCredential[name]();
    const asked = await walk.next();
    assert.equal(asked.type, 'available');
    walk.port.postMessage({ id: asked.id, outcome });
    told.push(await promise);
  }
  walk.close();
  return told;
}

test('reports that passkeys of this kind are available if Passfold can be reached', async () => {
  const [conditional, verifying, capabilities] = await abilities('available');
  assert.equal(conditional && verifying && capabilities.conditionalGet && capabilities.hybridTransport, true);
  assert.equal(capabilities.immediateGet, true);
  assert.deepEqual(Object.keys(capabilities), Object.keys(capabilities).sort());
  assert.equal(Object.getPrototypeOf(capabilities)?.constructor.name, 'Object');
  assert.equal(capabilities['extension:prf'] && capabilities['extension:largeBlob'] && capabilities['extension:credProps'], true);
});

test('reports what the browser reports if Passfold cannot be reached', async () => {
  const [conditional, verifying, capabilities] = await abilities('native');
  assert.deepEqual([conditional, verifying], [false, false]);
  assert.deepEqual({ ...capabilities }, { hybridTransport: true, conditionalGet: false });
});

test('request ids are random', async () => {
  const walk = page();
  const ids = new Set();
  for (let count = 0; count < 5; count += 1) {
    void walk.credentials.get({ publicKey: { challenge: bytes(1) } });
    ids.add((await walk.next()).id);
  }
  assert.equal(ids.size, 5);
  for (const id of ids) assert.match(id, /^[\w-]{22}$/);
  walk.close();
});
