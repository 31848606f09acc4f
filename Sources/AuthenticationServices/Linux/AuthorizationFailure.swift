// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Why an app's request cannot be done, beyond the code: each reason has a name for programs and a sentence for people.
package struct AuthorizationFailure: Sendable {
  /// The `userInfo` key that the reason's name stands under; `NSLocalizedFailureReasonErrorKey` has the sentence.
  package static let reasonKey = "PassfoldAuthorizationFailureReason"

  /// Apple's code.
  package let code: ASAuthorizationError.Code
  /// The reason's name.
  package let reason: String
  /// The sentence.
  package let explanation: String

  /// Names a reason.
  package init(_ code: ASAuthorizationError.Code, reason: String, explanation: String) {
    self.code = code
    self.reason = reason
    self.explanation = explanation
  }

  /// The error that an app is given.
  package var error: ASAuthorizationError {
    ASAuthorizationError(
      code,
      userInfo: [
        Self.reasonKey: reason, NSLocalizedFailureReasonErrorKey: explanation, NSLocalizedDescriptionKey: explanation,
      ])
  }

  /// The person, or the app, ended the request.
  package static let canceled = Self(.canceled, reason: "canceled", explanation: "The request was given up. Nothing was changed.")
  /// A controller without requests was performed.
  package static let noRequests = Self(
    .failed, reason: "noRequests", explanation: "The controller has no requests. Give it at least one and perform it again.")
  /// A controller was performed a second time before its first end.
  package static let alreadyPerforming = Self(
    .failed, reason: "alreadyPerforming",
    explanation: "The controller's requests are being performed already, and go on. Wait for their end, or cancel them first.")
  /// Sign in with Apple was asked for alone.
  package static let signInWithAppleUnavailable = Self(
    .notHandled, reason: "signInWithAppleUnavailable",
    explanation: "Sign in with Apple is not available on Linux. Ask for a passkey or a password beside it.")
  /// A security key was asked for alone.
  package static let noSecurityKeys = Self(
    .notHandled, reason: "noSecurityKeys",
    explanation: "No security key can be reached from here. Ask for a passkey or a password beside it.")
  /// An app handed in a page's client data, as browsers do.
  package static let notABrowser = Self(
    .failed, reason: "notABrowser",
    explanation: "A request with a page's own client data is for browsers, which ask through the extension. Use a challenge instead.")
  /// An account was to be made of contact data that no Linux system has.
  package static let noContacts = Self(
    .deviceNotConfiguredForPasskeyCreation, reason: "noContacts",
    explanation: "The system here knows no name or contact of the person. Show a form for the new account instead.")
  /// Every request was of a class that this module does not know.
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
