// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A page's options for a sign-in: PublicKeyCredentialRequestOptions (WebAuthn Level 3 §5.5).

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
     * Whether the request must go to the browser: it is for payments, is on behalf of another computer, or asks for `credProps`, which is
     * defined for new credentials only, so that the browser decides.
     * @param {any} options converted
     */
    isForBrowser({ extensions = { __proto__: null } }) {
      return extensions.credProps === true || extensions.payment !== undefined || extensions.remoteDesktopClientOverride !== undefined;
    },

    /** False, because a sign-in accepts any device: if Passfold has no passkey, the browser takes over. */
    isForOtherDevice: () => false,

    check: page.extensionSteps.ofRequest,

    /**
     * Returns a PublicKeyCredentialRequestOptionsJSON (§5.1.9). The U2F identifier is omitted: a passkey never belongs to one.
     * @param {any} options converted
     */
    json({ extensions, ...others }) {
      if (extensions === undefined) return jsonOf(others);
      const { appid, ...answered } = extensions;
      return jsonOf({ ...others, extensions: answered });
    },
  });
})();
