// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The purpose of a passkey ceremony. Its response is valid for nothing else.
enum CeremonyPurpose: Sendable {
  case signUp
  case addition
  /// A security key for the step after a password.
  case securityKey
  /// Replaces the passkey with this number.
  case replacement(Int64)
  case signIn
  case secondStep
  case confirmation

  /// The form stored in the database.
  var text: String {
    switch self {
    case .signUp: "sign-up"
    case .addition: "addition"
    case .securityKey: "security-key"
    case .replacement(let id): "replacement/\(id)"
    case .signIn: "sign-in"
    case .secondStep: "second-step"
    case .confirmation: "confirmation"
    }
  }
}
