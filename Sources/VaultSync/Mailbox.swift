// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory

/// The mailbox of one enrolment at the other side. Each slot accepts one message, and returns it once.
struct Mailbox: Sendable {
  /// The number of times a slot is checked, once per second for 5 minutes.
  static let mostLooks = 300
  static let lookInterval = Duration.seconds(1)
  // A server that restarts, or a network that changes, is back within this many looks.
  private static let mostOutages = 20
  /// The number of looks after which a device that has not fetched the last message is gone: one that waits looks once per second.
  static let patientLooks = 30

  /// The message with which a device that gives up fills its next slot. It is shorter than any message of an enrolment.
  private static let withdrawal: [UInt8] = [0]

  let way: SyncWay
  let name: [UInt8]

  private func path(_ slot: Int) -> String { "/v1/mailbox/\(Hexadecimal.text(name))?slot=\(slot)" }

  /// Puts a message into its slot. Slot 0 creates the mailbox, and needs a session.
  func put(_ message: EnrolmentMessage, token: SharedSecret? = nil, pauses: Bool = true) async throws {
    let answer = try await way.send(
      SyncRequest("PUT", path(message.slot), body: SyncWay.encode([1: .bytes(message.bytes)]), token: token), pauses: pauses)
    guard answer.status == 200 || answer.status == 204 else { throw try SyncWay.refusal(answer) }
  }

  /// Tells the device waiting for a slot that nothing will come, even if the task that gave up was cancelled.
  func withdraw(_ slot: Int) async {
    _ = await Task { try? await put(EnrolmentMessage(slot: slot, bytes: Self.withdrawal)) }.value
  }

  /// Takes back a message that nobody has fetched, so that nobody can answer it later. A folder keeps messages, and does not say who has read
  /// them.
  private func takesBack(_ message: EnrolmentMessage) async -> Bool {
    guard !way.exchange.isFolder, let answer = try? await way.send(SyncRequest("GET", path(message.slot))) else { return false }
    return answer.status == 200
  }

  /// Waits for the message of a slot, for at most 5 minutes, and through short outages.
  /// - Parameter former: This device's last message, which the other one has to fetch first; nil if it is not to be looked for.
  /// - Throws: `enrolmentFailed` if another party took it, the mailbox is gone, the other device gave up, or does not fetch this device's last
  ///   message; `canceled` after the time limit.
  func take(_ slot: Int, after former: EnrolmentMessage? = nil) async throws -> [UInt8] {
    var outageCount = 0
    for look in 0..<Self.mostLooks {
      try Task.checkCancellation()
      if look == Self.patientLooks, let former, await takesBack(former) { throw VaultSyncError(.enrolmentFailed, detail: "silent") }
      let answer: (status: Int, body: [UInt8])
      do {
        answer = try await way.send(SyncRequest("GET", path(slot)))
        outageCount = 0
      } catch let error as VaultSyncError where error.code == .unreachable && outageCount < Self.mostOutages {
        outageCount += 1
        try await way.pause(Self.lookInterval)
        continue
      }
      switch answer.status {
      case 200:
        let message = try SyncAnswer(answer.body, keys: 1...1).bytes(1)
        // The host of the mailbox can send this too, just as it can withhold the message.
        guard message != Self.withdrawal else { throw VaultSyncError(.enrolmentFailed, detail: "withdrawn") }
        return message
      case 204: try await way.pause(Self.lookInterval)
      case 404, 410: throw VaultSyncError(.enrolmentFailed, detail: "mailbox")
      default: throw try SyncWay.refusal(answer)
      }
    }
    throw VaultSyncError(.canceled)
  }
}
