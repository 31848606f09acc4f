// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The last of the scripts in the page's own world installs the stand-ins, and deletes what the scripts shared.
//
// Requests that the worker leaves to the browser go to the browser's own function. If Passfold's programs cannot be reached, the page sees
// only the browser's own capabilities.

(() => {
  const { PassfoldPage: page } = globalThis;
  delete globalThis.PassfoldPage;
  if (!page?.builtIns) return;
  const {
    abortedSignal, apply, defineProperty, DOMException, getCredential, ownKeys, Promise, signalAborted, signalReason, sort, stringify, then,
    windowOf,
  } = page.builtIns;
  const { jsonOf } = page.bytes;
  const { ask, exceptionOf, post } = page.line;
  const { isOurs } = page.credentials;
  const { creation, readCreation, readRequest, request, signals, standIn } = page;
  const container = navigator.credentials;

  /** @param {any} reason @returns {Promise<never>} */
  const rejected = (reason) => new Promise((resolve, reject) => reject(reason));

  /**
   * Whether the browser's own function reads `uiMode`. One that does not would open its dialog, which an immediate request must not do.
   */
  function knowsUiMode() {
    let isRead = false;
    const asked = { __proto__: null, signal: abortedSignal(), get uiMode() { isRead = true; return undefined; } };
    apply(then, apply(getCredential, container, [asked]), [undefined, () => {}]);
    return isRead;
  }

  for (const [name, read, kind] of /** @type {const} */ ([['create', readCreation, creation], ['get', readRequest, request]])) {
    standIn(CredentialsContainer.prototype, name, (self, list, native) => {
      // The browser refuses a document that is no longer in a window.
      if (self !== container || apply(windowOf, document, []) === null) return native();
      try {
        const options = read(list[0], kind.convert);
        if (options === null || kind.isForBrowser(options.publicKey)) return native();
        const { publicKey, isConditional, isImmediate, signal } = options;
        if (signal !== undefined && apply(signalAborted, signal, [])) return rejected(apply(signalReason, signal, []));
        kind.check(publicKey);
        const other = isImmediate ? () => (knowsUiMode() ? native() : rejected(exceptionOf('NotAllowedError'))) : native;
        return ask(name, {
          json: stringify(kind.json(publicKey)), conditional: isConditional, immediate: isImmediate, otherDevice: kind.isForOtherDevice(publicKey), signal,
        }, other);
      } catch (error) {
        return rejected(error);
      }
    });
  }

  // A browser cannot store a passkey (WebAuthn Level 3 §5.1.5).
  standIn(CredentialsContainer.prototype, 'store', (self, list, native) => (self === container && isOurs(list[0])
    ? rejected(new DOMException('A public key credential cannot be stored.', 'NotSupportedError'))
    : native()));

  /**
   * Returns Passfold's answer if Passfold can be reached, or otherwise the browser's.
   * @param {() => any} native @param {(own: any) => any} answer
   */
  async function whereReached(native, answer) {
    const { outcome } = await new Promise((resolve) => post({ type: 'available', options: '{}' }, resolve));
    const own = await native();
    return outcome === 'native' ? own : answer(own);
  }

  const isKind = (self) => self === PublicKeyCredential || self === undefined;
  for (const name of ['isConditionalMediationAvailable', 'isUserVerifyingPlatformAuthenticatorAvailable']) {
    standIn(PublicKeyCredential, name, (self, list, native) => (isKind(self) ? whereReached(native, () => true) : native()));
  }
  const CAPABILITIES = {
    __proto__: null,
    conditionalCreate: true,
    conditionalGet: true,
    immediateGet: true,
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
  };
  /** Returns the capabilities in the order of their names (WebAuthn Level 3 §5.1.7). @param {any} own the browser's capabilities */
  function allCapabilities(own) {
    const known = { __proto__: null, ...own, ...CAPABILITIES };
    const names = apply(sort, ownKeys(known), []);
    const all = {};
    for (let index = 0; index < names.length; index += 1) {
      defineProperty(all, names[index], { value: known[names[index]], writable: true, enumerable: true, configurable: true });
    }
    return all;
  }
  standIn(PublicKeyCredential, 'getClientCapabilities', (self, list, native) => (
    isKind(self) ? whereReached(native, allCapabilities) : native()));

  // The signals of services go to Passfold, and then to the browser.
  for (const name in signals) {
    /** @param {any[]} list @param {() => any} native */
    const tell = (list, native) => new Promise((resolve, reject) => {
      const { signal, convert } = signals[name];
      const told = convert(list[0], `Failed to execute '${name}' on 'PublicKeyCredential'`);
      told.signal = signal;
      post({ type: 'signal', options: stringify(jsonOf(told)) }, (answer) => {
        if (answer.outcome === 'exception') reject(exceptionOf(answer.exception));
        else resolve(native());
      });
    });
    if (name in PublicKeyCredential) standIn(PublicKeyCredential, name, (self, list, native) => tell(list, native));
    else {
      // If the browser has no signals, the function gets the standard's form.
      const methods = { /** @param {any} options */ [name](options) { return tell([options], () => undefined); } };
      defineProperty(PublicKeyCredential, name, { value: methods[name], writable: true, enumerable: true, configurable: true });
    }
  }
})();
