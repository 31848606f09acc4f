// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The conditions under which a credential can be found and used (CTAP 2.2 §12.1, credProtect).
public enum CredentialProtection: Int, Hashable, Sendable, CaseIterable {
  /// Always; the default.
  case userVerificationOptional = 1
  /// With user verification, or if the relying party names the credential.
  case userVerificationOptionalWithCredentialIDList = 2
  /// Only with user verification.
  case userVerificationRequired = 3

  /// Creates a protection level from the name that pages use; nil for any other name.
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

  /// Returns whether a credential with this protection level may take part in a ceremony.
  ///
  /// - Parameters:
  ///   - isListed: Whether the relying party named the credential.
  ///   - userVerified: Whether the user is verified in this ceremony, or will have to be.
  package func shows(isListed: Bool, userVerified: Bool) -> Bool {
    switch self {
    case .userVerificationOptional: true
    case .userVerificationOptionalWithCredentialIDList: isListed || userVerified
    case .userVerificationRequired: userVerified
    }
  }
}
