// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
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

  /// Creates the program's error for the broker's failure.
  package init(_ error: BrokerClientError) {
    switch error.code {
    case .refused:
      let failure = error.failure ?? RequestFailure(code: "unknown")
      let code = failure.authorizationError.flatMap(ASAuthorizationError.Code.init(rawValue:)) ?? .failed
      self.init(code, reason: failure.code, explanation: Self.explanation(of: failure))
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

  private static func explanation(of failure: RequestFailure) -> String {
    let detail = failure.detail
    switch failure.code {
    case "userCanceled": return "The person cancelled. Nothing was changed."
    case "nothingToOffer": return "No credentials available for login. Let the person register, or sign in another way."
    case "notAssociated":
      return failure.association?.explanation ?? "The program and the service do not name each other as belonging together."
    case "invalidRelyingParty": return "\(detail ?? "The relying party identifier") is not a domain that somebody owns."
    case "noPasskeyProvider":
      return "No enabled provider makes passkeys. Enable one with passfold providers, or set up the vault with passfold init."
    case "matchedExcludedCredential": return "A passkey for this account exists here already."
    case "credentialNotFound": return "The credential is gone from its provider. Nothing else was changed; perform the request again."
    case "notFillable":
      return
        "What the picked entry holds cannot be filled in\(detail.map { " (\($0))" } ?? ""). It is in the entry as before, to be copied from there."
    case "providerFailed":
      return "\(detail ?? "The provider") stopped, took too long or answered wrongly. No credential left it; perform the request again."
    case "noSurface":
      return
        "Nothing here could ask the person: there is no display, and the program runs in no terminal in which the passphrase was typed. "
        + "Install passfold-window, or run passfold unlock in a terminal and start the program there."
    case "badRequest" where detail == "tooLong": return "The request is larger than a provider can be told. None was asked."
    case "badRequest": return "The request cannot be read: its \(detail ?? "members") are not what the specification allows."
    case "busy": return "Too many requests of the program are open. Wait for some to end."
    default: return "The request was refused (\(failure.code)). Nothing was changed."
    }
  }
}

extension MissingAssociationValue {
  /// The missing element and the remedy, for the developer of the app or site.
  package var explanation: String {
    let domain = domain ?? "the service"
    let application = application ?? "this program"
    let place = place ?? ""
    return switch code {
    case "applicationUnknown":
      "The app's half of the association with \(domain) is missing: no desktop file starts this program, so nothing says which app it is. "
        + "Install one whose Exec is the program's path."
    case "entitlementsMissing":
      "The app's half of the association with \(domain) is missing: \(application) has no entitlements file at \(place)."
    case "entitlementsMalformed":
      "The app's half of the association with \(domain) is missing: \(place) is not a property list with com.apple.developer.associated-domains."
    case "domainNotEntitled":
      "The app's half of the association with \(domain) is missing: \(place) does not list webcredentials:\(domain)."
    case "noDomainEntitled":
      "The app's half of the association is missing: the entitlements of \(application) name no domain for webcredentials, "
        + "so it belongs to no service."
    case "developersOnly":
      "\(place) associates \(application) with \(domain) for developers only, and the developer settings do not name \(domain)."
    case "documentUnavailable":
      "The site's half of the association with \(application) is missing: \(place) could not be fetched (\(cause ?? "status"))."
    case "documentMalformed":
      "The site's half of the association with \(application) is missing: \(place) is not a JSON document with webcredentials."
    default:
      "The site's half of the association is missing: \(place) does not list \(application) among the apps of webcredentials."
    }
  }
}
