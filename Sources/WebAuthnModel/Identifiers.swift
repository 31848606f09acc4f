// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A credential ID: 1 to 1023 bytes chosen by the authenticator (WebAuthn L3 §4, "Credential ID").
public struct CredentialID: Hashable, Sendable {
  /// The bytes as the authenticator chose them.
  public let bytes: [UInt8]

  /// Takes the bytes, or returns nil for a length outside 1 to 1023.
  public init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard (1...1023).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// The base64url form, which is the `id` of a credential in JSON.
  public var text: String { Base64URL(bytes).text }
}

/// A user handle: 1 to 64 bytes by which a relying party names an account (WebAuthn L3 §4, "User Handle").
public struct UserHandle: Hashable, Sendable {
  /// The bytes as the relying party chose them; never personal data.
  public let bytes: [UInt8]

  /// Takes the bytes, or returns nil for a length outside 1 to 64.
  public init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard (1...64).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }
}
