// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import CredentialVault
import VaultProtocol

/// Opens the vault for one request: a message at the surface, and the passphrase in pinentry.
@MainActor
struct VaultGate {
  let session: VaultSession
  let context: ASCredentialProviderExtensionContext

  /// The open vault; asks for the passphrase when it is locked.
  func openVault(for purpose: PromptPurpose) async throws -> CredentialVault {
    switch await session.state {
    case .unlocked: break
    case .noVault: throw VaultFailure(.noVault)
    case .unreadable(let code): throw VaultFailure(code)
    case .locked:
      let session = session
      try await context.present(ProviderTexts.unlock) { try await session.unlock(for: purpose) }
    }
    return try await session.vault()
  }

  /// Makes sure that the vault's owner is there.
  func verifyUser(for purpose: PromptPurpose) async throws {
    let session = session
    try await context.present(ProviderTexts.verify) { try await session.verifyUser(for: purpose) }
  }
}

extension PromptPurpose {
  /// What a request for one credential is for.
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
