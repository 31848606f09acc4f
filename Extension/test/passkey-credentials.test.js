// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The credentials that a page gets cannot be distinguished from the browser's own by anything in the standard.

import assert from 'node:assert/strict';
import test from 'node:test';

import { ASSERTION, CREATION, REGISTRATION, bytes, page } from './support/page-world.js';

/** @param {'create' | 'get'} name @param {object} [answer] @returns a page and the credential that it got */
async function got(name, answer = name === 'create' ? REGISTRATION : ASSERTION) {
  const walk = page();
  const promise = walk.credentials[name](name === 'create' ? CREATION() : { publicKey: { challenge: bytes(1) } });
  const { id } = await walk.next();
  walk.port.postMessage({ id, outcome: 'response', response: JSON.stringify(answer) });
  const credential = await promise;
  walk.close();
  return { walk, credential };
}

/** Returns the prototype that has the member. */
function ownerOf(object, name) {
  let owner = object;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  return owner;
}

test('credentials and responses have no own properties: every member is the prototype’s', async () => {
  for (const name of /** @type {const} */ (['create', 'get'])) {
    const { walk, credential } = await got(name);
    const { context } = walk;
    const isNew = name === 'create';
    const response = isNew ? context.AuthenticatorAttestationResponse : context.AuthenticatorAssertionResponse;
    assert.deepEqual([Reflect.ownKeys(credential), Reflect.ownKeys(credential.response)], [[], []]);
    assert.equal(Object.getPrototypeOf(credential), context.PublicKeyCredential.prototype);
    assert.equal(Object.getPrototypeOf(credential.response), response.prototype);
    assert.equal(Object.prototype.toString.call(credential), '[object PublicKeyCredential]');
    assert.equal(ownerOf(credential, 'id'), context.Credential.prototype);
    assert.equal(ownerOf(credential, 'rawId'), context.PublicKeyCredential.prototype);
    assert.equal(ownerOf(credential.response, 'clientDataJSON'), context.AuthenticatorResponse.prototype);
    assert.throws(() => { credential.rawId = null; }, { name: 'TypeError' });
    assert.ok(credential instanceof context.Credential && credential.response instanceof context.AuthenticatorResponse);
  }
});

test('a buffer is the same for every read', async () => {
  const { credential } = await got('create', {
    ...REGISTRATION, clientExtensionResults: { prf: { enabled: true, results: { first: 'AQID' } }, largeBlob: { blob: '' } },
  });
  const { response } = credential;
  assert.equal(credential.rawId, credential.rawId);
  assert.equal(response, credential.response);
  for (const name of ['clientDataJSON', 'attestationObject']) assert.equal(response[name], response[name]);
  const [one, two] = [credential.getClientExtensionResults(), credential.getClientExtensionResults()];
  assert.notEqual(one, two);
  assert.equal(one.prf.results.first, two.prf.results.first);
  assert.equal(one.largeBlob.blob.byteLength, 0);
  assert.notEqual(response.getTransports(), response.getTransports());
});

test('the browser’s own objects keep their members, and other objects get none', async () => {
  const { walk, credential } = await got('get');
  const { PublicKeyCredential, AuthenticatorAttestationResponse, AuthenticatorAssertionResponse } = walk.context;
  const native = Object.create(PublicKeyCredential.prototype);
  walk.natives.set(native, { id: 'native', rawId: 'raw', toJSON: 'json', getClientExtensionResults: 'results' });
  assert.deepEqual([native.id, native.rawId, native.toJSON(), native.getClientExtensionResults()], ['native', 'raw', 'json', 'results']);
  const illegal = { name: 'TypeError', message: 'Illegal invocation' };
  assert.throws(() => Object.create(PublicKeyCredential.prototype).rawId, illegal);
  assert.throws(() => PublicKeyCredential.prototype.id, illegal);
  assert.throws(() => PublicKeyCredential.prototype.toJSON.call(undefined), illegal);
  // A member works only on its own kind.
  assert.throws(() => AuthenticatorAttestationResponse.prototype.getTransports.call(credential.response), illegal);
  assert.throws(() => Object.getOwnPropertyDescriptor(AuthenticatorAssertionResponse.prototype, 'signature').get.call(credential), illegal);
});

test('the stand-ins on the prototypes have the names, lengths and attributes of the browser’s members', async () => {
  const walk = page();
  for (const [owner, name, kind, named] of [
    [walk.context.Credential, 'id', 'get', 'get id'], [walk.context.PublicKeyCredential, 'rawId', 'get', 'get rawId'],
    [walk.context.AuthenticatorAttestationResponse, 'getPublicKey', 'value', 'getPublicKey'],
  ]) {
    const descriptor = Object.getOwnPropertyDescriptor(owner.prototype, name);
    const member = descriptor[kind];
    assert.deepEqual([member.name, member.length, Object.getOwnPropertySymbols(member)], [named, 0, []]);
    assert.ok(descriptor.enumerable && descriptor.configurable);
    assert.match(`${member}`, /^function \(\) \{ \[native code\] \}$/);
  }
  walk.close();
});

test('a credential cannot be cloned, like the browser’s own', async () => {
  const { credential } = await got('get');
  for (const object of [credential, credential.response]) assert.throws(() => structuredClone(object), { name: 'DataCloneError' });
});

test('a credential’s method returns its JSON, a new object for each call', async () => {
  const { credential } = await got('get');
  assert.deepEqual(JSON.parse(JSON.stringify(credential)), ASSERTION);
  assert.notEqual(credential.toJSON(), credential.toJSON());
});

test('storing a passkey is refused, and other credentials are left to the browser', async () => {
  const { walk, credential } = await got('get');
  await assert.rejects(walk.credentials.store(credential), { name: 'NotSupportedError' });
  const native = {};
  walk.natives.set(native, { stored: 'stored' });
  assert.equal(await walk.credentials.store(native), 'stored');
});
