// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension AuthorizationFailure {
  static let malformedAnswer = Self(
    .invalidResponse, reason: "malformedAnswer",
    explanation: "Passfold's broker answered with something that no request of the program ends with. Install the same version of both.")
  static let badScope = Self(
    .failed, reason: "badScope", explanation: "The scope names no address. Give it a host, and a path that begins with a slash.")
  static let noSettings = Self(
    .failed, reason: "noSettings",
    explanation:
      "No settings could be opened: there is no display, or passfold-window is not installed. Use the command passfold providers.")

  /// Says what the broker's failure is to the program, in words.
  package init(_ error: BrokerClientError) {
    let code = error.authorizationError.flatMap(ASAuthorizationError.Code.init(rawValue:)) ?? .failed
    switch error.code {
    case .refused:
      let failure = error.failure ?? "unknown"
      self.init(code, reason: failure, explanation: Self.explanation(of: failure, detail: error.detail, code: code))
    case .requestTooLarge:
      self.init(.failed, reason: error.code.name, explanation: "The request is larger than the system takes. Nobody was asked.")
    case .brokerEnded:
      self.init(
        .failed, reason: error.code.name,
        explanation: "Passfold's broker ended while the request was under way. Nothing was lost; perform it again.")
    case .malformedAnswer: self = .malformedAnswer
    default: self = .systemUnreachable
    }
  }

  private static func explanation(of failure: String, detail: String?, code: ASAuthorizationError.Code) -> String {
    switch failure {
    case "userCanceled": return "The person cancelled. Nothing was changed."
    case "nothingToOffer": return "No credentials available for login. Let the person register, or sign in another way."
    case "notAssociated": return detail ?? "The program and the service do not name each other as belonging together."
    case "invalidRelyingParty": return "\(detail ?? "The relying party identifier") is not a domain that somebody owns."
    case "noPasskeyProvider":
      return "No enabled provider makes passkeys. Enable one with passfold providers, or set up the vault with passfold init."
    case "matchedExcludedCredential": return "A passkey for this account exists here already."
    case "credentialNotFound": return "The credential is gone from its provider. Nothing else was changed; perform the request again."
    case "providerFailed":
      return "\(detail ?? "The provider") stopped, took too long or answered wrongly. No credential left it; perform the request again."
    case "noSurface":
      return "Nothing here could ask the person: there is no display, and the program runs in no terminal of its own. "
        + "Install passfold-window, or start the program in a terminal."
    case "badRequest": return "The request cannot be read: its \(detail ?? "members") are not what the specification allows."
    case "busy": return "Too many requests of the program are open. Wait for some to end."
    default: return "The request was refused (\(failure)). Nothing was changed."
    }
  }
}
