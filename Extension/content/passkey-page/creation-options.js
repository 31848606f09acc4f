// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// A page's options for a new passkey: PublicKeyCredentialCreationOptions (WebAuthn Level 3 §5.4).

(() => {
  const { PassfoldPage: page } = globalThis;
  if (!page?.builtIns) return;
  const { freeze, TypeError } = page.builtIns;
  const { jsonOf, lengthOf } = page.bytes;
  const { boolean, bufferSource, dictionary, long, sequence, string, unsignedLong } = page.conversions;

  const LONGEST_USER_HANDLE = 64;

  const entity = dictionary('PublicKeyCredentialEntity', { name: { required: string } });

  /** Whether each hint means another device than this computer. Unknown hints are ignored. */
  const OTHER_DEVICE = freeze({ __proto__: null, 'security-key': true, hybrid: true, 'client-device': false });

  /**
   * Whether the first known hint or, without one, the attachment means another device (§5.8.7).
   * @param {any} hints @param {string | undefined} attachment
   */
  function isOther(hints, attachment) {
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
     * Whether the request must go to the browser: it has a U2F identifier, which the browser refuses here, is for payments, or is on behalf
     * of another computer. So does one with an empty user handle: §5.1.3 step 5 refuses it, but Chromium accepts it.
     * @param {any} options converted
     */
    isForBrowser({ user, extensions = { __proto__: null } }) {
      const { appid, payment, remoteDesktopClientOverride } = extensions;
      return lengthOf(user.id) === 0 || appid !== undefined || payment !== undefined || remoteDesktopClientOverride !== undefined;
    },

    check: page.extensionSteps.ofCreation,

    /**
     * Whether the request is for a security key or a phone. The worker leaves it to the browser, unless the authenticators are virtual.
     * @param {any} options converted
     */
    isForOtherDevice: ({ authenticatorSelection, hints }) => isOther(hints, authenticatorSelection?.authenticatorAttachment),

    /**
     * Returns a PublicKeyCredentialCreationOptionsJSON (§5.1.8). An attachment that is unknown, or contradicted by a hint, is omitted.
     * @param {any} options converted
     */
    json({ authenticatorSelection, ...others }) {
      // §5.1.3 step 5.
      if (lengthOf(others.user.id) > LONGEST_USER_HANDLE) throw new TypeError('The user handle must have at most 64 bytes.');
      if (authenticatorSelection === undefined) return jsonOf(others);
      const { authenticatorAttachment, ...criteria } = authenticatorSelection;
      const isKnown = authenticatorAttachment === 'platform' || authenticatorAttachment === 'cross-platform';
      if (isKnown && isOther(others.hints, authenticatorAttachment) === (authenticatorAttachment === 'cross-platform')) {
        criteria.authenticatorAttachment = authenticatorAttachment;
      }
      return jsonOf({ ...others, authenticatorSelection: criteria });
    },
  });
})();
