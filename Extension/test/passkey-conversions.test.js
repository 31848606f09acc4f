// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The arguments of `create()`, `get()` and the signals go through the conversions of Web IDL. The expected results are those of
// Chromium 156 for the same arguments.

import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';

import { CREATION, bytes, page } from './support/page-world.js';

/** @param {(options: any, walk: any) => void} change @returns what the page asks for after the change */
async function created(change) {
  const walk = page();
  const options = CREATION();
  change(options, walk);
  void walk.credentials.create(options);
  const asked = JSON.parse((await walk.next()).options);
  walk.close();
  return asked;
}

/** @param {string} name of the change @param {(publicKey: any, options: any) => void} change which makes the options wrong */
async function assertRefused(name, change) {
  const walk = page();
  const options = CREATION();
  change(options.publicKey, options);
  await assert.rejects(walk.credentials.create(options), (error) => error instanceof vm.runInContext('TypeError', walk.context), name);
  assert.deepEqual([walk.sent, walk.credentials.natively], [[], []], name);
  walk.close();
}

/** @param {any} value whose reads are noted in the list @param {string[]} reads @param {string} [path] */
function noted(value, reads, path = '') {
  return new Proxy(value, {
    get(target, key) {
      const own = Reflect.get(target, key);
      if (typeof key !== 'string') return own;
      reads.push(`${path}${key}`);
      if (Array.isArray(own)) return own.map((each) => noted(each, reads, `${path}${key}.`));
      return Object.prototype.toString.call(own) === '[object Object]' ? noted(own, reads, `${path}${key}.`) : own;
    },
  });
}

test('every member is read once, first the inherited ones and then the others in lexicographic order', async () => {
  const walk = page();
  const creation = CREATION();
  creation.publicKey.authenticatorSelection = {};
  /** @type {string[]} */
  const reads = [];
  void walk.credentials.create(noted(creation, reads));
  await walk.next();
  assert.deepEqual(reads, [
    'digital', 'federated', 'mediation', 'password', 'publicKey',
    ...[
      'attestation', 'attestationFormats', 'authenticatorSelection', 'authenticatorSelection.authenticatorAttachment',
      'authenticatorSelection.requireResidentKey', 'authenticatorSelection.residentKey', 'authenticatorSelection.userVerification',
      'challenge', 'excludeCredentials', 'excludeCredentials.id', 'excludeCredentials.transports', 'excludeCredentials.type',
      'extensions', 'extensions.appid', 'extensions.credBlob', 'extensions.credProps', 'extensions.credentialProtectionPolicy',
      'extensions.enforceCredentialProtectionPolicy', 'extensions.getCredBlob', 'extensions.largeBlob', 'extensions.minPinLength',
      'extensions.payment', 'extensions.prf', 'extensions.prf.eval',
      'extensions.prf.eval.first', 'extensions.prf.eval.second', 'extensions.prf.evalByCredential', 'extensions.remoteDesktopClientOverride',
      'hints', 'pubKeyCredParams', 'pubKeyCredParams.alg', 'pubKeyCredParams.type', 'rp', 'rp.name', 'rp.id', 'timeout', 'user', 'user.name',
      'user.displayName', 'user.id',
    ].map((name) => `publicKey.${name}`),
    'signal',
  ]);
  reads.length = 0;
  void walk.credentials.get(noted({ publicKey: { challenge: bytes(1) } }, reads));
  await walk.next();
  assert.deepEqual(reads, [
    'digital', 'federated', 'identity', 'mediation', 'otp', 'password', 'publicKey',
    ...['allowCredentials', 'challenge', 'extensions', 'hints', 'rpId', 'timeout', 'userVerification'].map((name) => `publicKey.${name}`),
    'signal', 'uiMode',
  ]);
  walk.close();
});

