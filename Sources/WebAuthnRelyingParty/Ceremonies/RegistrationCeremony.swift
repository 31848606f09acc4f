// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
import WebDomains

/// A registration that has begun: what was asked, kept at the server until the response is there.
public struct RegistrationCeremony: Codable, Hashable, Sendable {
  /// The options for the page.
  public let options: PublicKeyCredentialCreationOptionsJSON
  /// Whether the page asks with `mediation: 'conditional'`, where nobody has to confirm.
  public let isConditional: Bool

  /// What ties the response to this ceremony.
  public var challenge: Challenge { Challenge(options.challenge.bytes) }
}

extension RelyingParty {
  /// Begins a registration (WebAuthn L3 §7.1 step 1).
  /// - Parameters:
  ///   - user: the account, with a random user handle that is no personal data.
  ///   - excluded: the passkeys that the account already has.
  ///   - residentKey: whether the passkey must be found without a user name.
  ///   - userVerification: whether the person must be verified; `required` is checked.
  ///   - algorithms: best first; those that cannot be verified are left out.
  ///   - isConditional: whether the page asks with `mediation: 'conditional'`.
  ///   - attestation: whether the authenticator should say what it is; what it says is verified with the response.
  ///   - timeout: how long the page may wait; the specification recommends five to ten minutes.
  ///   - generator: the source of the challenge.
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
  /// Milliseconds in the form that options carry.
  var wholeMilliseconds: Double { Double(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) }
}
