// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
import WebDomains

/// An authentication that has begun: what was asked, kept at the server until the response is there.
public struct AuthenticationCeremony: Codable, Hashable, Sendable {
  /// The options for the page.
  public let options: PublicKeyCredentialRequestOptionsJSON
  /// The handle of the account that was known before, by a user name or a session; nil when the passkey says who it is.
  public let user: Base64URL?

  /// What ties the response to this ceremony.
  public var challenge: Challenge { Challenge(options.challenge.bytes) }
}

extension RelyingParty {
  /// Begins an authentication (WebAuthn L3 §7.2 step 1).
  /// - Parameters:
  ///   - user: the account where it is known before; nil lets the passkey say who it is.
  ///   - allowed: the passkeys that will do; none means any discoverable one.
  ///   - userVerification: whether the person must be verified; `required` is checked.
  ///   - timeout: how long the page may wait; the specification recommends five to ten minutes.
  ///   - generator: the source of the challenge.
  public func beginAuthentication(
    of user: UserHandle? = nil, allowing allowed: [PublicKeyCredentialDescriptorJSON] = [],
    userVerification: UserVerificationRequirement = .preferred, timeout: Duration = .seconds(300),
    using generator: inout some RandomNumberGenerator
  ) -> AuthenticationCeremony {
    AuthenticationCeremony(
      options: PublicKeyCredentialRequestOptionsJSON(
        challenge: Base64URL(Challenge.make(using: &generator).bytes), timeout: timeout.wholeMilliseconds, rpId: id.name,
        allowCredentials: allowed, userVerification: userVerification),
      user: user.map { Base64URL($0.bytes) })
  }
}
