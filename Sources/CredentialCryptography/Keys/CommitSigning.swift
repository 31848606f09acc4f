// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Signatures of commits (docs/formats/sync.md, "Commits"), which cannot be mistaken for any other signature by the same key.
extension MemberKeys {
  /// Signs the hash of a commit's header with Ed25519 (RFC 8032).
  /// - Throws: `libraryFailure`.
  package func signCommit(hash: [UInt8]) throws(CredentialCryptographyError) -> [UInt8] { try sign(Label.commitSignature + hash) }
}

extension MemberPublicKeys {
  /// The length of an Ed25519 signature in bytes.
  package static let signatureByteCount = 64

  /// Whether this member's private key signed the commit with that hash.
  package func isCommitSignature(_ signature: [UInt8], hash: [UInt8]) -> Bool {
    isSignature(signature, over: Label.commitSignature + hash)
  }
}
