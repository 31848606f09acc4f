// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for a user name and password for the app's domains.
// @unchecked: like its superclass. Apps change a request only before it is performed, and only where they created it.
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
