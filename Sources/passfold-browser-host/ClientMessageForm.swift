// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The form of an extension's messages: one JSON object with a `type` of the client door.
enum ClientMessageForm {
  private struct Envelope: Decodable {
    var type: String
  }

  private struct Hello: Encodable {
    var type = "hello"
    var role = "browser"
    var `protocol` = 1
    var caller: String
  }

  private struct Unavailable: Encodable {
    var type = "unavailable"
    var code: String
  }

  /// Every request type of docs/protocols/native-messaging.md that a browser may send, except for the host's own `hello`.
  private static let types: Set<String> = [
    "suggestions", "provide", "list", "set-up-code", "create-passkey", "get-passkey", "generate-password", "save-password", "signal",
    "status", "manage", "password-state", "cancel", "view-event", "pair", "begin-pairing", "reveal-pairing", "cancel-pairing",
  ]

  /// Returns whether `message` may be passed on.
  static func accepts(_ message: [UInt8]) -> Bool {
    guard let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(message)) else { return false }
    return types.contains(envelope.type)
  }

  /// Returns the first message to the broker.
  static func hello(caller: String) -> [UInt8] {
    encode(Hello(caller: caller))
  }

  /// Returns the message to the extension if no broker can be reached.
  static func unavailable(code: String) -> [UInt8] {
    encode(Unavailable(code: code))
  }

  private static func encode(_ message: some Encodable) -> [UInt8] {
    (try? JSONEncoder().encode(message)).map { [UInt8]($0) } ?? []
  }
}
