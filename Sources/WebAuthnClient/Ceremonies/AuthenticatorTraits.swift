// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// What a client knows of an authenticator before it asks: whether it is a candidate for a ceremony follows from this
/// (WebAuthn L3 §5.1.3 step 22, §5.1.4.1 step 19).
public struct AuthenticatorTraits: Hashable, Sendable {
  /// Where the authenticator sits; the page learns it with the answer.
  public var attachment: AuthenticatorAttachment
  /// How the authenticator is reached, such as `internal` or `usb`; services keep it with the credential.
  public var transports: [String]
  /// Whether it can make credentials that are found without their names.
  public var makesDiscoverableCredentials: Bool
  /// Whether it can verify the person.
  public var canVerifyUser: Bool
  /// Whether its credentials can have a PRF; where they have none, nobody need be verified for one.
  public var hasPRF = true

  /// Describes an authenticator.
  public init(attachment: AuthenticatorAttachment, transports: [String], makesDiscoverableCredentials: Bool, canVerifyUser: Bool) {
    self.attachment = attachment
    self.transports = transports
    self.makesDiscoverableCredentials = makesDiscoverableCredentials
    self.canVerifyUser = canVerifyUser
  }

  /// A keeper of passkeys on the person's own device.
  public static let platform = AuthenticatorTraits(
    attachment: .platform, transports: ["internal"], makesDiscoverableCredentials: true, canVerifyUser: true)
}
