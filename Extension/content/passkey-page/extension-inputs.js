// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// The extension inputs that Passfold answers, and those that make a request the browser's. Others are ignored.

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
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
})();
