// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
public import WebDomains

/// A site that people sign in to with passkeys: what it calls itself and where its ceremonies may run.
public struct RelyingParty: Sendable {
  /// Whether ceremonies may run in frames that are not same-origin with their ancestors.
  public enum Framing: Hashable, Sendable {
    /// Top-level pages and same-origin frames only; the default.
    case refused
    /// Also in frames below pages of these origins.
    case allowed(under: Set<Origin>)
  }

  /// The values of `type` in client data that are right for each kind of ceremony.
  public struct ClientDataTypes: Hashable, Sendable {
    /// Those of WebAuthn alone.
    public static let webAuthn = ClientDataTypes(
      registration: [CollectedClientData.CeremonyType.create.rawValue], authentication: [CollectedClientData.CeremonyType.get.rawValue])

    /// Those that are right for a registration.
    public let registration: Set<String>
    /// Those that are right for an authentication, such as `payment.get` of Secure Payment Confirmation.
    public let authentication: Set<String>

    /// Lists the types; one kind of ceremony never takes WebAuthn's type of the other, whatever is listed.
    public init(registration: Set<String>, authentication: Set<String>) {
      self.registration = registration.subtracting([CollectedClientData.CeremonyType.get.rawValue])
      self.authentication = authentication.subtracting([CollectedClientData.CeremonyType.create.rawValue])
    }
  }

  /// The RP ID that passkeys are bound to.
  public let id: RelyingPartyID
  /// The name for people.
  public let name: String
  /// The origins at which ceremonies may run; usually one, and the caller vouches for each.
  public let origins: Set<Origin>
  /// The installed applications that may use the passkeys as well.
  public let applications: Set<ApplicationOrigin>
  /// Whether ceremonies may run in cross-origin frames.
  public let framing: Framing
  /// The client data types that are right; the usual ones unless another specification adds its own.
  public let clientDataTypes: ClientDataTypes
  /// SHA-256 of the RP ID, which every response is held against.
  let idHash: [UInt8]

  /// Describes a relying party.
  public init(
    id: RelyingPartyID, name: String, origins: Set<Origin>, applications: Set<ApplicationOrigin> = [], framing: Framing = .refused,
    clientDataTypes: ClientDataTypes = .webAuthn
  ) {
    self.id = id
    self.name = name
    self.origins = origins
    self.applications = applications
    self.framing = framing
    self.clientDataTypes = clientDataTypes
    idHash = AuthenticatorData.hash(of: id)
  }

  /// The algorithms of credentials that can be verified: those that every client knows first, then by strength.
  ///
  /// RS1 is not among them; it is met in the attestation statements of older TPMs only.
  public static let supportedAlgorithms: [COSEAlgorithm] = [
    .es256, .edDSA, .rs256, .es384, .es512, .mlDSA65, .mlDSA87, .ps256, .ps384, .ps512, .rs384, .rs512, .ed25519, .esp256, .esp384, .esp512,
    .ed448,
  ]

  /// The algorithms that options ask for unless said otherwise: the three that the specification recommends for
  /// a wide range of authenticators (WebAuthn L3 §5.4, `pubKeyCredParams`).
  public static let recommendedAlgorithms: [COSEAlgorithm] = [.es256, .edDSA, .rs256]
}
