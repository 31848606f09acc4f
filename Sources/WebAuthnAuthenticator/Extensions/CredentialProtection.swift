// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// When a credential shows itself and signs (CTAP 2.2 §12.1, credProtect).
public enum CredentialProtection: Int, Hashable, Sendable, CaseIterable {
  /// Always; the default.
  case userVerificationOptional = 1
  /// With user verification, or when the relying party names the credential.
  case userVerificationOptionalWithCredentialIDList = 2
  /// With user verification only.
  case userVerificationRequired = 3

  /// Takes a policy by the name that pages use, or returns nil for another name.
  public init?(policy: String) {
    guard let match = Self.allCases.first(where: { $0.policy == policy }) else { return nil }
    self = match
  }

  /// The name that pages use.
  public var policy: String {
    switch self {
    case .userVerificationOptional: "userVerificationOptional"
    case .userVerificationOptionalWithCredentialIDList: "userVerificationOptionalWithCredentialIDList"
    case .userVerificationRequired: "userVerificationRequired"
    }
  }

  /// Whether a credential of this protection may take part in a ceremony.
  ///
  /// - Parameters:
  ///   - isListed: the relying party named the credential.
  ///   - userVerified: the person is verified in this ceremony, or will have to be.
  package func shows(isListed: Bool, userVerified: Bool) -> Bool {
    switch self {
    case .userVerificationOptional: true
    case .userVerificationOptionalWithCredentialIDList: isListed || userVerified
    case .userVerificationRequired: userVerified
    }
  }
}
