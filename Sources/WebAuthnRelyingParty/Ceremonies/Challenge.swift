// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// The unpredictable bytes that tie one response to one ceremony (WebAuthn L3 §13.4.3).
public struct Challenge: Hashable, Sendable {
  /// The number of bytes in a challenge made here.
  public static let byteCount = 32

  /// The bytes; 32 where they were made here.
  public let bytes: [UInt8]

  /// Takes bytes out of a response or a store; they prove nothing until a store has given a ceremony for them.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Makes 32 bytes.
  /// - Parameter generator: a source that nobody can predict, such as the system's.
  public static func make(using generator: inout some RandomNumberGenerator) -> Challenge {
    Challenge((0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// The base64url form, as client data carries it.
  public var text: String { Base64URL(bytes).text }
}
