// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Answers that look like the browser's own.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { createObject, defineProperty, freeze, parse } = page.builtIns;
  const { decode } = page.bytes;

  const credentialPrototype = PublicKeyCredential.prototype;
  const attestationPrototype = AuthenticatorAttestationResponse.prototype;
  const assertionPrototype = AuthenticatorAssertionResponse.prototype;

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

  page.credentials = freeze({ __proto__: null, credentialOf });
})();
