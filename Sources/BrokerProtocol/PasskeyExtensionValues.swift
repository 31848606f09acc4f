// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// What a passkey request asks beyond the passkey itself, after the client's processing (WebAuthn L3 §10.1; CTAP 2.2 §12.1).
package struct PasskeyExtensionInputsValue: Codable, Hashable, Sendable {
  /// One or two inputs of a PRF, 32 bytes each, hashed by the client.
  package struct Salts: Codable, Hashable, Sendable {
    /// The first salt.
    package var first: Data
    /// The second salt.
    package var second: Data?

    /// Gathers the salts.
    package init(first: Data, second: Data? = nil) {
      self.first = first
      self.second = second
    }
  }

  /// Salts for one credential alone.
  package struct CredentialSalts: Codable, Hashable, Sendable {
    /// The credential.
    package var credentialID: Data
    /// What its PRF is evaluated on.
    package var salts: Salts

    /// Pairs a credential with its salts.
    package init(credentialID: Data, salts: Salts) {
      self.credentialID = credentialID
      self.salts = salts
    }
  }

  /// What is done with the data beside a passkey.
  package enum LargeBlobOperation: Codable, Hashable, Sendable {
    /// Reads them.
    case read
    /// Keeps these in their place.
    case write(Data)
  }

  /// Whether a new passkey shall have a PRF; registrations only.
  package var wantsPRF = false
  /// What any passkey's PRF is evaluated on.
  package var salts: Salts?
  /// What single passkeys' PRFs are evaluated on instead; assertions only.
  package var saltsByCredential: [CredentialSalts] = []
  /// `required` or `preferred`: how much data beside a new passkey are wanted; registrations only.
  package var largeBlobSupport: String?
  /// What is done with the data beside the passkey; assertions only.
  package var largeBlob: LargeBlobOperation?
  /// The protection of a new passkey by its name in CTAP 2.2 §12.1; registrations only.
  package var protectionPolicy: String?

  /// Asks for nothing.
  package init() {}
}

/// What became of a request's extensions; what is secret in it is in the frame's secret part.
package struct PasskeyExtensionOutputsValue: Codable, Hashable, Sendable {
  /// The bytes of one PRF result.
  package static let prfResultByteCount = 32

  /// Whether the new passkey has a PRF; nil when it was not asked.
  package var hasPRF: Bool?
  /// How many PRF results the secret part begins with, 0 to 2, 32 bytes each.
  package var prfResultCount = 0
  /// Whether data can be kept beside the new passkey; nil when it was not asked.
  package var keepsLargeBlob: Bool?
  /// The bytes of the data beside the passkey, which follow the PRF results in the secret part; nil when there are none to tell.
  package var largeBlobByteCount: Int?
  /// Whether the data to keep are kept now; nil when there were none.
  package var wroteLargeBlob: Bool?

  /// States nothing.
  package init() {}
}
