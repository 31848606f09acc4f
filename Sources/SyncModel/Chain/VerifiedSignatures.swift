// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// Valid commit signatures, so that the same one is not verified again: with this key, for this hash, with these bytes.
///
/// It is for processes that follow one chain many times, such as simulated devices. Invalid signatures are not stored.
package final class VerifiedSignatures {
  private struct Fact: Hashable {
    let key: [UInt8]
    let hash: [UInt8]
    let signature: [UInt8]
  }

  private var facts: Set<Fact> = []

  /// Creates an empty set.
  package init() {}

  /// Adds a signature that its author just made. The private keys replace the verification.
  package func note(_ signed: SignedCommitHeader, madeWith keys: MemberKeys) {
    facts.insert(Fact(key: keys.publicKeys.signing, hash: signed.position.hash, signature: signed.signature))
  }

  /// Whether this member's private key signed the commit with that hash.
  package func holds(_ signature: [UInt8], hash: [UInt8], of keys: MemberPublicKeys) -> Bool {
    let fact = Fact(key: keys.signing, hash: hash, signature: signature)
    if facts.contains(fact) { return true }
    guard keys.isCommitSignature(signature, hash: hash) else { return false }
    facts.insert(fact)
    return true
  }
}
