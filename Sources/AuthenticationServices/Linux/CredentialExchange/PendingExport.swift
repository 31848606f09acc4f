// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import SecretMemory
internal import Synchronization

/// The permission of one export manager, from the user's consent until it is used.
final class PendingExport: Sendable {
  private let transfer = Mutex<String?>(nil)

  func request(for provider: String?) async throws {
    let grant = try await CredentialTransfer.request(for: provider)
    transfer.withLock { $0 = grant.transfer }
  }

  func send(_ data: ASExportedCredentialData) async throws {
    guard let transfer = transfer.withLock({ $0.take() }) else { throw AuthorizationFailure.exportNotRequested.error }
    try await CredentialTransfer.send(data, under: transfer)
  }
}
