// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// What a page asks of a new passkey: PublicKeyCredentialCreationOptions (WebAuthn Level 3 §5.4).

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { freeze, TypeError } = page.builtIns;
  const { jsonOf, lengthOf } = page.bytes;
  const { boolean, bufferSource, dictionary, long, sequence, string, unsignedLong } = page.conversions;

  const LONGEST_USER_HANDLE = 64;

  const entity = dictionary('PublicKeyCredentialEntity', { name: { required: string } });

  /** Which hints mean an authenticator of this computer, and which another one. Hints of other names mean nothing. */
  const OTHER_DEVICE = freeze({ __proto__: null, 'security-key': true, hybrid: true, 'client-device': false });

  /**
   * Where hints and attachment contradict each other, the hints count, and of them the first one that is known (§5.8.7).
   * @param {any} hints @param {string | undefined} attachment
   */
  function isForOtherDevice(hints, attachment) {
    for (let index = 0; hints !== undefined && index < hints.length; index += 1) {
      if (OTHER_DEVICE[hints[index]] !== undefined) return OTHER_DEVICE[hints[index]];
    }
    return attachment === 'cross-platform';
  }

  page.creation = freeze({
    __proto__: null,

    convert: dictionary('PublicKeyCredentialCreationOptions', {
      rp: { required: dictionary('PublicKeyCredentialRpEntity', { id: string }, entity) },
      user: {
        required: dictionary('PublicKeyCredentialUserEntity', { id: { required: bufferSource }, displayName: { required: string } }, entity),
      },
      challenge: { required: bufferSource },
      pubKeyCredParams: {
        required: sequence(dictionary('PublicKeyCredentialParameters', { type: { required: string }, alg: { required: long } })),
      },
      timeout: unsignedLong,
      excludeCredentials: page.credentialDescriptors,
      authenticatorSelection: dictionary('AuthenticatorSelectionCriteria', {
        authenticatorAttachment: string, residentKey: string, requireResidentKey: boolean, userVerification: string,
      }),
      hints: sequence(string),
      attestation: string,
      attestationFormats: sequence(string),
      extensions: page.extensionInputs,
    }),

    /**
     * Whether the request needs what only the browser has: a security key or a phone, an identifier of U2F, which it refuses
     * here, credentials for payments, and requests on behalf of another computer. An empty user handle is the browser's too:
     * §5.1.3 step 5 refuses it, and Chromium takes it.
     * @param {any} options converted
     */
    isForBrowser({ authenticatorSelection, hints, user, extensions = { __proto__: null } }) {
      const { appid, payment, remoteDesktopClientOverride } = extensions;
      return lengthOf(user.id) === 0 || isForOtherDevice(hints, authenticatorSelection?.authenticatorAttachment)
        || appid !== undefined || payment !== undefined || remoteDesktopClientOverride !== undefined;
    },

    check: page.extensionSteps.ofCreation,

    /**
     * PublicKeyCredentialCreationOptionsJSON (§5.1.8). An attachment that is unknown, or that a hint contradicts, stays here.
     * @param {any} options converted
     */
    json({ authenticatorSelection, ...others }) {
      // §5.1.3 step 5.
      if (lengthOf(others.user.id) > LONGEST_USER_HANDLE) throw new TypeError('The user handle must have at most 64 bytes.');
      if (authenticatorSelection === undefined) return jsonOf(others);
      const { authenticatorAttachment, ...criteria } = authenticatorSelection;
      if (authenticatorAttachment === 'platform') criteria.authenticatorAttachment = authenticatorAttachment;
      return jsonOf({ ...others, authenticatorSelection: criteria });
    },
  });
})();
