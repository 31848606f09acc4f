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

  /// The RP ID that passkeys are bound to.
  public let id: RelyingPartyID
  /// The name for people.
  public let name: String
  /// The origins at which ceremonies may run; usually one, and the caller vouches for each.
  public let origins: Set<Origin>
  /// Whether ceremonies may run in cross-origin frames.
  public let framing: Framing

  /// Describes a relying party.
  public init(id: RelyingPartyID, name: String, origins: Set<Origin>, framing: Framing = .refused) {
    self.id = id
    self.name = name
    self.origins = origins
    self.framing = framing
  }

  /// The algorithms of credentials that can be verified: those that every client knows first, then by strength.
  ///
  /// RS1 is not among them; it is met in the attestation statements of older TPMs only.
  public static let supportedAlgorithms: [COSEAlgorithm] = [
    .es256, .edDSA, .rs256, .es384, .es512, .mlDSA65, .mlDSA87, .ps256, .ps384, .ps512, .rs384, .rs512, .ed25519, .esp256, .esp384, .esp512,
  ]

  /// The algorithms that options ask for unless said otherwise: the three that the specification recommends for
  /// a wide range of authenticators (WebAuthn L3 §5.4, `pubKeyCredParams`).
  public static let recommendedAlgorithms: [COSEAlgorithm] = [.es256, .edDSA, .rs256]
}
