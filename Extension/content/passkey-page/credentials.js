// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The credentials that a page gets: objects of the browser's kinds, without own properties. Their members are those of the browser's
// prototypes, whose getters and methods have stand-ins that distinguish Passfold's objects from the browser's.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { apply, createObject, freeze, getOfWeakMap, hasInWeakMap, parse, Proxy, setOfWeakMap } = page.builtIns;
  const { decode } = page.bytes;
  const { standIn } = page;

  const prototypes = freeze({
    __proto__: null,
    credential: PublicKeyCredential.prototype,
    attestation: AuthenticatorAttestationResponse.prototype,
    assertion: AuthenticatorAssertionResponse.prototype,
  });

  /** The member values of Passfold's objects. @type {WeakMap<object, Record<string, () => any>>} */
  const members = new WeakMap();

  for (const [owner, names] of /** @type {const} */ ([
    [Credential.prototype, ['id', 'type']],
    [prototypes.credential, ['rawId', 'response', 'authenticatorAttachment', 'getClientExtensionResults', 'toJSON']],
    [AuthenticatorResponse.prototype, ['clientDataJSON']],
    [prototypes.attestation, ['attestationObject', 'getTransports', 'getAuthenticatorData', 'getPublicKey', 'getPublicKeyAlgorithm']],
    [prototypes.assertion, ['authenticatorData', 'signature', 'userHandle']],
  ])) {
    for (const name of names) {
      standIn(owner, name, (self, list, native) => {
        const own = apply(getOfWeakMap, members, [self])?.[name];
        return own === undefined ? native() : own();
      });
    }
  }

  /**
   * Creates an object of the browser's kind. It is a proxy without traps: like the browser's own objects, it cannot be cloned.
   * @param {object} prototype @param {Record<string, () => any>} own
   */
  function make(prototype, own) {
    const made = new Proxy(createObject(prototype), freeze({ __proto__: null }));
    apply(setOfWeakMap, members, [made, own]);
    return made;
  }

  /** @param {any} value created once, and the same for every read */
  const same = (value) => () => value;

  /** @param {any} json extension results, with bytes as text */
  function extensionResults(json) {
    const { prf, largeBlob, getCredBlob } = json ?? {};
    const first = prf?.results && decode(prf.results.first);
    const second = prf?.results?.second && decode(prf.results.second);
    const blob = largeBlob?.blob !== undefined && decode(largeBlob.blob);
    const credBlob = getCredBlob !== undefined && decode(getCredBlob);
    // Each call returns a new dictionary with the same buffers.
    return () => ({
      ...json,
      ...(first ? { prf: { ...prf, results: { first, ...(second ? { second } : {}) } } } : {}),
      ...(blob ? { largeBlob: { ...largeBlob, blob } } : {}),
      ...(credBlob ? { getCredBlob: credBlob } : {}),
    });
  }

  /** @param {any} json AuthenticatorAttestationResponseJSON */
  const attestationResponse = (json) => make(prototypes.attestation, {
    __proto__: null,
    clientDataJSON: same(decode(json.clientDataJSON)),
    attestationObject: same(decode(json.attestationObject)),
    getTransports: () => [...(json.transports ?? [])],
    getAuthenticatorData: same(decode(json.authenticatorData)),
    getPublicKey: same(json.publicKey ? decode(json.publicKey) : null),
    getPublicKeyAlgorithm: same(json.publicKeyAlgorithm),
  });

  /** @param {any} json AuthenticatorAssertionResponseJSON */
  const assertionResponse = (json) => make(prototypes.assertion, {
    __proto__: null,
    clientDataJSON: same(decode(json.clientDataJSON)),
    authenticatorData: same(decode(json.authenticatorData)),
    signature: same(decode(json.signature)),
    userHandle: same(json.userHandle ? decode(json.userHandle) : null),
  });

  page.credentials = freeze({
    __proto__: null,

    /** @param {string} text RegistrationResponseJSON or AuthenticationResponseJSON */
    credentialOf(text) {
      const { id, rawId, response, clientExtensionResults, authenticatorAttachment = null } = parse(text);
      return make(prototypes.credential, {
        __proto__: null,
        id: same(id),
        type: same('public-key'),
        rawId: same(decode(rawId)),
        response: same(response.attestationObject === undefined ? assertionResponse(response) : attestationResponse(response)),
        authenticatorAttachment: same(authenticatorAttachment),
        getClientExtensionResults: extensionResults(clientExtensionResults),
        toJSON: () => parse(text),
      });
    },

    /** Whether Passfold created the value. @param {any} value */
    isOurs: (value) => apply(hasInWeakMap, members, [value]),
  });
})();
