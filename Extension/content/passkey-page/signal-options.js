// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What services tell about their accounts (WebAuthn Level 3 §5.1.10), by the name of the function that they call.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { freeze } = page.builtIns;

  /** @type {Record<string, (options: any) => object>} */
  page.signals = freeze({
    __proto__: null,
    signalUnknownCredential: ({ rpId, credentialId }) => ({ signal: 'unknown-credential', rpId: `${rpId}`, credentialId: `${credentialId}` }),
    signalAllAcceptedCredentials: ({ rpId, userId, allAcceptedCredentialIds }) => ({
      signal: 'all-accepted-credentials', rpId: `${rpId}`, userId: `${userId}`,
      allAcceptedCredentialIds: [...allAcceptedCredentialIds].map((id) => `${id}`),
    }),
    signalCurrentUserDetails: ({ rpId, userId, name, displayName }) => ({
      signal: 'current-user-details', rpId: `${rpId}`, userId: `${userId}`, name: `${name}`, displayName: `${displayName}`,
    }),
  });
})();