test('an undefined required member is a TypeError, and so is a value of the wrong type', async () => {
  const changes = {
    'challenge undefined': (options) => { options.challenge = undefined; },
    'challenge null': (options) => { options.challenge = null; },
    'challenge text': (options) => { options.challenge = 'text'; },
    'challenge object': (options) => { options.challenge = {}; },
    'challenge array': (options) => { options.challenge = [1]; },
    'rp null': (options) => { options.rp = null; },
    'rp text': (options) => { options.rp = 'text'; },
    'rp without name': (options) => { options.rp = {}; },
    'user text': (options) => { options.user = 'text'; },
    'user.id null': (options) => { options.user.id = null; },
    'user.name undefined': (options) => { options.user.name = undefined; },
    'user.displayName undefined': (options) => { options.user.displayName = undefined; },
    'pubKeyCredParams null': (options) => { options.pubKeyCredParams = null; },
    'pubKeyCredParams text': (options) => { options.pubKeyCredParams = 'text'; },
    'pubKeyCredParams without an iterator': (options) => { options.pubKeyCredParams = {}; },
    'an iterator that is no function': (options) => { options.pubKeyCredParams = { [Symbol.iterator]: 5 }; },
    'an iterator that is no object': (options) => { options.pubKeyCredParams = { [Symbol.iterator]: () => 5 }; },
    'an iterator that steps to no object': (options) => { options.pubKeyCredParams = { [Symbol.iterator]: () => ({ next: () => 5 }) }; },
    'a parameter without alg': (options) => { options.pubKeyCredParams = [{ type: 'public-key' }]; },
    'excludeCredentials text': (options) => { options.excludeCredentials = 'text'; },
    'excludeCredentials null': (options) => { options.excludeCredentials = null; },
    'transports text': (options) => { options.excludeCredentials[0].transports = 'usb'; },
    'hints null': (options) => { options.hints = null; },
    'authenticatorSelection empty text': (options) => { options.authenticatorSelection = ''; },
    'extensions text': (options) => { options.extensions = 'text'; },
    'attestation symbol': (options) => { options.attestation = Symbol('text'); },
    'timeout big integer': (options) => { options.timeout = 1n; },
    'prf input text': (options) => { options.extensions.prf.eval.first = 'text'; },
    'largeBlob.write text': (options) => { options.extensions.largeBlob = { write: 'text' }; },
    'evalByCredential null': (options) => { options.extensions.prf.evalByCredential = null; },
    'evalByCredential with a symbol': (options) => { options.extensions.prf.evalByCredential = { [Symbol('id')]: { first: bytes(1) } }; },
    'publicKey null': (publicKey, options) => { options.publicKey = null; },
    'publicKey text': (publicKey, options) => { options.publicKey = 'text'; },
    'signal null': (publicKey, options) => { options.signal = null; },
    'signal object': (publicKey, options) => { options.signal = {}; },
    'mediation symbol': (publicKey, options) => { options.mediation = Symbol('optional'); },
  };
  for (const [name, change] of Object.entries(changes)) await assertRefused(name, change);
});

