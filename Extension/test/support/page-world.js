// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A page in which the scripts of the page's own world have run, in a separate context with stand-ins for the browser's WebAuthn objects.

import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import vm from 'node:vm';

const MANIFEST = JSON.parse(await readFile(new URL('../../manifest/base.json', import.meta.url), 'utf8'));
const SCRIPTS = await Promise.all(MANIFEST.content_scripts.find(({ world }) => world === 'MAIN').js
  .map((file) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')));

/** Runs the scripts as the browser does. */
export function run(context) {
  for (const script of SCRIPTS) vm.runInContext(script, context);
}

export const REGISTRATION = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  response: {
    clientDataJSON: 'e30', authenticatorData: 'AAAA', attestationObject: 'oA', transports: ['internal'],
    publicKey: 'BAUG', publicKeyAlgorithm: -7,
  },
  authenticatorAttachment: 'platform',
  clientExtensionResults: { prf: { enabled: true, results: { first: 'AQID' } } },
};
export const ASSERTION = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'BAUG', userHandle: 'BwgJ' },
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
};

/** Classes of the browser: their members are those of the prototypes, and work only on objects in `natives`. */
function platformObjects() {
  /** @type {WeakMap<object, any>} */
  const natives = new WeakMap();
  const classes = { natives };
  const define = (name, parent, getters, methods) => {
    classes[name] = { [name]: class extends parent {} }[name];
    const { prototype } = classes[name];
    Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
    const own = (self) => {
      if (!natives.has(self)) throw new TypeError('Illegal invocation');
      return natives.get(self);
    };
    for (const member of getters) {
      const { get } = Object.getOwnPropertyDescriptor({ get [member]() { return own(this)[member]; } }, member);
      Object.defineProperty(prototype, member, { get, enumerable: true, configurable: true });
    }
    for (const member of methods) prototype[member] = { [member]() { return own(this)[member]; } }[member];
  };
  define('Credential', Object, ['id', 'type'], []);
  define('PublicKeyCredential', classes.Credential, ['rawId', 'response', 'authenticatorAttachment'], ['getClientExtensionResults', 'toJSON']);
  define('AuthenticatorResponse', Object, ['clientDataJSON'], []);
  define('AuthenticatorAttestationResponse', classes.AuthenticatorResponse, ['attestationObject'],
    ['getTransports', 'getAuthenticatorData', 'getPublicKey', 'getPublicKeyAlgorithm']);
  define('AuthenticatorAssertionResponse', classes.AuthenticatorResponse, ['authenticatorData', 'signature', 'userHandle'], []);
  return classes;
}

/** Returns a page in which the scripts have run. `port` is the content script's end; with `takes`, it takes the port handed over. */
export function page({ secure = true, origin = 'https://shop.example', takes = true, knowsUiMode = false } = {}) {
  class CredentialsContainer {
    natively = [];
    async create(options) {
      this.natively.push(options);
      return 'native';
    }
    async get(options) {
      if (knowsUiMode) void options?.uiMode;
      this.natively.push(options);
      return 'native';
    }
    async store(credential) {
      return natives.get(credential).stored;
    }
  }
  const { natives, Credential, PublicKeyCredential, ...responses } = platformObjects();
  Object.assign(PublicKeyCredential, {
    getClientCapabilities: async () => ({ hybridTransport: true, conditionalGet: false }),
    isConditionalMediationAvailable: async () => false,
    isUserVerifyingPlatformAuthenticatorAvailable: async () => false,
    signalUnknownCredential: async () => {},
  });
  class Document {
    isInWindow = true;
    get defaultView() {
      return this.isInWindow ? {} : null;
    }
  }
  const credentials = new CredentialsContainer();
  const handedOver = [];
  const sent = [];
  let told = () => {};
  /** @type {(() => void)[]} */
  const timers = [];
  const context = vm.createContext({
    AbortSignal, DOMException, EventTarget, MessageChannel, MessagePort, CredentialsContainer, Credential, PublicKeyCredential, ...responses, atob,
    btoa,
    crypto: webcrypto,
    Document, document: new Document(),
    isSecureContext: secure,
    navigator: { credentials },
    setTimeout: (action) => timers.push(action), clearTimeout: () => timers.splice(0),
  });
  context.self = { origin };
  context.window = {
    postMessage: (message, target, ports) => {
      handedOver.push({ message, target, ports });
      if (!takes) return;
      ports[0].onmessage = ({ data }) => told(sent.push(data));
      ports[0].postMessage({ outcome: 'ready' });
    },
  };
  const natively = Object.fromEntries(['create', 'get'].map((name) => [name, CredentialsContainer.prototype[name]]));
  const globals = () => Reflect.ownKeys(vm.runInContext('globalThis', context));
  const before = globals();
  run(context);
  return {
    /** The names left in the page by the scripts. */
    left: globals().filter((name) => !before.includes(name)),
    natives, context, credentials, handedOver, natively, sent, timers,
    /** The content script's end, once handed over. */
    get port() {
      return handedOver[0]?.ports[0];
    },
    /** Returns the next message from the page. */
    async next() {
      const before = sent.length;
      while (sent.length === before) await new Promise((resolve) => { told = resolve; });
      return sent.at(-1);
    },
    close() {
      for (const { ports } of handedOver) ports[0].close();
      context.window = null;
    },
  };
}

export const bytes = (...values) => Uint8Array.from(values);
export const CREATION = () => ({
  publicKey: {
    rp: { name: 'Shop' }, user: { id: bytes(1, 2), name: 'anne', displayName: 'Anne' }, challenge: bytes(9, 9, 9).buffer,
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }], excludeCredentials: [{ type: 'public-key', id: bytes(3) }],
    extensions: { prf: { eval: { first: bytes(1, 2, 3) } }, credProps: true },
  },
});
