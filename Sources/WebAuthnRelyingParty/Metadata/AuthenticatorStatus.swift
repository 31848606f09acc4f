// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What is known to be the matter with an authenticator's model, or to its credit (MDS3 §3.1.4).
public struct AuthenticatorStatus: RawRepresentable, Hashable, Sendable {
  /// The name in metadata.
  public let rawValue: String

  /// Takes any name; those that are unknown are to be passed over (MDS3 §3.1.4).
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The model is not certified.
  public static let notCertified = AuthenticatorStatus(rawValue: "NOT_FIDO_CERTIFIED")
  /// The maker states that the model meets the requirements.
  public static let selfAssertionSubmitted = AuthenticatorStatus(rawValue: "SELF_ASSERTION_SUBMITTED")
  /// Software can get past user verification.
  public static let userVerificationBypass = AuthenticatorStatus(rawValue: "USER_VERIFICATION_BYPASS")
  /// An attestation key has leaked: of one batch where the report has a certificate, else of the model.
  public static let attestationKeyCompromise = AuthenticatorStatus(rawValue: "ATTESTATION_KEY_COMPROMISE")
  /// People's keys can be had from afar.
  public static let userKeyRemoteCompromise = AuthenticatorStatus(rawValue: "USER_KEY_REMOTE_COMPROMISE")
  /// People's keys can be had by whoever holds the device.
  public static let userKeyPhysicalCompromise = AuthenticatorStatus(rawValue: "USER_KEY_PHYSICAL_COMPROMISE")
  /// There is a newer firmware, which mends what was reported before.
  public static let updateAvailable = AuthenticatorStatus(rawValue: "UPDATE_AVAILABLE")
  /// The model must not be trusted.
  public static let revoked = AuthenticatorStatus(rawValue: "REVOKED")
  /// The model is no longer maintained (MDS 3.1).
  public static let retired = AuthenticatorStatus(rawValue: "RETIRED")

  /// The certification level that the status stands for, if it is one of certification.
  public var certification: CertificationLevel? {
    switch rawValue {
    // The functional certification of old; its successor is level 1.
    case "FIDO_CERTIFIED", "FIDO_CERTIFIED_L1": .level1
    case "FIDO_CERTIFIED_L1plus": .level1Plus
    case "FIDO_CERTIFIED_L2": .level2
    case "FIDO_CERTIFIED_L2plus": .level2Plus
    case "FIDO_CERTIFIED_L3": .level3
    case "FIDO_CERTIFIED_L3plus": .level3Plus
    default: nil
    }
  }
}

/// How strictly FIDO has certified a model, from lenient to strict.
public enum CertificationLevel: Int, Comparable, Sendable {
  /// FIDO's levels L1 to L3+; each demands more than the one before.
  case level1, level1Plus, level2, level2Plus, level3, level3Plus

  /// Orders by strictness.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
