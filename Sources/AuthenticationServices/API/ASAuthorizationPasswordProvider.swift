// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Makes requests for a password that a provider keeps for the app.
// @unchecked: Apple declares the same; there is no state.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationPasswordProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
  /// Makes a provider of password requests; it has no state, so one does for all.
  public override init() {
    super.init()
  }

  /// Makes a request, which an ``ASPasswordCredential`` answers.
  open func createRequest() -> ASAuthorizationPasswordRequest {
    ASAuthorizationPasswordRequest(provider: self)
  }
}
