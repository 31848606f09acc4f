// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How a service names one of its users to the verifier: 1 to 64 bytes that never change, a primary key and not an e-mail address.
public struct OneTimeCodeUserID: Hashable, Sendable {
  /// The bytes as the service gave them.
  public let bytes: [UInt8]

  /// Takes 1 to 64 bytes; `nil` for any other number.
  public init?(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    guard (1...64).contains(self.bytes.count) else { return nil }
  }

  /// Takes a text of 1 to 64 bytes in UTF-8, such as a UUID's or a number's; `nil` for any other. Equal are texts of equal bytes.
  public init?(_ text: some StringProtocol) { self.init(text.utf8) }
}

/// One enrolled secret among all that a user ever had: 16 random bytes, made by the verifier.
public struct OneTimeCodeCredentialID: Hashable, Sendable {
  /// The sixteen bytes.
  public let bytes: [UInt8]

  /// Takes up a stored identifier; `nil` unless it has 16 bytes.
  public init?(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    guard self.bytes.count == 16 else { return nil }
  }

  static func generate(using generator: inout some RandomNumberGenerator) -> OneTimeCodeCredentialID {
    OneTimeCodeCredentialID(unchecked: (0..<16).map { _ in generator.next() })
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }
}
