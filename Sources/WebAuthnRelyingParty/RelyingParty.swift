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

  /// The algorithms whose signatures can be verified, best first.
  public static let supportedAlgorithms: [COSEAlgorithm] = [.es256, .edDSA, .rs256]
}
