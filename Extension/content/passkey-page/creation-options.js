// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What a page asks of a new passkey, as PublicKeyCredentialCreationOptionsJSON (WebAuthn Level 3 §5.1.8).

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { encode } = page.bytes;
  const { descriptorsJSON, extensionsJSON } = page;
  const { stringify } = page.builtIns;

  /** @param {any} options */
  page.creationJSON = (options) => {
    const { rp, user, challenge, pubKeyCredParams, timeout, authenticatorSelection, hints, attestation, attestationFormats } = options;
    return stringify({
      rp: { id: rp.id, name: `${rp.name}` },
      user: { id: encode(user.id), name: `${user.name}`, displayName: `${user.displayName}` },
      challenge: encode(challenge),
      pubKeyCredParams: [...pubKeyCredParams].map(({ type, alg }) => ({ type: `${type}`, alg: +alg })),
      timeout,
      excludeCredentials: descriptorsJSON(options.excludeCredentials),
      authenticatorSelection,
      hints,
      attestation,
      attestationFormats,
      extensions: extensionsJSON(options.extensions),
    });
  };
})();
