// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What services tell about their accounts (WebAuthn Level 3 §5.1.10), by the name of the function that they call.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { freeze } = page.builtIns;
  const { dictionary, sequence, string } = page.conversions;

  /** @type {Record<string, {signal: string, convert: (options: any, where: string) => any}>} */
  page.signals = freeze({
    __proto__: null,
    signalUnknownCredential: {
      signal: 'unknown-credential',
      convert: dictionary('UnknownCredentialOptions', { rpId: { required: string }, credentialId: { required: string } }),
    },
    signalAllAcceptedCredentials: {
      signal: 'all-accepted-credentials',
      convert: dictionary('AllAcceptedCredentialsOptions', {
        rpId: { required: string }, userId: { required: string }, allAcceptedCredentialIds: { required: sequence(string) },
      }),
    },
    signalCurrentUserDetails: {
      signal: 'current-user-details',
      convert: dictionary('CurrentUserDetailsOptions', {
        rpId: { required: string }, userId: { required: string }, name: { required: string }, displayName: { required: string },
      }),
    },
  });
})();
