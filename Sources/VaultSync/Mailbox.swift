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

  /// What a device puts into the slot that would be its next, where it does not go on. No message of an enrolment is that short.
  private static let withdrawal: [UInt8] = [0]

  let way: SyncWay
  let name: [UInt8]

  private func path(_ slot: Int) -> String { "/v1/mailbox/\(Hexadecimal.text(name))?slot=\(slot)" }

  /// Puts a message into its slot; slot 0 makes the mailbox, and takes a session.
  func put(_ message: EnrolmentMessage, token: SharedSecret? = nil) async throws {
    let answer = try await way.send(
      SyncRequest("PUT", path(message.slot), body: SyncWay.encode([1: .bytes(message.bytes)]), token: token))
    guard answer.status == 200 || answer.status == 204 else { throw try SyncWay.refusal(answer) }
  }

  /// Has whoever waits for a slot hear that nothing comes, also where the work that gave it up was cancelled.
  func withdraw(_ slot: Int) async {
    _ = await Task { try? await put(EnrolmentMessage(slot: slot, bytes: Self.withdrawal)) }.value
  }

  /// Waits for the message of a slot, for 5 minutes at most.
  /// - Throws: `enrolmentFailed` where somebody else took it, the mailbox is gone, or the other device does not go on; `canceled` when the time is over.
  func take(_ slot: Int) async throws -> [UInt8] {
    for _ in 0..<Self.mostLooks {
      try Task.checkCancellation()
      let answer = try await way.send(SyncRequest("GET", path(slot)))
      switch answer.status {
      case 200:
        let message = try SyncAnswer(answer.body, keys: 1...1).bytes(1)
        // Whoever keeps the mailbox can say that, too, as he can keep the message to himself.
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
