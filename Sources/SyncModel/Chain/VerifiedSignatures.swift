// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// Signatures under commits that held, so that one and the same is not verified again: of this key, under this hash, with these bytes.
///
/// For whoever follows one chain many times over, as simulated devices in one process do. What did not hold is not remembered.
package final class VerifiedSignatures {
  private struct Fact: Hashable {
    let key: [UInt8]
    let hash: [UInt8]
    let signature: [UInt8]
  }

  private var facts: Set<Fact> = []

  /// Begins without any.
  package init() {}

  /// Notes a signature that its maker just made, whose private keys stand for what is not verified.
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
