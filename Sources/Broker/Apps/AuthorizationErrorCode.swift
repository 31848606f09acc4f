// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Raw values of Apple's `ASAuthorizationError.Code` that an app's requests end with.
enum AuthorizationErrorCode: Int, Sendable {
  /// The person cancelled, or there was nothing to sign in with.
  case canceled = 1001
  /// Invalid parameters, a missing association, or a provider that failed; the reason says which.
  case failed = 1004
  /// Nothing could be done without showing something, and nothing was to be or could be shown.
  case notInteractive = 1005
  /// A passkey that the service excludes exists here.
  case matchedExcludedCredential = 1006
  /// No provider here makes passkeys.
  case deviceNotConfiguredForPasskeyCreation = 1010

  /// What a failure is to the app that asked (Apple reference, section 2.6).
  ///
  /// With nothing to offer, a modal sign-in ends as if the person had cancelled, and an immediate one tells that nothing was shown.
  init(_ failure: ClientFailure, in mode: AppRequestMode) {
    self =
      switch failure.code {
      case .userCanceled: .canceled
      case .nothingToOffer: mode == .immediate ? .notInteractive : .canceled
      case .noSurface: .notInteractive
      case .matchedExcludedCredential: .matchedExcludedCredential
      case .noPasskeyProvider: .deviceNotConfiguredForPasskeyCreation
      default: .failed
      }
  }
}
