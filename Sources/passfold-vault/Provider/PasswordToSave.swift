// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import SecretMemory
import VaultProtocol
import WebDomains

/// A password that a page or an app gives to be kept, and where it could go.
struct PasswordToSave {
  let service: ServiceIdentifier
  let title: String
  let user: String
  let password: SharedSecret

  /// Reads a request.
  /// - Throws: `ASExtensionError` `failed` for a service that no password is kept for, such as a site in clear text.
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

  /// The logins that it may be the new password of, the closest first; without a user name, all of the service.
  func candidates(among summaries: [CredentialSummary]) -> [CredentialSummary] { LoginsOfAccount(user, at: service).among(summaries) }

  /// Whether one of the logins has this very password already.
  func isKept(by candidates: [CredentialSummary], in vault: CredentialVault) throws(CredentialVaultError) -> Bool {
    for candidate in candidates {
      if case .password(let record) = try vault.record(candidate.id), constantTimeEquals(record.password, password) { return true }
    }
    return false
  }

  /// The record of a login of its own.
  func record(id: RecordIdentifier) -> PasswordRecord {
    PasswordRecord(id: id, services: [service], title: title, user: user, password: password)
  }
}
