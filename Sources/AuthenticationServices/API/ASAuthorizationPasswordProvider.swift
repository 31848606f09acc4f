// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Creates requests for a password that a provider stores for the app.
// @unchecked: Apple declares the same. There is no state.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationPasswordProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
  /// Creates a provider. It has no state, so one is enough for all requests.
  public override init() {
    super.init()
  }

  /// Creates a request, which an ``ASPasswordCredential`` answers.
  open func createRequest() -> ASAuthorizationPasswordRequest {
    ASAuthorizationPasswordRequest(provider: self)
  }
}
