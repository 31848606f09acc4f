// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
import WebDomains

/// An authentication in progress: the request, kept on the server until the response arrives.
public struct AuthenticationCeremony: Codable, Hashable, Sendable {
  /// The options for the page.
  public let options: PublicKeyCredentialRequestOptionsJSON
  /// The user handle of the account, if known in advance from a user name or a session; nil if the passkey identifies the account.
  public let user: Base64URL?

  /// The challenge that ties the response to this ceremony.
  public var challenge: Challenge { Challenge(options.challenge.bytes) }
}

extension RelyingParty {
  /// Begins an authentication (WebAuthn L3 §7.2 step 1).
  ///
  /// - Parameters:
  ///   - user: The account, if known in advance; nil to let the passkey identify it.
  ///   - allowed: The acceptable passkeys; empty to accept any discoverable one.
  ///   - userVerification: Whether the user must be verified. `required` is enforced.
  ///   - timeout: How long the page may wait. The specification recommends five to ten minutes.
  ///   - generator: The source of the challenge.
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
