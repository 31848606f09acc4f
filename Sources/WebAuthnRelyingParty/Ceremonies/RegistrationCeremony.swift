// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
import WebDomains

/// A registration in progress: the request, kept on the server until the response arrives.
public struct RegistrationCeremony: Codable, Hashable, Sendable {
  /// The options for the page.
  public let options: PublicKeyCredentialCreationOptionsJSON
  /// Whether the page uses `mediation: 'conditional'`, which requires no confirmation by the user.
  public let isConditional: Bool

  /// The challenge that ties the response to this ceremony.
  public var challenge: Challenge { Challenge(options.challenge.bytes) }
}

extension RelyingParty {
  /// Begins a registration (WebAuthn L3 §7.1 step 1).
  ///
  /// - Parameters:
  ///   - user: The account, with a random user handle that contains no personal data.
  ///   - excluded: The passkeys that the account already has.
  ///   - residentKey: Whether the passkey must be discoverable without a user name.
  ///   - userVerification: Whether the user must be verified. `required` is enforced.
  ///   - algorithms: The algorithms in order of preference; those that cannot be verified are left out.
  ///   - isConditional: Whether the page uses `mediation: 'conditional'`.
  ///   - attestation: Whether the authenticator should attest its model. The attestation is verified with the response.
  ///   - timeout: How long the page may wait. The specification recommends five to ten minutes.
  ///   - generator: The source of the challenge.
  public func beginRegistration(
    of user: PublicKeyCredentialCreationOptionsJSON.User, excluding excluded: [PublicKeyCredentialDescriptorJSON] = [],
    residentKey: ResidentKeyRequirement = .required, userVerification: UserVerificationRequirement = .preferred,
    algorithms: [COSEAlgorithm] = RelyingParty.recommendedAlgorithms, isConditional: Bool = false,
    attestation: AttestationConveyancePreference = .none, timeout: Duration = .seconds(300),
    using generator: inout some RandomNumberGenerator
  ) -> RegistrationCeremony {
    RegistrationCeremony(
      options: PublicKeyCredentialCreationOptionsJSON(
        rp: .init(id: id.name, name: name), user: user, challenge: Base64URL(Challenge.make(using: &generator).bytes),
        pubKeyCredParams: algorithms.filter(Self.supportedAlgorithms.contains).map { .init(alg: $0) }, timeout: timeout.wholeMilliseconds,
        excludeCredentials: excluded,
        authenticatorSelection: .init(
          residentKey: residentKey, requireResidentKey: residentKey == .required, userVerification: userVerification),
        attestation: attestation, extensions: .init(credProps: true)),
      isConditional: isConditional)
  }
}

extension Duration {
  /// The duration in whole milliseconds, as options contain it.
  var wholeMilliseconds: Double { Double(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) }
}
