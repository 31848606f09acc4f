// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Asks for a user name and password of the app's domains.
// @unchecked: as its superclass; an app that changes a request does so before it is performed, from where it made it.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationPasswordRequest: ASAuthorizationRequest, @unchecked Sendable {
  package override init(provider: any ASAuthorizationProvider) {
    super.init(provider: provider)
  }

  /// Reads an archived request.
  public required init?(coder: NSCoder) {
    super.init(provider: ASAuthorizationPasswordProvider())
  }
}
