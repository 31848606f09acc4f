// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import FoundationEssentials
import SyncServerStore

/// Mailboxes transfer the messages of an enrolment between a device and one that is not a member yet (design: section 3.7).
///
/// Anyone who knows a mailbox's name may use it; a member creates it. Each slot accepts one message once and returns it once.
extension SyncServer {
  /// The length of a mailbox's name in bytes.
  package static let mailboxNameByteCount = 16
  /// The maximum length in bytes of a message with the map around it.
  private static let longestBody = ServerConfiguration.longestMessage + 8

  /// Creates a mailbox for a member, with `{1: message}` in slot 0.
  /// - Throws: `rateLimited`, `malformed`, `tooLarge`, `taken`, `unavailable`.
  package func makeMailbox(_ name: [UInt8], _ body: some SentBody, by caller: Caller) async throws(SyncServerError) -> Answer {
    let now = environment.now()
    try rates.admit(.mailbox, of: caller.account.bytes, configuration.mailboxRate, at: now)
    let text = try await Self.text(name, 0, body)
    let expiry = now.addingTimeInterval(configuration.mailboxLife / .seconds(1))
    guard try await stored({ try await store.makeMailbox(name, of: caller.account, until: expiry) }) else {
      throw SyncServerError(.taken)
    }
    return try await put(text, into: 0, of: name, at: now)
  }

  /// Puts `{1: message}` into a later slot, for any client that knows the name.
  /// - Throws: `rateLimited`, `malformed`, `tooLarge`, `taken`, `notFound`, `unavailable`.
  package func put(_ body: some SentBody, into slot: Int, of name: [UInt8], from network: String) async throws(SyncServerError) -> Answer {
    let now = environment.now()
    try rates.admit(.pull, of: Array(network.utf8), configuration.pullRate, at: now)
    guard slot > 0 else { throw SyncServerError(.malformed) }
    return try await put(try await Self.text(name, slot, body), into: slot, of: name, at: now)
  }

  /// Takes the message of a slot, `{1: message}`; the reply is empty if there is none yet.
  /// - Throws: `rateLimited`, `malformed`, `gone`, `notFound`, `unavailable`.
  package func take(from slot: Int, of name: [UInt8], from network: String) async throws(SyncServerError) -> Answer {
    let now = environment.now()
    try rates.admit(.pull, of: Array(network.utf8), configuration.pullRate, at: now)
    guard name.count == Self.mailboxNameByteCount, (0..<ServerConfiguration.slotsPerMailbox).contains(slot) else {
      throw SyncServerError(.malformed)
    }
    switch try await stored({ try await store.take(from: slot, of: name, at: now) }) {
    case .taken(let message): return Answer([1: .bytes(message)])
    case .empty: return Answer([:])
    case .gone: throw SyncServerError(.gone)
    case .missing: throw SyncServerError(.notFound)
    }
  }

  private func put(_ text: [UInt8], into slot: Int, of name: [UInt8], at now: Date) async throws(SyncServerError) -> Answer {
    switch try await stored({ try await store.put(text, into: slot, of: name, at: now) }) {
    case .put: return Answer([:])
    case .slotTaken: throw SyncServerError(.taken)
    case .missing: throw SyncServerError(.notFound)
    }
  }

  private static func text(_ name: [UInt8], _ slot: Int, _ body: some SentBody) async throws(SyncServerError) -> [UInt8] {
    guard name.count == mailboxNameByteCount, (0..<ServerConfiguration.slotsPerMailbox).contains(slot) else {
      throw SyncServerError(.malformed)
    }
    let message = try await Message(body, keys: 1...1, longest: longestBody)
    let text: [UInt8]
    do { text = try message.fields.bytes(1) } catch { throw SyncServerError(error) }
    guard text.count <= ServerConfiguration.longestMessage else { throw SyncServerError(.tooLarge) }
    return text
  }
}
