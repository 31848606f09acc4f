// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation

extension AuthorizationFailure {
  static let tooMuchToExport = Self(
    .credentialExport, reason: "tooMuchToExport",
    explanation: "There is nothing to hand over, or more than 100 000 items or 96 MiB. Nothing left the program. Hand over less at once.")
  static let exportNotRequested = Self(
    .credentialExport, reason: "exportNotRequested",
    explanation: "Nobody gave leave to hand credentials over, or the leave was used. Call requestExport(for:) before exportCredentials(_:)."
  )
  static let malformedCredentials = Self(
    .credentialImport, reason: "malformedCredentials",
    explanation:
      "What the other provider handed over is no CXF 1.0, so nothing of it was taken. Export a file there and import that instead.")
  static let tooMuchToImport = Self(
    .credentialImport, reason: "tooMuchToImport",
    explanation: "What the other provider handed over has more than 100 000 items, 96 MiB or 64 levels. Nothing of it was taken.")

  /// Creates the failure for an exchange of credentials.
  init(exchange error: BrokerClientError, _ code: ASAuthorizationError.Code) {
    guard error.code == .refused, let failure = error.failure else {
      let usual = AuthorizationFailure(error)
      self.init(code, reason: usual.reason, explanation: usual.explanation)
      return
    }
    if failure.code == "userCanceled" {
      self.init(.canceled, reason: failure.code, explanation: "The person cancelled. The other provider keeps nothing of it.")
      return
    }
    let explanation: String? =
      switch (failure.code, failure.detail) {
      case ("nothingToOffer", _):
        "No other provider is enabled that takes credentials. Enable one that declares SupportsCredentialExchange."
      case ("notAllowedHere", "notTheProvider"?):
        "The program is no provider that is enabled, and lies in the folder of none. Nothing left it."
      case ("notAllowedHere", "exchangeNotDeclared"?):
        "The provider does not declare SupportsCredentialExchange with the version 1.0 in its Info.plist. Nothing left it."
      case ("tokenExpired", _):
        "The token or leave is not this provider's, was used, or is older than ten minutes. Nothing was moved; begin anew."
      case ("busy", _): "Another exchange of credentials is under way. Nothing was moved; wait for its end."
      case ("providerFailed", let name):
        "\(name ?? "The other provider") stopped, took too long or did not take the credentials. Look there what it keeps, and begin anew."
      case ("badRequest", "tooLarge"?): Self.tooMuchToExport.explanation
      default: nil
      }
    self.init(code, reason: failure.code, explanation: explanation ?? AuthorizationFailure(error).explanation)
  }
}
