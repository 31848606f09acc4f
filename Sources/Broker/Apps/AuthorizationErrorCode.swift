// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Raw values of Apple's `ASAuthorizationError.Code` with which an app's requests end.
enum AuthorizationErrorCode: Int, Sendable {
  /// The user cancelled, or there was nothing to sign in with.
  case canceled = 1001
  /// Invalid parameters, a missing association, or a provider failure; the reason has the details.
  case failed = 1004
  /// An interface was needed, but was not permitted or not possible.
  case notInteractive = 1005
  /// A passkey that the service excludes exists here.
  case matchedExcludedCredential = 1006
  /// No installed provider creates passkeys.
  case deviceNotConfiguredForPasskeyCreation = 1010

  /// Translates a failure for the requesting app (Apple reference, section 2.6).
  ///
  /// With nothing to offer, a modal sign-in ends as if the user had cancelled, and an immediate one reports that nothing was shown.
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
