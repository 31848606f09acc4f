// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The reason why an app's request fails, beyond the code: a name for programs and a sentence for developers.
package struct AuthorizationFailure: Sendable {
  /// The `userInfo` key of the reason's name. The sentence is under `NSLocalizedFailureReasonErrorKey`.
  package static let reasonKey = "PassfoldAuthorizationFailureReason"

  /// Apple's code.
  package let code: ASAuthorizationError.Code
  /// The reason's name.
  package let reason: String
  /// The sentence.
  package let explanation: String

  /// Creates a failure.
  package init(_ code: ASAuthorizationError.Code, reason: String, explanation: String) {
    self.code = code
    self.reason = reason
    self.explanation = explanation
  }

  /// The error for the app.
  package var error: ASAuthorizationError {
    ASAuthorizationError(
      code,
      userInfo: [
        Self.reasonKey: reason, NSLocalizedFailureReasonErrorKey: explanation, NSLocalizedDescriptionKey: explanation,
      ])
  }

  /// The user or the app cancelled the request.
  package static let canceled = Self(.canceled, reason: "canceled", explanation: "The request was given up. Nothing was changed.")
  /// A controller without requests was performed.
  package static let noRequests = Self(
    .failed, reason: "noRequests", explanation: "The controller has no requests. Give it at least one and perform it again.")
  /// A controller was performed again before it had finished.
  package static let alreadyPerforming = Self(
    .failed, reason: "alreadyPerforming",
    explanation: "The controller's requests are being performed already, and go on. Wait for their end, or cancel them first.")
  /// Only Sign in with Apple was requested.
  package static let signInWithAppleUnavailable = Self(
    .notHandled, reason: "signInWithAppleUnavailable",
    explanation: "Sign in with Apple is not available on Linux. Ask for a passkey or a password beside it.")
  /// Only a security key was requested.
  package static let noSecurityKeys = Self(
    .notHandled, reason: "noSecurityKeys",
    explanation: "No security key can be reached from here. Ask for a passkey or a password beside it.")
  /// An app provided a page's client data, as browsers do.
  package static let notABrowser = Self(
    .failed, reason: "notABrowser",
    explanation: "A request with a page's own client data is for browsers, which ask through the extension. Use a challenge instead.")
  /// A new account was requested from contact information, which Linux systems do not have.
  package static let noContacts = Self(
    .deviceNotConfiguredForPasskeyCreation, reason: "noContacts",
    explanation: "The system here knows no name or contact of the person. Show a form for the new account instead.")
  /// All requests were of classes that this module does not know.
  package static let kindUnknown = Self(
    .notHandled, reason: "kindUnknown", explanation: "Requests of this class are not known here. Ask for a passkey or a password.")
  /// A new password was to be chosen for a form without services.
  package static let noService = Self(
    .failed, reason: "noService",
    explanation: "A new password needs the service it is for. Make the form with AutoFillTextFields(services:) and name one.")
  /// The broker neither answers nor can be started.
  package static let systemUnreachable = Self(
    .failed, reason: "systemUnreachable",
    explanation: "Passfold's broker cannot be reached, so no provider was asked. Install passfold-broker, or start it, and try again.")
}