test('bytes of shared and resizable memory are refused, and detached memory has none', async () => {
  await assertRefused('shared', (options) => { options.challenge = new SharedArrayBuffer(4); });
  await assertRefused('a view of shared', (options) => { options.challenge = new Uint8Array(new SharedArrayBuffer(4)); });
  await assertRefused('resizable', (options) => { options.challenge = new ArrayBuffer(4, { maxByteLength: 8 }); });
  await assertRefused('a view of resizable', (options) => { options.challenge = new DataView(new ArrayBuffer(4, { maxByteLength: 8 })); });
  for (const make of [(buffer) => buffer, (buffer) => new Uint8Array(buffer), (buffer) => new DataView(buffer, 1)]) {
    const buffer = new ArrayBuffer(4);
    const source = make(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    assert.equal((await created(({ publicKey }) => { publicKey.challenge = source; })).challenge, '');
  }
});

test('bytes are read from every kind of view, and only from its part of the buffer', async () => {
  const { buffer } = bytes(1, 2, 3, 4);
  const sources = [[buffer, 'AQIDBA'], [new Uint8Array(buffer, 1, 2), 'AgM'], [new Int16Array(buffer, 2), 'AwQ'], [new DataView(buffer, 3), 'BA']];
  for (const [source, expected] of sources) {
    assert.equal((await created(({ publicKey }) => { publicKey.challenge = source; })).challenge, expected);
  }
});

test('a user handle has at most 64 bytes, and an empty one is left to the browser', async () => {
  const detached = new ArrayBuffer(4);
  structuredClone(detached, { transfer: [detached] });
  for (const id of [bytes(), detached]) {
    const walk = page();
    const options = CREATION();
    options.publicKey.user.id = id;
    assert.equal(await walk.credentials.create(options), 'native');
    assert.deepEqual(walk.sent, []);
    walk.close();
  }
  await assertRefused('65', (options) => { options.user.id = new ArrayBuffer(65); });
  await assertRefused('66 in 33 elements', (options) => { options.user.id = new Int16Array(33); });
  assert.equal((await created(({ publicKey }) => { publicKey.user.id = new Int16Array(32); })).user.id.length, 86);
});

test('the page gets the exception that its own getter throws', async () => {
  const walk = page();
  const reason = { mine: true };
  const broken = { get challenge() { throw reason; } };
  await assert.rejects(walk.credentials.get({ publicKey: broken }), (error) => error === reason);
  await assert.rejects(walk.credentials.get({ get mediation() { throw reason; } }), (error) => error === reason);
  const steps = { [Symbol.iterator]: () => ({ next() { throw reason; } }) };
  await assert.rejects(walk.credentials.get({ publicKey: { challenge: bytes(1), allowCredentials: steps } }), (error) => error === reason);
  assert.deepEqual([walk.sent, walk.credentials.natively], [[], []]);
  walk.close();
});

test('null becomes an empty dictionary, or the text “null”', async () => {
  const asked = await created(({ publicKey }) => {
    publicKey.authenticatorSelection = null;
    publicKey.extensions = null;
    publicKey.attestation = null;
    publicKey.rp.id = null;
  });
  assert.deepEqual([asked.authenticatorSelection, asked.extensions, asked.attestation, asked.rp.id], [{}, {}, 'null', 'null']);
});

test('numbers wrap around like unsigned long and long', async () => {
  const asked = await created(({ publicKey }) => {
    publicKey.timeout = -1;
    publicKey.pubKeyCredParams = [-7, 2 ** 40, '5', 'text', 2 ** 31].map((alg) => ({ type: 'public-key', alg }));
  });
  assert.equal(asked.timeout, 4_294_967_295);
  assert.deepEqual(asked.pubKeyCredParams.map(({ alg }) => alg), [-7, 0, 5, 0, -(2 ** 31)]);
  for (const [timeout, expected] of [['text', 0], [1.9, 1], [2 ** 32 + 5, 5], ['60000', 60000]]) {
    assert.equal((await created(({ publicKey }) => { publicKey.timeout = timeout; })).timeout, expected);
  }
});

test('unknown enumeration values that the standard defines as text are accepted, and left to the steps', async () => {
  const asked = await created(({ publicKey }) => {
    publicKey.attestation = {};
    publicKey.hints = ['unknown', 5];
    publicKey.authenticatorSelection = { authenticatorAttachment: '', residentKey: [], userVerification: {}, requireResidentKey: 'yes' };
  });
  assert.deepEqual([asked.attestation, asked.hints], ['[object Object]', ['unknown', '5']]);
  // An unknown attachment is omitted.
  assert.deepEqual(asked.authenticatorSelection, { residentKey: '', userVerification: '[object Object]', requireResidentKey: true });
});

test('a sequence has the values of the object’s iterator', async () => {
  const asked = await created(({ publicKey }) => {
    publicKey.pubKeyCredParams = {
      * [Symbol.iterator]() {
        yield { type: 'public-key', alg: -8 };
        yield { type: 'other', alg: -7 };
      },
    };
  });
  assert.deepEqual(asked.pubKeyCredParams, [{ type: 'public-key', alg: -8 }, { type: 'other', alg: -7 }]);
});

test('a record has the object’s own enumerable members, whatever their names', async () => {
  const evalByCredential = Object.create({ inherited: { first: bytes(1) } }, {
    hidden: { value: { first: bytes(2) } }, AQ: { value: { first: bytes(3) }, enumerable: true },
    toString: { value: { first: bytes(4) }, enumerable: true },
  });
  const walk = page();
  const allowCredentials = ['AQ', 'toString'].map((id) => ({ type: 'public-key', id: Buffer.from(id, 'base64url') }));
  void walk.credentials.get({ publicKey: { challenge: bytes(1), allowCredentials, extensions: { prf: { evalByCredential } } } });
  const { extensions } = JSON.parse((await walk.next()).options);
  assert.deepEqual(extensions.prf.evalByCredential, { AQ: { first: 'Aw' }, toString: { first: 'BA' } });
  walk.close();
});

test('a page’s additions to the prototypes of objects, arrays and functions do not change the request', async () => {
  const asked = await created((options, walk) => {
    vm.runInContext(`
      for (const prototype of [Object.prototype, Array.prototype, String.prototype, Function.prototype]) {
        prototype.toJSON = () => 'planted';
        prototype.required = 'planted';
      }
      Array.prototype[Symbol.iterator] = () => { throw 'planted'; };
      Array.prototype.push = Array.prototype.sort = () => { throw 'planted'; };
      Object.keys = Object.freeze = Reflect.ownKeys = () => { throw 'planted'; };
      Object.defineProperty(Array.prototype, '0', { set() { throw 'planted'; }, configurable: true });
    `, walk.context);
  });
  assert.equal(asked.challenge, 'CQkJ');
  assert.deepEqual(asked.pubKeyCredParams, [{ type: 'public-key', alg: -7 }]);
});

test('a request with an aborted signal is rejected with the page’s reason', async () => {
  const walk = page();
  const reason = new Error('too late');
  const signal = AbortSignal.abort(reason);
  await assert.rejects(walk.credentials.get({ publicKey: { challenge: bytes(1) }, signal }), (error) => error === reason);
  // The conversions come first.
  await assert.rejects(walk.credentials.get({ publicKey: {}, signal }), { name: 'TypeError' });
  assert.deepEqual([walk.sent, walk.credentials.natively], [[], []]);
  walk.close();
});

test('a document that is no longer in a window is left to the browser', async () => {
  const walk = page();
  walk.context.document.isInWindow = false;
  assert.equal(await walk.credentials.get({ publicKey: { challenge: bytes(1) } }), 'native');
  walk.close();
});

test('payments, requests for other computers and misplaced extensions are left to the browser', async () => {
  const walk = page();
  for (const extensions of [{ appid: null }, { payment: { isPayment: true } }, { remoteDesktopClientOverride: {} }]) {
    const options = CREATION();
    options.publicKey.extensions = extensions;
    assert.equal(await walk.credentials.create(options), 'native');
    assert.equal(walk.credentials.natively.at(-1), options);
  }
  for (const extensions of [{ credProps: 1 }, { payment: {} }, { remoteDesktopClientOverride: {} }]) {
    assert.equal(await walk.credentials.get({ publicKey: { challenge: bytes(1), extensions } }), 'native');
  }
  assert.deepEqual(walk.sent, []);
  void walk.credentials.get({ publicKey: { challenge: bytes(1), extensions: { appid: 'https://shop.example', credProps: false } } });
  assert.deepEqual(JSON.parse((await walk.next()).options).extensions, { credProps: false });
  walk.close();
});

const FIRST = { first: bytes(1) };

for (const [kind, name, extensions, allowed, exception] of [
  ['create', 'a PRF evaluated by credential', { prf: { evalByCredential: { AQ: FIRST } } }, [], 'NotSupportedError'],
  ['create', 'a PRF evaluated by no credential', { prf: { evalByCredential: {} } }, [], 'NotSupportedError'],
  ['create', 'a large blob to read', { largeBlob: { read: true } }, [], 'NotSupportedError'],
  ['create', 'a large blob to leave unread', { largeBlob: { read: false } }, [], 'NotSupportedError'],
  ['create', 'a large blob to write', { largeBlob: { write: bytes() } }, [], 'NotSupportedError'],
  ['get', 'a PRF evaluated by credential without a list', { prf: { evalByCredential: { AQ: FIRST } } }, [], 'NotSupportedError'],
  ['get', 'a PRF evaluated by another credential than the list’s', { prf: { evalByCredential: { AQ: FIRST, Ag: FIRST } } }, [1], 'SyntaxError'],
  ['get', 'a PRF evaluated by no identifier', { prf: { evalByCredential: { '': FIRST } } }, [1], 'SyntaxError'],
  ['get', 'a PRF evaluated by an identifier in other characters', { prf: { evalByCredential: { 'AQ==': FIRST } } }, [1], 'SyntaxError'],
  ['get', 'support of large blobs', { largeBlob: { support: 'preferred' } }, [1], 'NotSupportedError'],
  ['get', 'a large blob to read and to write', { largeBlob: { read: false, write: bytes(1) } }, [1], 'NotSupportedError'],
  ['get', 'a large blob to write with any passkey', { largeBlob: { write: bytes(1) } }, [], 'NotSupportedError'],
  ['get', 'a large blob to write with one of two passkeys', { largeBlob: { write: bytes(1) } }, [1, 2], 'NotSupportedError'],
]) {
  test(`${kind}() refuses ${name} immediately, even if it would wait`, async () => {
    for (const mediation of ['optional', 'conditional']) {
      const walk = page();
      const { publicKey } = CREATION();
      const list = { allowCredentials: allowed.map((id) => ({ type: 'public-key', id: bytes(id) })) };
      const options = kind === 'create' ? { ...publicKey, extensions } : { challenge: bytes(1), ...list, extensions };
      const asked = walk.credentials[kind]({ publicKey: options, mediation });
      await assert.rejects(Promise.race([asked, walk.next()]), { name: exception });
      assert.deepEqual([walk.sent, walk.credentials.natively], [[], []]);
      walk.close();
    }
  });
}

test('extension inputs that the steps accept are requested', async () => {
  const one = { challenge: bytes(1), allowCredentials: [{ type: 'public-key', id: bytes(1) }] };
  for (const options of [
    { ...one, extensions: { prf: { eval: FIRST, evalByCredential: { AQ: FIRST } } } },
    { ...one, extensions: { largeBlob: { write: bytes(1) } } },
    { challenge: bytes(1), extensions: { prf: { eval: FIRST, evalByCredential: {} }, largeBlob: { read: true } } },
  ]) {
    const walk = page();
    void walk.credentials.get({ publicKey: options });
    assert.equal((await walk.next()).type, 'get');
    walk.close();
  }
});

test('signals are converted according to their dictionaries', async () => {
  const walk = page();
  const { PublicKeyCredential } = walk.context;
  /** @type {string[]} */
  const reads = [];
  void PublicKeyCredential.signalCurrentUserDetails(noted({ rpId: 5, userId: 'AQI', name: null, displayName: '' }, reads));
  assert.deepEqual(JSON.parse((await walk.next()).options), {
    signal: 'current-user-details', rpId: '5', userId: 'AQI', name: 'null', displayName: '',
  });
  assert.deepEqual(reads, ['displayName', 'name', 'rpId', 'userId']);
  for (const promise of [
    PublicKeyCredential.signalUnknownCredential(), PublicKeyCredential.signalUnknownCredential({ rpId: 'shop.example' }),
    PublicKeyCredential.signalAllAcceptedCredentials({ rpId: 'shop.example', userId: 'AQI', allAcceptedCredentialIds: 'AQI' }),
    ...['Not base 64 url', 'AQ==', 'A', 'AQ\n', '+/', '\ud800'].flatMap((text) => [
      PublicKeyCredential.signalUnknownCredential({ rpId: 'shop.example', credentialId: text }),
      PublicKeyCredential.signalAllAcceptedCredentials({ rpId: 'shop.example', userId: text, allAcceptedCredentialIds: [] }),
      PublicKeyCredential.signalAllAcceptedCredentials({ rpId: 'shop.example', userId: 'AQI', allAcceptedCredentialIds: ['AQI', text] }),
      PublicKeyCredential.signalCurrentUserDetails({ rpId: 'shop.example', userId: text, name: '', displayName: '' }),
    ]),
  ]) {
    await assert.rejects(promise, (error) => error instanceof vm.runInContext('TypeError', walk.context));
  }
  assert.equal(walk.sent.length, 1, 'an invalid signal was sent');
  walk.close();
});

test('a creation says whether it is for a security key or a phone, and the first known hint overrides the attachment', async () => {
  const walk = page();
  for (const [isForOther, authenticatorAttachment, hints, told] of [
    [true, 'cross-platform', undefined, 'cross-platform'], [true, 'cross-platform', ['unknown'], 'cross-platform'], [true, undefined, ['security-key']],
    [true, 'platform', ['unknown', 'hybrid', 'client-device']], [false, 'platform', undefined, 'platform'], [false, 'unknown', []],
    [false, 'cross-platform', ['client-device', 'security-key']],
  ]) {
    const options = CREATION();
    Object.assign(options.publicKey, { hints, authenticatorSelection: { authenticatorAttachment } });
    void walk.credentials.create(options);
    const asked = await walk.next();
    assert.equal(asked.otherDevice, isForOther);
    assert.equal(JSON.parse(asked.options).authenticatorSelection.authenticatorAttachment, told);
  }
  assert.equal(walk.sent.length, 7);
  // A sign-in accepts any device: if Passfold has no passkey, the browser takes over.
  void walk.credentials.get({ publicKey: { challenge: bytes(1), hints: ['security-key'] } });
  assert.equal((await walk.next()).type, 'get');
  walk.close();
});
