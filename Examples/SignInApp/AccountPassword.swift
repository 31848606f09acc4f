// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation

/// What the app reports to providers about an account's password.
@MainActor
struct AccountPassword {
  let site: SiteClient

  /// Offers to save a password. The user decides whether it is saved.
  func keep(_ password: String, of user: String, window: ASPresentationAnchor) async throws {
    guard let scope = ASAutoFillURLScope(url: site.site) else { throw ASAuthorizationError(.failed) }
    try await ASCredentialDataManager().save(password: ASPasswordCredential(user: user, password: password), for: scope, anchor: window)
  }

  /// Reports that the account no longer uses its password.
  func drop(of user: String) async throws {
    try await ASCredentialDataManager().reportUnusedPasswordCredential(domain: site.site.host() ?? "", userName: user)
  }
}
