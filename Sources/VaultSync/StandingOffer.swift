// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import Synchronization

/// An offer to one new device, whose mailbox is at the other side.
package final class StandingOffer: Sendable {
  /// The data for the new device.
  package let invitation: EnrolmentInvitation
  private let offering: Mutex<EnrolmentSponsor.Offering?>

  init(_ invitation: EnrolmentInvitation, _ offering: consuming EnrolmentSponsor.Offering) {
    self.invitation = invitation
    self.offering = Mutex(consume offering)
  }

  /// Returns the sponsor's side of the enrolment, once: an offer allows one attempt.
  func take() -> EnrolmentSponsor.Offering? { offering.withLock { $0.take() } }
}
