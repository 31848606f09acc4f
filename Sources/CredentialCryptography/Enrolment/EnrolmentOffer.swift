// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// What a device of the account offers to one new device, for one try; whoever drives it lets it end after 5 minutes.
package struct EnrolmentOffer: Sendable {
  static let openingByteCount = 16

  /// What the new device is told.
  package let invitation: EnrolmentInvitation
  /// The hash of the account's genesis entry.
  let genesis: [UInt8]
  /// With the genesis hash it gives the code.
  let opening: SharedSecret

  /// Makes an offer.
  /// - Parameters:
  ///   - log: The account's membership log.
  ///   - place: Where both devices find the mailbox.
  /// - Throws: `logInvalid` for a log without entries.
  package init(
    of log: MembershipLog, at place: EnrolmentPlace, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) {
    guard let genesis = log.entries.first?.hash else { throw CredentialCryptographyError(.logInvalid) }
    self.genesis = genesis
    opening = SharedSecret(SecretBytes.random(byteCount: Self.openingByteCount, using: &generator))
    invitation = EnrolmentInvitation(place: place, code: EnrolmentCode(genesis: genesis, opening: opening.copy()))
  }
}
