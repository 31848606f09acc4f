// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// Two signed children of one parent: whoever sees both knows that the account was split, whatever a server says (design: section 3.9).
package struct ForkEvidence: Hashable, Sendable {
  /// One child.
  package let first: SignedCommitHeader
  /// The other child.
  package let second: SignedCommitHeader

  /// Takes two commits as evidence; nil unless both are of one account, follow one parent, differ, and are signed by members of the log.
  package init?(_ first: SignedCommitHeader, _ second: SignedCommitHeader, log: MembershipLog) {
    guard first.header.account == log.account, second.header.account == log.account, first.header.parent == second.header.parent,
      first.header.number == second.header.number, first.header != second.header, first.isSigned(by: log), second.isSigned(by: log)
    else { return nil }
    self.first = first
    self.second = second
  }
}

extension SignedCommitHeader {
  /// Whether the author was a member where the commit names the log, and signed it.
  func isSigned(by log: MembershipLog) -> Bool {
    guard log.position(header.log.sequence) == header.log else { return false }
    return log.publicKeys(of: header.device, at: header.log.sequence)?.isCommitSignature(signature, hash: position.hash) ?? false
  }
}
