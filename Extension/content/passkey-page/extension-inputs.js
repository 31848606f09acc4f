// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The extension inputs that Passfold answers, and those that leave a request to the browser. Others are ignored. Inputs that an extension's
// steps refuse are refused immediately, even if the request would wait for a field.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { DOMException, freeze, ownKeys, setPrototypeOf } = page.builtIns;
  const { encode } = page.bytes;
  const { any, boolean, bufferSource, dictionary, record, string } = page.conversions;

  const prfValues = dictionary('AuthenticationExtensionsPRFValues', { first: { required: bufferSource }, second: bufferSource });

  page.extensionInputs = dictionary('AuthenticationExtensionsClientInputs', {
    appid: string,
    credBlob: bufferSource,
    credProps: boolean,
    credentialProtectionPolicy: string,
    enforceCredentialProtectionPolicy: boolean,
    getCredBlob: boolean,
    largeBlob: dictionary('AuthenticationExtensionsLargeBlobInputs', { support: string, read: boolean, write: bufferSource }),
    minPinLength: boolean,
    payment: any,
    prf: dictionary('AuthenticationExtensionsPRFInputs', { eval: prfValues, evalByCredential: record(prfValues) }),
    remoteDesktopClientOverride: any,
  });

  /** @param {boolean} isRefused @param {string} why @param {string} [name] */
  function refuseIf(isRefused, why, name = 'NotSupportedError') {
    if (isRefused) throw new DOMException(why, name);
  }

  page.extensionSteps = freeze({
    __proto__: null,

    /** Registration: §10.1.4 step 1 and §10.1.5 step 1. @param {any} options converted */
    ofCreation({ extensions: { prf, largeBlob } = { __proto__: null } }) {
      refuseIf(prf?.evalByCredential !== undefined, 'There is no credential yet to evaluate a PRF by.');
      refuseIf(largeBlob?.read !== undefined || largeBlob?.write !== undefined, 'There is no large blob yet to read or write.');
    },

    /** Authentication: §10.1.4 steps 1 and 2, §10.1.5 steps 1, 2 and 4. @param {any} options converted */
    ofRequest({ allowCredentials, extensions: { prf, largeBlob } = { __proto__: null } }) {
      const allowed = allowCredentials ?? { length: 0 };
      const ids = setPrototypeOf(ownKeys(prf?.evalByCredential ?? {}), null);
      refuseIf(ids.length > 0 && allowed.length === 0, 'A PRF is evaluated by credential only among those of a list.');
      for (let index = 0; index < ids.length; index += 1) {
        let isListed = false;
        for (let other = 0; other < allowed.length; other += 1) isListed ||= encode(allowed[other].id) === ids[index];
        refuseIf(!isListed, 'A key of evalByCredential is no identifier of the list.', 'SyntaxError');
      }
      refuseIf(largeBlob?.support !== undefined, 'Whether large blobs are supported is decided at a registration.');
      refuseIf(largeBlob?.read !== undefined && largeBlob.write !== undefined, 'A large blob is either read or written.');
      refuseIf(largeBlob?.write !== undefined && allowed.length !== 1, 'A large blob is written beside the one credential of the list.');
    },
  });
})();
