// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What a page asks of a sign-in, as PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3 §5.1.9).

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { encode } = page.bytes;
  const { descriptorsJSON, extensionsJSON } = page;
  const { stringify } = page.builtIns;

  /** @param {any} options */
  page.requestJSON = (options) => {
    const { challenge, timeout, rpId, userVerification, hints } = options;
    return stringify({
      challenge: encode(challenge),
      timeout,
      rpId,
      allowCredentials: descriptorsJSON(options.allowCredentials),
      userVerification,
      hints,
      extensions: extensionsJSON(options.extensions),
    });
  };
})();
