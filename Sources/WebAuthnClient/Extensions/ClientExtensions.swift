// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Which extensions a client carries to its authenticator; what a page asks for beyond them is ignored (WebAuthn L3 §9.3).
public struct ClientExtensions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Takes any bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Credential properties (WebAuthn L3 §10.1.3); needs nothing of the authenticator.
  public static let credProps = ClientExtensions(rawValue: 1 << 0)
  /// The pseudo-random function (WebAuthn L3 §10.1.4).
  public static let prf = ClientExtensions(rawValue: 1 << 1)
  /// Data beside the credential (WebAuthn L3 §10.1.5).
  public static let largeBlob = ClientExtensions(rawValue: 1 << 2)
  /// The credential's protection (CTAP 2.2 §12.1).
  public static let credProtect = ClientExtensions(rawValue: 1 << 3)
  /// A few bytes in the credential (CTAP 2.2 §12.2).
  public static let credBlob = ClientExtensions(rawValue: 1 << 4)
  /// The length of the authenticator's PIN (CTAP 2.2 §12.4).
  public static let minPinLength = ClientExtensions(rawValue: 1 << 5)

  /// What the keeper of a synchronised passkey answers: all that ask for no hardware.
  public static let all: ClientExtensions = [.credProps, .prf, .largeBlob, .credProtect]
}
