// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A page's descriptions of single credentials: those that it excludes and those that it allows.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { bufferSource, dictionary, sequence, string } = page.conversions;

  page.credentialDescriptors = sequence(dictionary('PublicKeyCredentialDescriptor', {
    type: { required: string }, id: { required: bufferSource }, transports: sequence(string),
  }));
})();
