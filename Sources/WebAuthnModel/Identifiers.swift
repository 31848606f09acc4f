// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A credential ID: 1 to 1023 bytes chosen by the authenticator (WebAuthn L3 §4, "Credential ID").
public struct CredentialID: Hashable, Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  /// Creates an ID from 1 to 1023 bytes; nil for any other length.
  public init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard (1...1023).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// The ID in base64url, which is the `id` of a credential in JSON.
  public var text: String { Base64URL(bytes).text }
}

/// A user handle: 1 to 64 bytes that identify an account to its relying party (WebAuthn L3 §4, "User Handle").
public struct UserHandle: Hashable, Sendable {
  /// The bytes that the relying party chose; never personal data.
  public let bytes: [UInt8]

  /// Creates a handle from 1 to 64 bytes; nil for any other length.
  public init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard (1...64).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }
}
