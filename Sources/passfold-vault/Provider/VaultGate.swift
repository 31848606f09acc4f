// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import CredentialVault
import VaultProtocol

/// Opens the vault for one request: a message at the surface, and the passphrase in pinentry.
@MainActor
final class VaultGate {
  private let session: VaultSession
  private let context: ASCredentialProviderExtensionContext
  /// Whether the passphrase was typed in this request: an open vault on its own is no user verification.
  private(set) var hasVerifiedUser = false

  init(session: VaultSession, context: ASCredentialProviderExtensionContext) {
    self.session = session
    self.context = context
  }

  /// Returns the open vault; asks for the passphrase if it is locked.
  func openVault(for purpose: PromptPurpose) async throws -> CredentialVault {
    switch await session.state {
    case .unlocked: break
    case .noVault: throw VaultFailure(.noVault)
    case .unreadable(let code): throw VaultFailure(code)
    case .locked:
      let session = session
      // A passphrase that was typed for another request does not verify the user in this one.
      if try await context.present(ProviderTexts.unlock, while: { try await session.unlock(for: purpose) }) { hasVerifiedUser = true }
    }
    // Looking does not count as use of the vault; filling in does, and reports it itself (AutoFillReleases).
    return try await session.vaultUnattended()
  }

  /// Verifies that the vault's owner is present, as unlocking the vault for this request already does.
  func verifyUser(for purpose: PromptPurpose) async throws {
    if hasVerifiedUser { return }
    let session = session
    try await context.present(ProviderTexts.verify) { try await session.verifyUser(for: purpose) }
    hasVerifiedUser = true
  }
}

extension PromptPurpose {
  /// Creates the purpose of a request for one credential.
  init(_ request: any ASCredentialRequest) {
    let service = request.credentialIdentity.serviceIdentifier.displayName ?? request.credentialIdentity.serviceIdentifier.identifier
    switch request.type {
    case .password: self = .fillPassword(service: service)
    case .oneTimeCode: self = .fillCode(service: service)
    case .passkeyAssertion: self = .signIn(service: service)
    case .passkeyRegistration: self = .createPasskey(service: service)
    }
  }
}
