// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The inputs of a passkey request's extensions, after the client's processing (WebAuthn L3 §10.1; CTAP 2.2 §12.1).
package struct PasskeyExtensionInputsValue: Codable, Hashable, Sendable {
  /// One or two inputs of a PRF, 32 bytes each, hashed by the client.
  package struct Salts: Codable, Hashable, Sendable {
    /// The first salt.
    package var first: Data
    /// The second salt.
    package var second: Data?

    /// Creates the salts.
    package init(first: Data, second: Data? = nil) {
      self.first = first
      self.second = second
    }
  }

  /// The salts for one credential.
  package struct CredentialSalts: Codable, Hashable, Sendable {
    /// The credential's ID.
    package var credentialID: Data
    /// The salts on which its PRF is evaluated.
    package var salts: Salts

    /// Creates a pair of a credential and its salts.
    package init(credentialID: Data, salts: Salts) {
      self.credentialID = credentialID
      self.salts = salts
    }
  }

  /// The operation on the large blob of a passkey.
  package enum LargeBlobOperation: Codable, Hashable, Sendable {
    /// Reads the large blob.
    case read
    /// Replaces the large blob with this data.
    case write(Data)
  }

  /// Whether a new passkey is to have a PRF; registrations only.
  package var wantsPRF = false
  /// The salts on which the PRF of any passkey is evaluated.
  package var salts: Salts?
  /// The salts on which the PRFs of particular passkeys are evaluated instead; assertions only.
  package var saltsByCredential: [CredentialSalts] = []
  /// `required` or `preferred`: how strongly support for a large blob is wanted for a new passkey; registrations only.
  package var largeBlobSupport: String?
  /// The operation on the passkey's large blob; assertions only.
  package var largeBlob: LargeBlobOperation?
  /// The protection policy of a new passkey by its name in CTAP 2.2 §12.1; registrations only.
  package var protectionPolicy: String?

  /// Creates inputs that ask for nothing.
  package init() {}
}

/// The outputs of a request's extensions; their secrets are in the frame's secret part.
package struct PasskeyExtensionOutputsValue: Codable, Hashable, Sendable {
  /// The number of bytes of one PRF result.
  package static let prfResultByteCount = 32

  /// Whether the new passkey has a PRF; nil if this was not asked.
  package var hasPRF: Bool?
  /// The number of PRF results at the beginning of the secret part, 0 to 2, 32 bytes each.
  package var prfResultCount = 0
  /// Whether a large blob can be stored with the new passkey; nil if this was not asked.
  package var keepsLargeBlob: Bool?
  /// The number of bytes of the large blob, which follows the PRF results in the secret part; nil if there is none to return.
  package var largeBlobByteCount: Int?
  /// Whether the large blob was written; nil if there was none to write.
  package var wroteLargeBlob: Bool?

  /// Creates outputs that state nothing.
  package init() {}
}
