// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The options of an authentication in JSON (WebAuthn L3 §5.1.9, `PublicKeyCredentialRequestOptionsJSON`).
///
/// Unknown members are ignored; text that stands for an enumeration is kept as it came.
public struct PublicKeyCredentialRequestOptionsJSON: Codable, Hashable, Sendable {
  /// The challenge, at least 16 random bytes.
  public var challenge: Base64URL
  /// How long the relying party is willing to wait, in milliseconds.
  public var timeout: Double?
  /// The RP ID; when absent it is the caller's effective domain.
  public var rpId: String?
  /// The credentials that will do; empty or absent asks for a discoverable one.
  public var allowCredentials: [PublicKeyCredentialDescriptorJSON]?
  /// How much user verification is wanted.
  public var userVerification: UserVerificationRequirement?
  /// Hints for the client's user interface.
  public var hints: [String]?
  /// Wanted extensions.
  public var extensions: AuthenticationExtensionsClientInputsJSON?

  /// Gathers the options; nil leaves one out.
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
