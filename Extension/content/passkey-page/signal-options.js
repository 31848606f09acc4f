// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The signals that services send about their accounts (WebAuthn Level 3 §5.1.10), by the name of the function that they call.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { freeze, TypeError } = page.builtIns;
  const { decode, encode } = page.bytes;
  const { dictionary, sequence, string } = page.conversions;

  /** Returns a text that must be bytes in base64url. @type {(value: any, where: string) => string} */
  function bytesAsText(value, where) {
    const text = string(value, where);
    try {
      if (encode(decode(text)) === text) return text;
    } catch {
      // The text is not base64 at all.
    }
    throw new TypeError(`${where}: The value is not base64url.`);
  }

  /** @type {Record<string, {signal: string, convert: (options: any, where: string) => any}>} */
  page.signals = freeze({
    __proto__: null,
    signalUnknownCredential: {
      signal: 'unknown-credential',
      convert: dictionary('UnknownCredentialOptions', { rpId: { required: string }, credentialId: { required: bytesAsText } }),
    },
    signalAllAcceptedCredentials: {
      signal: 'all-accepted-credentials',
      convert: dictionary('AllAcceptedCredentialsOptions', {
        rpId: { required: string }, userId: { required: bytesAsText }, allAcceptedCredentialIds: { required: sequence(bytesAsText) },
      }),
    },
    signalCurrentUserDetails: {
      signal: 'current-user-details',
      convert: dictionary('CurrentUserDetailsOptions', {
        rpId: { required: string }, userId: { required: bytesAsText }, name: { required: string }, displayName: { required: string },
      }),
    },
  });
})();
