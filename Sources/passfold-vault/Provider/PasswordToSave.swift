// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import SecretMemory
import VaultProtocol
import WebDomains

/// A password that a page or an app wants stored, and its possible places.
struct PasswordToSave {
  let service: ServiceIdentifier
  let title: String
  let user: String
  let password: SharedSecret

  /// Creates the value from a request.
  /// - Throws: `ASExtensionError` `failed` for a service for which no password is stored, such as a site in clear text.
  init(_ request: ASSavePasswordRequest) throws {
    let identifier = request.serviceIdentifier
    if identifier.type == .app {
      service = ServiceIdentifier(kind: .app, text: identifier.identifier)
    } else {
      do {
        service = try CodeSetUp.identifier(of: identifier.identifier)
      } catch {
        throw ASExtensionError(.failed, userInfo: [CredentialProviderCancellation.reasonKey: error.code.name])
      }
    }
    let host = (try? ServiceAddress(parsing: service.text))?.host.serialized
    title = request.title ?? (identifier.type == .app ? identifier.displayName : nil) ?? host ?? service.text
    user = request.credential.user
    password = SharedSecret(copying: request.credential.password.utf8)
  }

  /// Returns the logins of the account; without a user name, all.
  func logins(in vault: CredentialVault) throws(CredentialVaultError) -> [CredentialSummary] {
    try vault.summaries(kind: .password, user: user.isEmpty ? nil : user)
  }

  /// Returns the logins whose new password it may be, the best match first; without a user name, all of the service.
  func candidates(among summaries: [CredentialSummary]) -> [CredentialSummary] { LoginsOfAccount(user, at: service).among(summaries) }

  /// Returns whether one of the logins already has this password.
  func isKept(by candidates: [CredentialSummary], in vault: CredentialVault) throws(CredentialVaultError) -> Bool {
    for candidate in candidates {
      if case .password(let record) = try vault.record(candidate.id), constantTimeEquals(record.password, password) { return true }
    }
    return false
  }

  /// Returns the record of a separate login.
  func record(id: RecordIdentifier) -> PasswordRecord {
    PasswordRecord(id: id, services: [service], title: title, user: user, password: password)
  }
}
