// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
public import WebDomains

/// A relying party: its RP ID, its name, and the origins at which its ceremonies may run.
public struct RelyingParty: Sendable {
  /// Whether ceremonies may run in frames that are not same-origin with their ancestors.
  public enum Framing: Hashable, Sendable {
    /// Only in top-level pages and same-origin frames; the default.
    case refused
    /// Also in frames of pages with these origins.
    case allowed(under: Set<Origin>)
  }

  /// The values of `type` in client data that are accepted for each kind of ceremony.
  public struct ClientDataTypes: Hashable, Sendable {
    /// Only WebAuthn's own types.
    public static let webAuthn = ClientDataTypes(
      registration: [CollectedClientData.CeremonyType.create.rawValue], authentication: [CollectedClientData.CeremonyType.get.rawValue])

    /// The types accepted for a registration.
    public let registration: Set<String>
    /// The types accepted for an authentication, such as `payment.get` of Secure Payment Confirmation.
    public let authentication: Set<String>

    /// Creates sets of accepted types. WebAuthn's own type of one ceremony is never accepted for the other, even if listed.
    public init(registration: Set<String>, authentication: Set<String>) {
      self.registration = registration.subtracting([CollectedClientData.CeremonyType.get.rawValue])
      self.authentication = authentication.subtracting([CollectedClientData.CeremonyType.create.rawValue])
    }
  }

  /// The RP ID that passkeys are bound to.
  public let id: RelyingPartyID
  /// The display name.
  public let name: String
  /// The origins at which ceremonies may run; usually one. The caller vouches for each.
  public let origins: Set<Origin>
  /// The installed applications that may also use the passkeys.
  public let applications: Set<ApplicationOrigin>
  /// Whether ceremonies may run in cross-origin frames.
  public let framing: Framing
  /// The accepted client data types; the usual ones unless another specification adds its own.
  public let clientDataTypes: ClientDataTypes
  /// SHA-256 of the RP ID, which every response is compared with.
  let idHash: [UInt8]

  /// Creates a relying party.
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

  /// The credential algorithms that can be verified: first those that every client supports, then by strength.
  ///
  /// RS1 is not included; it occurs only in the attestation statements of older TPMs.
  public static let supportedAlgorithms: [COSEAlgorithm] = [
    .es256, .edDSA, .rs256, .es384, .es512, .mlDSA65, .mlDSA87, .ps256, .ps384, .ps512, .rs384, .rs512, .ed25519, .esp256, .esp384, .esp512,
    .ed448,
  ]

  /// The algorithms that options request by default: the three that the specification recommends for a wide range of authenticators
  /// (WebAuthn L3 §5.4, `pubKeyCredParams`).
  public static let recommendedAlgorithms: [COSEAlgorithm] = [.es256, .edDSA, .rs256]
}
