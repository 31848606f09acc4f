// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The extensions that a client passes to its authenticator. Others are ignored (WebAuthn L3 §9.3).
public struct ClientExtensions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates a set from any bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Credential properties (WebAuthn L3 §10.1.3). Requires no support by the authenticator.
  public static let credProps = ClientExtensions(rawValue: 1 << 0)
  /// The pseudo-random function (WebAuthn L3 §10.1.4).
  public static let prf = ClientExtensions(rawValue: 1 << 1)
  /// Data stored with the credential (WebAuthn L3 §10.1.5).
  public static let largeBlob = ClientExtensions(rawValue: 1 << 2)
  /// The credential's protection level (CTAP 2.2 §12.1).
  public static let credProtect = ClientExtensions(rawValue: 1 << 3)
  /// A few bytes stored in the credential (CTAP 2.2 §12.2).
  public static let credBlob = ClientExtensions(rawValue: 1 << 4)
  /// The minimum length of the authenticator's PIN (CTAP 2.2 §12.4).
  public static let minPinLength = ClientExtensions(rawValue: 1 << 5)

  /// The extensions that a provider of synchronised passkeys supports: all that require no hardware.
  public static let all: ClientExtensions = [.credProps, .prf, .largeBlob, .credProtect]
}
