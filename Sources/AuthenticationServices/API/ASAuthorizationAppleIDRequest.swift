// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for Sign in with Apple, which is not available here. Performed on its own, it ends with `notHandled`.
// @unchecked: like its superclass. Apps change a request only before it is performed, and only where they created it.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest, @unchecked Sendable {
  /// The account that signed in previously.
  open var user: String?

  init(provider: ASAuthorizationAppleIDProvider) {
    super.init(provider: provider)
  }

  /// Reads an archived request.
  public required init?(coder: NSCoder) {
    user = coder.archivedString(forKey: "user")
    super.init(provider: ASAuthorizationAppleIDProvider(), archived: coder)
  }

  /// Writes the request to an archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.archive(user, forKey: "user")
  }

  /// Returns an independent request that can be changed separately.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = ASAuthorizationAppleIDRequest(provider: ASAuthorizationAppleIDProvider())
    hand(to: copy)
    copy.user = user
    return copy
  }
}
