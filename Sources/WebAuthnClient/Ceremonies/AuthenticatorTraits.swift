// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// The properties of an authenticator that a client knows in advance and uses to decide whether it is a candidate for a ceremony (WebAuthn
/// L3 §5.1.3 step 22, §5.1.4.1 step 19).
public struct AuthenticatorTraits: Hashable, Sendable {
  /// The authenticator's attachment, which the page receives with the response.
  public var attachment: AuthenticatorAttachment
  /// The transports for reaching the authenticator, such as `internal` or `usb`. Services store them with the credential.
  public var transports: [String]
  /// Whether it can create discoverable credentials.
  public var makesDiscoverableCredentials: Bool
  /// Whether it can verify the user.
  public var canVerifyUser: Bool
  /// Whether its credentials can have a PRF. If not, a PRF input does not require user verification.
  public var hasPRF = true

  /// Creates the description of an authenticator.
  public init(attachment: AuthenticatorAttachment, transports: [String], makesDiscoverableCredentials: Bool, canVerifyUser: Bool) {
    self.attachment = attachment
    self.transports = transports
    self.makesDiscoverableCredentials = makesDiscoverableCredentials
    self.canVerifyUser = canVerifyUser
  }

  /// A passkey provider on the user's own device.
  public static let platform = AuthenticatorTraits(
    attachment: .platform, transports: ["internal"], makesDiscoverableCredentials: true, canVerifyUser: true)
}
