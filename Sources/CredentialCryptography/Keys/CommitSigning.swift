// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Signatures under commits (docs/formats/sync.md, "Commits"), which can pass for no other signature of the same key.
extension MemberKeys {
  /// Signs a commit by the hash of its header, with Ed25519 (RFC 8032).
  /// - Throws: `libraryFailure`.
  package func signCommit(hash: [UInt8]) throws(CredentialCryptographyError) -> [UInt8] { try sign(Label.commitSignature + hash) }
}

extension MemberPublicKeys {
  /// The length of an Ed25519 signature.
  package static let signatureByteCount = 64

  /// Whether this member's private key signed the commit with that hash.
  package func isCommitSignature(_ signature: [UInt8], hash: [UInt8]) -> Bool {
    isSignature(signature, over: Label.commitSignature + hash)
  }
}
