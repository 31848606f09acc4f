// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What a page asks of a sign-in: PublicKeyCredentialRequestOptions (WebAuthn Level 3 §5.5).

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { freeze } = page.builtIns;
  const { jsonOf } = page.bytes;
  const { bufferSource, dictionary, sequence, string, unsignedLong } = page.conversions;

  page.request = freeze({
    __proto__: null,

    convert: dictionary('PublicKeyCredentialRequestOptions', {
      challenge: { required: bufferSource },
      timeout: unsignedLong,
      rpId: string,
      allowCredentials: page.credentialDescriptors,
      userVerification: string,
      hints: sequence(string),
      extensions: page.extensionInputs,
    }),

    /**
     * Whether the request needs what only the browser has: payments, requests on behalf of another computer, and the
     * browser's own word on `credProps`, which says something about new credentials only.
     * @param {any} options converted
     */
    isForBrowser({ extensions = { __proto__: null } }) {
      return extensions.credProps === true || extensions.payment !== undefined || extensions.remoteDesktopClientOverride !== undefined;
    },

    check: page.extensionSteps.ofRequest,

    /**
     * PublicKeyCredentialRequestOptionsJSON (§5.1.9). The identifier of U2F stays here: a passkey never belongs to one.
     * @param {any} options converted
     */
    json({ extensions, ...others }) {
      if (extensions === undefined) return jsonOf(others);
      const { appid, ...answered } = extensions;
      return jsonOf({ ...others, extensions: answered });
    },
  });
})();
