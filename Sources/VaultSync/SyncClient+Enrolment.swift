// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import CredentialVault
import SecretMemory
import SyncModel

/// Enrolment on the device that is already in the account (docs/formats/enrolment.md).
extension SyncClient {
  /// Makes an offer to one new device, valid for 5 minutes and one attempt. The other side has its mailbox when this returns.
  /// - Throws: `notInUse`, `stopped`; `refused` while the account is being transferred to another place; `rateLimited` if too many devices
  ///   were offered the account within an hour; and as ``synchronise(_:)``.
  package func offer() async throws(VaultSyncError) -> StandingOffer {
    let offer = try await turn {
      let replica = try begin()
      // A new device could not start yet.
      guard replica.state.carrying == nil else { throw VaultSyncError(.refused, detail: "not_ready") }
      var generator = makeGenerator()
      return try EnrolmentOffer(of: replica.log, at: try EnrolmentPlace(typed: way.exchange.place), using: &generator)
    }
    let mailbox = Mailbox(way: way, name: offer.invitation.code.mailbox)
    do {
      var generator = makeGenerator()
      let offering = try EnrolmentSponsor.Offering(offer, using: &generator)
      try await mailbox.put(offering.message, token: try await session(), pauses: false)
      return StandingOffer(offer.invitation, offering)
    } catch {
      throw VaultSyncError(error)
    }
  }

  /// Admits the device that answers an offer, once the user has typed the digits it shows.
  ///
  /// - Parameter digits: Asks the user for the digits, given the new device's own name.
  /// - Returns: The device, and its name in the account: its own, with a number if another device has that.
  /// - Throws: `enrolmentFailed` for wrong digits, or inconsistent messages; `canceled`; and as ``synchronise(_:)``.
  package func admitAnswering(
    _ offer: StandingOffer, digits: @Sendable (String) async throws -> String
  ) async throws(VaultSyncError) -> (device: DeviceIdentifier, name: String) {
    let mailbox = Mailbox(way: way, name: offer.invitation.code.mailbox)
    guard let offering = offer.take() else { throw VaultSyncError(.enrolmentFailed, detail: "mailbox") }
    // The slot that the new device waits for; nil once the entry is placed.
    var awaited: Int? = 2
    do {
      var generator = makeGenerator()
      // 1 to 4. The new device makes its commitment before it sees our random bytes, so that its keys cannot be chosen to match the digits.
      let commitment = try await mailbox.take(1)
      let challenging = try offering.receive(commitment, using: &generator)
      try await mailbox.put(challenging.message)
      awaited = 4
      let reveal = try await mailbox.take(3, after: challenging.message)
      let comparing = try challenging.receive(reveal)
      // 5. The user copies the digits from one screen to the other.
      let typed = try await digits(comparing.newcomerName)
      let admitting = try comparing.compare(typed)
      // 6. The entry, which both sign.
      var replica = try await upToDate()
      let device = admitting.device
      let name = Self.freeName(admitting.name, among: try vault.deviceNames(in: replica).values)
      let drafted = try vault.draft(admitting, named: name, in: replica)
      try await mailbox.put(drafted.message)
      awaited = 6
      let signature = try await mailbox.take(5, after: drafted.message)
      let admitted = try drafted.receive(signature)
      // From here on the new device may be a member even if the reply was lost, unless the refusal says that another entry came first.
      awaited = nil
      do throws(VaultSyncError) {
        replica = try await place(admitted.log, behind: replica.log)
      } catch {
        if error.code == .overtaken { awaited = 6 }
        throw error
      }
      let head = EnrolmentHead(number: replica.chain.head.number, hash: replica.chain.head.hash, root: nil)
      try await mailbox.put(try admitted.word(of: head, using: &generator))
      return (device, name)
    } catch {
      // The new device need not wait for a message that will never come.
      if let awaited { await mailbox.withdraw(awaited) }
      if let error = error as? CredentialCryptographyError { throw VaultSyncError(.enrolmentFailed, detail: error.code.description) }
      throw VaultSyncError(error)
    }
  }

  private func upToDate() async throws(VaultSyncError) -> VaultReplica {
    try await turn {
      var replica = try begin()
      var outcome = Outcome()
      try await readLog(&replica)
      try await readChanges(&replica, &outcome, nil)
      return replica
    }
  }

  /// Submits the entry signed by the new device; it is valid only for this end of the log.
  private func place(_ log: MembershipLog, behind former: MembershipLog) async throws(VaultSyncError) -> VaultReplica {
    try await turn {
      // Exchanges with others while the new device signed may have raised an alarm.
      var replica = try begin()
      guard replica.log.head == former.head else { throw VaultSyncError(.overtaken) }
      guard let entry = log.entries.last else { throw VaultSyncError(.answerMalformed) }
      let answer = try await ask("POST", "/v1/log", [1: .bytes(entry.encoded)])
      // Another entry came first: the new device would have to sign again, which takes another enrolment.
      guard answer.status == 200 else { throw answer.status == 409 ? VaultSyncError(.overtaken) : try SyncWay.refusal(answer) }
      // The account has the new device, which has to learn of it even if this one cannot store that now: the next exchange reads the entry.
      self.replica = nil
      if (try? vault.grow(to: log, in: &replica)) != nil { self.replica = replica }
      return replica
    }
  }
}
