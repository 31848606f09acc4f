// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory

/// The mailbox of one enrolment at the other side: slots that each take one message, and give it away once.
struct Mailbox: Sendable {
  /// How often a slot is looked into, and for how long: 5 minutes.
  private static let mostLooks = 300
  private static let lookInterval = Duration.seconds(1)

  let way: SyncWay
  let name: [UInt8]

  private func path(_ slot: Int) -> String { "/v1/mailbox/\(SyncWay.hexadecimal(name))?slot=\(slot)" }

  /// Puts a message into its slot; slot 0 makes the mailbox, and takes a session.
  func put(_ message: EnrolmentMessage, token: SharedSecret? = nil) async throws {
    let answer = try await way.send(
      SyncRequest("PUT", path(message.slot), body: SyncWay.encode([1: .bytes(message.bytes)]), token: token))
    guard answer.status == 200 || answer.status == 204 else { throw try SyncWay.refusal(answer) }
  }

  /// Waits for the message of a slot, for 5 minutes at most.
  /// - Throws: `enrolmentFailed` where somebody else took it, or the mailbox is gone; `canceled` when the time is over.
  func take(_ slot: Int) async throws -> [UInt8] {
    for _ in 0..<Self.mostLooks {
      try Task.checkCancellation()
      let answer = try await way.send(SyncRequest("GET", path(slot)))
      switch answer.status {
      case 200: return try SyncAnswer(answer.body, keys: 1...1).bytes(1)
      case 204: try await way.pause(Self.lookInterval)
      case 404, 410: throw VaultSyncError(.enrolmentFailed, detail: "mailbox")
      default: throw try SyncWay.refusal(answer)
      }
    }
    throw VaultSyncError(.canceled)
  }
}
