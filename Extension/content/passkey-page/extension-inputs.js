// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The extensions that Passfold answers, with their members in the types of WebAuthn's dictionaries; others are ignored.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { encode } = page.bytes;

  /** @param {any} values PRF inputs */
  function prfValues(values) {
    if (!values) return undefined;
    return { first: encode(values.first), ...(values.second === undefined ? {} : { second: encode(values.second) }) };
  }

  /** @param {any} extensions */
  page.extensionsJSON = (extensions) => {
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
  };
})();
