// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// An account device's offer to one new device, for one attempt; the caller must let it expire after 5 minutes.
package struct EnrolmentOffer: Sendable {
  static let openingByteCount = 16

  /// The data for the new device.
  package let invitation: EnrolmentInvitation
  /// The hash of the account's genesis entry.
  let genesis: [UInt8]
  /// The random value that gives the code together with the genesis hash.
  let opening: SharedSecret

  /// Creates an offer.
  /// - Parameters:
  ///   - log: The account's membership log.
  ///   - place: The location of the mailbox for both devices.
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
