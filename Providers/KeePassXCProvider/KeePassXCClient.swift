// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SecretMemory

/// KeePassXC's protocol for browsers (keepassxc-protocol.md of keepassxc-browser), over the socket that its own proxy uses.
package actor KeePassXCClient {
  private let socket: KeePassXCSocket
  private var arrivals: AsyncStream<[UInt8]>.Iterator
  private var conversation: SealedConversation
  private let client = Data(SealedConversation.random(24)).base64EncodedString()
  /// KeePassXC's version.
  package private(set) var version = ""

  /// Connects and exchanges keys.
  ///
  /// - Parameters:
  ///   - places: Where KeePassXC may listen, the likeliest first.
  ///   - user: Whose it has to be; nil for the one of this process.
  /// - Throws: ``KeePassXCError``.
  package init(places: [String], of user: UInt32? = nil) async throws {
    socket = try KeePassXCSocket(places: places, of: user ?? geteuid())
    arrivals = socket.objects.makeAsyncIterator()
    conversation = SealedConversation()
    try await exchangeKeys()
  }

  /// What each answer may say outside what is sealed.
  private struct Envelope: Decodable {
    var action: String?
    var message: String?
    var nonce: String?
    var publicKey: String?
    var errorCode: String?
    var version: String?
    var success: String?
  }

  private struct Empty: Decodable {}

  // MARK: The protocol's actions

  private func exchangeKeys() async throws {
    let nonce = SealedConversation.nonce()
    try send([
      "action": "change-public-keys", "publicKey": Data(conversation.publicKey).base64EncodedString(),
      "nonce": Data(nonce).base64EncodedString(), "clientID": client,
    ])
    let answer = try await next { $0.action == "change-public-keys" }
    guard answer.success == "true", let key = answer.publicKey.flatMap({ Data(base64Encoded: $0) }),
      answer.nonce == Data(SealedConversation.nonce(after: nonce)).base64EncodedString()
    else { throw KeePassXCError(.badAnswer) }
    version = answer.version ?? ""
    try conversation.meet([UInt8](key))
  }

  /// The hash of the open database.
  ///
  /// - Parameter unlocking: Whether KeePassXC shall ask the person to unlock one, if none is open; it answers without waiting for that.
  /// - Throws: `locked` where none is open.
  package func databaseHash(unlocking: Bool = false) async throws -> String {
    struct Answer: Decodable { var hash: String }
    return try await ask("get-databasehash", [:], triggeringUnlock: unlocking, Answer.self).hash
  }

  /// Waits until a database was unlocked.
  package func waitForUnlocking() async throws { _ = try await next { $0.action == "database-unlocked" } }

  /// Has the person name this provider in KeePassXC, whose dialog asks.
  package func associate() async throws -> Associations.Association {
    struct Answer: Decodable {
      var hash: String
      var id: String
    }
    // KeePassXC compares this key and never uses it as one: 32 random bytes do.
    let key = Data(SealedConversation.random(32)).base64EncodedString()
    let own = Data(conversation.publicKey).base64EncodedString()
    let answer = try await ask("associate", ["key": .text(own), "idKey": .text(key)], Answer.self)
    return Associations.Association(database: answer.hash, id: answer.id, key: key)
  }

  /// Whether the open database still knows an association.
  package func knows(_ association: Associations.Association) async throws -> Bool {
    do {
      _ = try await ask("test-associate", ["id": .text(association.id), "key": .text(association.key)], Empty.self)
      return true
    } catch let error as KeePassXCError where [.notAssociated, .other].contains(error.code) {
      return false
    }
  }

  /// The entries for a page; KeePassXC may ask the person first.
  package func logins(for address: String, by associations: [Associations.Association]) async throws -> [KeePassXCLogin] {
    struct Entry: Decodable {
      // One that is not as the protocol has it costs none of the others.
      let login: KeePassXCLogin?
      init(from decoder: any Decoder) { login = try? KeePassXCLogin(from: decoder) }
    }
    struct Answer: Decodable { var entries: [Entry] }
    let keys = associations.map { ["id": $0.id, "key": $0.key] }
    do {
      return try await ask("get-logins", ["url": .text(address), "submitUrl": .text(address), "keys": .list(keys)], Answer.self).entries
        .compactMap(\.login)
    } catch let error as KeePassXCError where error.code == .nothingFound {
      return []
    }
  }

  /// An entry's code of the moment; nil where it has none.
  package func code(of login: KeePassXCLogin) async throws -> String? {
    struct Answer: Decodable { var totp: String }
    let code = try await ask("get-totp", ["uuid": .text(login.uuid)], Answer.self).totp
    return code.isEmpty ? nil : code
  }

  /// Ends the conversation.
  package func hangUp() { socket.hangUp() }

  // MARK: Messages

  private enum Value: Encodable {
    case text(String)
    case list([[String: String]])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .list(let list): try container.encode(list)
      }
    }
  }

  private func ask<Answer: Decodable>(
    _ action: String, _ members: [String: Value], triggeringUnlock: Bool = false, _ type: Answer.Type
  ) async throws -> Answer {
    let nonce = SealedConversation.nonce()
    let plain = try JSONEncoder().encode(members.merging(["action": .text(action)]) { $1 })
    var message = [
      "action": action, "message": Data(try conversation.seal([UInt8](plain), nonce: nonce)).base64EncodedString(),
      "nonce": Data(nonce).base64EncodedString(), "clientID": client,
    ]
    if triggeringUnlock { message["triggerUnlock"] = "true" }
    try send(message)
    let answer = try await next { $0.action == action }
    // Errors are told outside the seal.
    if let number = answer.errorCode { throw KeePassXCError(number: number) }
    let expected = SealedConversation.nonce(after: nonce)
    guard let sealed = answer.message.flatMap({ Data(base64Encoded: $0) }), answer.nonce == Data(expected).base64EncodedString() else {
      throw KeePassXCError(.badAnswer)
    }
    return try conversation.open([UInt8](sealed), nonce: expected).withBytes { bytes in
      guard let start = bytes.baseAddress else { throw KeePassXCError(.badAnswer) }
      let data = Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count, deallocator: .none)
      do { return try JSONDecoder().decode(type, from: data) } catch { throw KeePassXCError(.badAnswer) }
    }
  }

  private func send(_ message: [String: String]) throws { try socket.send([UInt8](JSONEncoder().encode(message))) }

  /// The next thing that fits; what KeePassXC says unasked in between is passed over.
  private func next(_ fits: (Envelope) -> Bool) async throws -> Envelope {
    try await withTaskCancellationHandler {
      var arrivals = arrivals
      defer { self.arrivals = arrivals }
      while let object = await arrivals.next(isolation: self) {
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(object)) else { throw KeePassXCError(.badAnswer) }
        if fits(envelope) { return envelope }
      }
      try Task.checkCancellation()
      throw KeePassXCError(.badAnswer)
    } onCancel: {
      socket.hangUp()
    }
  }
}
