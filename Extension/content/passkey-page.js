// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Runs in the page's own world, before any script of the page: offers Passfold's passkeys through the standard
// functions of `navigator.credentials`. It holds no secret and no list. Everything it needs is captured here, because
// a page may change any built-in afterwards. What the worker leaves to the browser goes to the browser's own function.
//
// Stand-ins are proxies of the browser's functions: they have the same name, length and text, and no mark of ours. Where
// Passfold's programs cannot be reached, what the page is told of the browser's abilities is what the browser says.

(() => {
  const container = navigator.credentials;
  // No passkeys without a secure context or for an opaque origin: leave everything as it is.
  if (!isSecureContext || !container || typeof PublicKeyCredential === 'undefined' || self.origin === 'null') return;
  const prototype = CredentialsContainer.prototype;
  // A window that gets this script twice, with its first empty document and the next, keeps the stand-ins of the first.
  // A proxy has a text of its own, which no function of the browser has.
  if (`${prototype.get}` === `${new globalThis.Proxy(() => {}, {})}`) return;

  const HAND_OVER = 'passfold-passkeys';
  const nativeCreate = prototype.create;
  const nativeGet = prototype.get;
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { create: createObject, freeze } = Object;
  const bind = Function.prototype.bind;
  const includes = Array.prototype.includes;
  const { setTimeout, clearTimeout } = globalThis;
  const setTimer = apply(bind, setTimeout, [globalThis]);
  const clearTimer = apply(bind, clearTimeout, [globalThis]);
  const { parse, stringify } = JSON;
  const { atob, btoa, DOMException, MessageChannel, Promise, Proxy, TypeError, Uint8Array } = globalThis;
  const { fromCharCode } = String;
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  const isView = ArrayBuffer.isView;
  const bufferLength = getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;
  const signalAborted = getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted').get;
  const signalReason = getOwnPropertyDescriptor(AbortSignal.prototype, 'reason').get;
  const addListener = EventTarget.prototype.addEventListener;
  const removeListener = EventTarget.prototype.removeEventListener;
  const postMessage = MessagePort.prototype.postMessage;
  const setOnMessage = getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage').set;
  const postToWindow = apply(bind, window.postMessage, [window]);
  const charCodeAt = String.prototype.charCodeAt;
  const replace = String.prototype.replace;
  const push = Array.prototype.push;

  /** @type {Record<string, string>} */
  const MESSAGES = freeze({
    __proto__: null,
    AbortError: 'The operation was aborted.',
    ConstraintError: 'The authenticator cannot meet a requirement of the request.',
    InvalidStateError: 'A credential of this account is registered already.',
    NotAllowedError: 'The operation either timed out or was not allowed.',
    NotSupportedError: 'No requested kind of credential is supported.',
    SyntaxError: 'An extension input is not valid.',
    SecurityError: 'The relying party ID does not belong to this origin.',
  });

  // 1. Bytes and JSON, by captured functions only.

  /** @param {any} source */
  function encode(source) {
    let bytes;
    if (isView(source)) bytes = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    else {
      apply(bufferLength, source, []);
      bytes = new Uint8Array(source);
    }
    let binary = '';
    for (let index = 0; index < bytes.length; index += 1) binary += fromCharCode(bytes[index]);
    return apply(replace, apply(replace, apply(replace, btoa(binary), [/\+/g, '-']), [/\//g, '_']), [/=+$/, '']);
  }

  /** @param {string} text */
  function decode(text) {
    const binary = atob(apply(replace, apply(replace, text, [/-/g, '+']), [/_/g, '/']));
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = apply(charCodeAt, binary, [index]);
    return bytes.buffer;
  }

  /** @param {any} list */
  function descriptors(list) {
    if (list === undefined || list === null) return undefined;
    const all = [];
    for (const { type, id, transports } of list) {
      apply(push, all, [{ type: `${type}`, id: encode(id), ...(transports === undefined ? {} : { transports: [...transports] }) }]);
    }
    return all;
  }

  /** @param {any} values PRF inputs */
  function prfValues(values) {
    if (!values) return undefined;
    return { first: encode(values.first), ...(values.second === undefined ? {} : { second: encode(values.second) }) };
  }

  /**
   * The extensions that Passfold answers, with their members in the types of WebAuthn's dictionaries; others are ignored.
   * @param {any} extensions
   */
  function extensionsJSON(extensions) {
    if (!extensions) return undefined;
    const { credProps, prf, largeBlob, credentialProtectionPolicy, enforceCredentialProtectionPolicy } = extensions;
    /** @type {Record<string, any>} */
    const json = {};
    if (credProps !== undefined) json.credProps = !!credProps;
    if (credentialProtectionPolicy !== undefined) json.credentialProtectionPolicy = `${credentialProtectionPolicy}`;
    if (enforceCredentialProtectionPolicy !== undefined) json.enforceCredentialProtectionPolicy = !!enforceCredentialProtectionPolicy;
    if (prf) {
      json.prf = { eval: prfValues(prf.eval) };
      if (prf.evalByCredential) {
        json.prf.evalByCredential = {};
        for (const id in prf.evalByCredential) json.prf.evalByCredential[id] = prfValues(prf.evalByCredential[id]);
      }
    }
    if (largeBlob) {
      const { support, read, write } = largeBlob;
      json.largeBlob = {
        ...(support === undefined ? {} : { support: `${support}` }),
        ...(read === undefined ? {} : { read: !!read }),
        ...(write === undefined ? {} : { write: encode(write) }),
      };
    }
    return json;
  }

  /** PublicKeyCredentialCreationOptionsJSON (WebAuthn Level 3 §5.1.8). @param {any} options */
  function creationJSON(options) {
    const { rp, user, challenge, pubKeyCredParams, timeout, authenticatorSelection, hints, attestation, attestationFormats } = options;
    return stringify({
      rp: { id: rp.id, name: `${rp.name}` },
      user: { id: encode(user.id), name: `${user.name}`, displayName: `${user.displayName}` },
      challenge: encode(challenge),
      pubKeyCredParams: [...pubKeyCredParams].map(({ type, alg }) => ({ type: `${type}`, alg: +alg })),
      timeout,
      excludeCredentials: descriptors(options.excludeCredentials),
      authenticatorSelection,
      hints,
      attestation,
      attestationFormats,
      extensions: extensionsJSON(options.extensions),
    });
  }

  /** PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3 §5.1.9). @param {any} options */
  function requestJSON(options) {
    const { challenge, timeout, rpId, userVerification, hints } = options;
    return stringify({
      challenge: encode(challenge),
      timeout,
      rpId,
      allowCredentials: descriptors(options.allowCredentials),
      userVerification,
      hints,
      extensions: extensionsJSON(options.extensions),
    });
  }

  // 2. Answers that look like the browser's own.

  /** @param {any} target @param {Record<string, any>} values */
  function withGetters(target, values) {
    for (const name in values) {
      defineProperty(target, name, { get: () => values[name], enumerable: true, configurable: true });
    }
    return target;
  }

  /** @param {any} target @param {Record<string, Function>} methods */
  function withMethods(target, methods) {
    for (const name in methods) {
      defineProperty(target, name, { value: methods[name], writable: true, enumerable: false, configurable: true });
    }
    return target;
  }

  /** @param {any} results extension results as JSON; bytes become bytes where the standard says so */
  function extensionResults(results) {
    const all = { ...results };
    const prf = all.prf?.results;
    if (prf) {
      all.prf = { ...all.prf, results: { first: decode(prf.first), ...(prf.second ? { second: decode(prf.second) } : {}) } };
    }
    if (all.largeBlob?.blob !== undefined) all.largeBlob = { ...all.largeBlob, blob: decode(all.largeBlob.blob) };
    return all;
  }

  const credentialPrototype = PublicKeyCredential.prototype;
  const attestationPrototype = AuthenticatorAttestationResponse.prototype;
  const assertionPrototype = AuthenticatorAssertionResponse.prototype;

  /** @param {string} text RegistrationResponseJSON or AuthenticationResponseJSON */
  function credentialOf(text) {
    const json = parse(text);
    const answer = json.response;
    const isRegistration = answer.attestationObject !== undefined;
    const clientDataJSON = decode(answer.clientDataJSON);
    let response;
    if (isRegistration) {
      response = withGetters(createObject(attestationPrototype), {
        clientDataJSON,
        attestationObject: decode(answer.attestationObject),
      });
      withMethods(response, {
        getTransports: () => [...(answer.transports ?? [])],
        getAuthenticatorData: () => decode(answer.authenticatorData),
        getPublicKey: () => (answer.publicKey ? decode(answer.publicKey) : null),
        getPublicKeyAlgorithm: () => answer.publicKeyAlgorithm,
      });
    } else {
      response = withGetters(createObject(assertionPrototype), {
        clientDataJSON,
        authenticatorData: decode(answer.authenticatorData),
        signature: decode(answer.signature),
        userHandle: answer.userHandle ? decode(answer.userHandle) : null,
      });
    }
    const credential = withGetters(createObject(credentialPrototype), {
      id: json.id,
      type: 'public-key',
      rawId: decode(json.rawId),
      response,
      authenticatorAttachment: 'platform',
    });
    return withMethods(credential, {
      getClientExtensionResults: () => extensionResults(json.clientExtensionResults),
      toJSON: () => ({ ...parse(text), authenticatorAttachment: 'platform' }),
    });
  }

  /** @param {string} name */
  function exceptionOf(name) {
    if (name === 'TypeError') return new TypeError('The request is not valid.');
    const known = MESSAGES[name] ? name : 'NotAllowedError';
    return new DOMException(MESSAGES[known], known);
  }

  // 3. The line to the content script: one port, handed over before the page's first script.

  const READY_WITHIN_MILLISECONDS = 1000;
  /** @type {Map<string, (answer: any) => void>} */
  const open = new Map();
  const { get: getOpen, set: setOpen, delete: deleteOpen } = Map.prototype;
  /** @type {MessagePort | null} the port that the content script has taken */
  let port = null;
  /** @type {(() => void)[]} what waits for the port */
  let waiting = [];
  /** @type {any} */
  let timer = null;

  function handOver() {
    const { port1: ours, port2: theirs } = new MessageChannel();
    apply(setOnMessage, ours, [({ data }) => {
      if (data.outcome === 'ready') return ready(ours);
      const settle = apply(getOpen, open, [data.id]);
      apply(deleteOpen, open, [data.id]);
      settle?.(data);
    }]);
    postToWindow(HAND_OVER, self.origin, [theirs]);
  }

  /** @param {MessagePort | null} taken null when nobody listens */
  function ready(taken) {
    port ??= taken;
    clearTimer(timer);
    timer = null;
    const all = waiting;
    waiting = [];
    for (let index = 0; index < all.length; index += 1) all[index]();
  }

  /**
   * Sends a question once the port was taken. A page can empty its document, and take every listener along, before that:
   * the port is offered once more, and where nobody takes it the browser answers.
   * @param {any} message @param {(answer: any) => void} settle
   */
  function post(message, settle) {
    apply(setOpen, open, [message.id, settle]);
    const go = () => {
      if (port !== null) return apply(postMessage, port, [message]);
      apply(deleteOpen, open, [message.id]);
      settle({ outcome: 'native' });
    };
    if (port !== null) return go();
    apply(push, waiting, [go]);
    if (timer !== null) return;
    handOver();
    timer = setTimer(() => ready(null), READY_WITHIN_MILLISECONDS);
  }

  handOver();

  function randomId() {
    return encode(getRandomValues(new Uint8Array(16)));
  }

  /**
   * @param {'create' | 'get'} type
   * @param {string} options JSON
   * @param {boolean} conditional
   * @param {any} signal
   * @param {() => Promise<any>} native
   * @returns {Promise<any>}
   */
  function ask(type, options, conditional, signal, native) {
    return new Promise((resolve, reject) => {
      const id = randomId();
      const abort = () => {
        apply(deleteOpen, open, [id]);
        if (port !== null) apply(postMessage, port, [{ type: 'abort', id }]);
        reject(apply(signalReason, signal, []));
      };
      if (signal) apply(addListener, signal, ['abort', abort, { once: true }]);
      post({ type, id, options, conditional }, (answer) => {
        if (signal) apply(removeListener, signal, ['abort', abort]);
        if (answer.outcome === 'native') return resolve(native());
        if (answer.outcome !== 'response') return reject(exceptionOf(answer.exception));
        try {
          resolve(credentialOf(answer.response));
        } catch {
          reject(exceptionOf('NotAllowedError'));
        }
      });
    });
  }

  /**
   * What the request is for us, or null when it is the browser's: other credential types, other mediations, and
   * options that are not well formed, for which the browser has the right exception.
   * @param {any} options @param {(publicKey: any) => string} toJSON @param {string[]} mediations
   */
  function ours(options, toJSON, mediations) {
    try {
      const { publicKey, mediation, signal, uiMode } = options;
      if (!publicKey || uiMode !== undefined) return null;
      if (mediation !== undefined && !apply(includes, mediations, [mediation])) return null;
      if (signal !== undefined && apply(signalAborted, signal, [])) return null;
      return { json: toJSON(publicKey), conditional: mediation === 'conditional', signal };
    } catch {
      return null;
    }
  }

  // 4. The stand-ins.

  /**
   * @param {any} owner @param {string} name
   * @param {(self: any, list: any[], native: () => any) => any} behaviour `native` calls the browser's own function
   */
  function standIn(owner, name, behaviour) {
    const own = owner[name];
    if (typeof own !== 'function') return;
    const call = { __proto__: null, apply: (_, self, list) => behaviour(self, list, () => apply(own, self, list)) };
    const { writable, enumerable, configurable } = /** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(owner, name));
    defineProperty(owner, name, { value: new Proxy(own, call), writable, enumerable, configurable });
  }

  for (const [name, toJSON] of /** @type {const} */ ([['create', creationJSON], ['get', requestJSON]])) {
    standIn(prototype, name, (self, list, native) => {
      if (self !== container) return native();
      const request = ours(list[0], toJSON, ['optional', 'required', 'conditional']);
      return request ? ask(name, request.json, request.conditional, request.signal, native) : native();
    });
  }

  /**
   * What Passfold says where it can be reached, and what the browser says where it cannot.
   * @param {() => any} native @param {(own: any) => any} answer
   */
  async function whereReached(native, answer) {
    const { outcome } = await new Promise((resolve) => post({ type: 'available', id: randomId(), options: '{}' }, resolve));
    const own = await native();
    return outcome === 'native' ? own : answer(own);
  }

  const isKind = (self) => self === PublicKeyCredential || self === undefined;
  for (const name of ['isConditionalMediationAvailable', 'isUserVerifyingPlatformAuthenticatorAvailable']) {
    standIn(PublicKeyCredential, name, (self, list, native) => (isKind(self) ? whereReached(native, () => true) : native()));
  }
  standIn(PublicKeyCredential, 'getClientCapabilities', (self, list, native) => (isKind(self) ? whereReached(native, (own) => ({
    ...own,
    conditionalCreate: true,
    conditionalGet: true,
    passkeyPlatformAuthenticator: true,
    signalAllAcceptedCredentials: true,
    signalCurrentUserDetails: true,
    signalUnknownCredential: true,
    userVerifyingPlatformAuthenticator: true,
    'extension:credProps': true,
    'extension:credentialProtectionPolicy': true,
    'extension:enforceCredentialProtectionPolicy': true,
    'extension:largeBlob': true,
    'extension:prf': true,
  })) : native()));

  // What services tell about their accounts (WebAuthn Level 3 §5.1.10): Passfold hears of it, and so does the browser.
  /** @type {Record<string, (options: any) => object>} */
  const signals = {
    signalUnknownCredential: ({ rpId, credentialId }) => ({ signal: 'unknown-credential', rpId: `${rpId}`, credentialId: `${credentialId}` }),
    signalAllAcceptedCredentials: ({ rpId, userId, allAcceptedCredentialIds }) => ({
      signal: 'all-accepted-credentials', rpId: `${rpId}`, userId: `${userId}`,
      allAcceptedCredentialIds: [...allAcceptedCredentialIds].map((id) => `${id}`),
    }),
    signalCurrentUserDetails: ({ rpId, userId, name, displayName }) => ({
      signal: 'current-user-details', rpId: `${rpId}`, userId: `${userId}`, name: `${name}`, displayName: `${displayName}`,
    }),
  };
  for (const name in signals) {
    /** @param {any[]} list @param {() => any} native */
    const tell = (list, native) => new Promise((resolve, reject) => {
      post({ type: 'signal', id: randomId(), options: stringify(signals[name](list[0])) }, (answer) => {
        if (answer.outcome === 'exception') reject(exceptionOf(answer.exception));
        else resolve(native());
      });
    });
    if (name in PublicKeyCredential) standIn(PublicKeyCredential, name, (self, list, native) => tell(list, native));
    else {
      // A browser without signals: the function has the form that the standard gives it.
      const methods = { /** @param {any} options */ [name](options) { return tell([options], () => undefined); } };
      defineProperty(PublicKeyCredential, name, { value: methods[name], writable: true, enumerable: true, configurable: true });
    }
  }
})();
