// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The options of an authentication in JSON (WebAuthn L3 §5.1.9, `PublicKeyCredentialRequestOptionsJSON`).
///
/// Unknown members are ignored. Text for an enumeration is stored unchanged.
public struct PublicKeyCredentialRequestOptionsJSON: Codable, Hashable, Sendable {
  /// The challenge, at least 16 random bytes.
  public var challenge: Base64URL
  /// The time that the relying party is willing to wait, in milliseconds.
  public var timeout: Double?
  /// The RP ID; if absent, the caller's effective domain.
  public var rpId: String?
  /// The acceptable credentials; if empty or absent, any discoverable one.
  public var allowCredentials: [PublicKeyCredentialDescriptorJSON]?
  /// The requested user verification.
  public var userVerification: UserVerificationRequirement?
  /// Hints for the client's user interface.
  public var hints: [String]?
  /// The requested extensions.
  public var extensions: AuthenticationExtensionsClientInputsJSON?

  /// Creates options; nil omits a member.
  public init(
    challenge: Base64URL, timeout: Double? = nil, rpId: String? = nil, allowCredentials: [PublicKeyCredentialDescriptorJSON]? = nil,
    userVerification: UserVerificationRequirement? = nil, hints: [String]? = nil,
    extensions: AuthenticationExtensionsClientInputsJSON? = nil
  ) {
    self.challenge = challenge
    self.timeout = timeout
    self.rpId = rpId
    self.allowCredentials = allowCredentials
    self.userVerification = userVerification
    self.hints = hints
    self.extensions = extensions
  }
}
