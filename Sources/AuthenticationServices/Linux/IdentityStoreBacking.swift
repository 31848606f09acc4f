// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
internal import Foundation
internal import Synchronization

/// The target of the identity store's calls: the broker, over the connection of a provider's process.
package protocol IdentityStoreBacking: Sendable {
  /// Performs one operation. An operation on a broken connection fails as an internal error.
  func perform(_ operation: IdentityStoreOperation) async -> IdentityStoreReply
}

extension ASCredentialIdentityStore {
  /// Connects the store. Until then, and in a process that is not a provider, it is disabled.
  package func connect(to backing: any IdentityStoreBacking) {
    self.backing.withLock { $0 = backing }
  }

  /// Disables the store after its connection has ended.
  package func disconnect() {
    backing.withLock { $0 = nil }
  }

  var connection: IdentityStoreConnection { IdentityStoreConnection(backing: backing.withLock { $0 }) }

  func values(of identities: [any ASCredentialIdentity]) -> [CredentialIdentityValue] {
    identities.compactMap(CredentialIdentityValue.init)
  }

  func change(_ operation: IdentityStoreOperation, _ completion: (@Sendable (Bool, (any Error)?) -> Void)?) {
    perform { connection in
      do {
        try await connection.change(operation)
        completion?(true, nil)
      } catch {
        completion?(false, error)
      }
    }
  }

  func perform(_ work: @escaping @Sendable (IdentityStoreConnection) async -> Void) {
    let connection = connection
    Task { await work(connection) }
  }
}

/// The store's calls, expressed as operations of the broker.
struct IdentityStoreConnection: Sendable {
  let backing: (any IdentityStoreBacking)?

  nonisolated(nonsending) func currentState() async -> ASCredentialIdentityStoreState {
    guard case .state(let isEnabled, let incremental) = await backing?.perform(.state) else {
      return ASCredentialIdentityStoreState(isEnabled: false, supportsIncrementalUpdates: false)
    }
    return ASCredentialIdentityStoreState(isEnabled: isEnabled, supportsIncrementalUpdates: incremental)
  }

  nonisolated(nonsending) func identities(
    of service: ASCredentialServiceIdentifier?, types: ASCredentialIdentityStore.IdentityTypes
  ) async -> [any ASCredentialIdentity] {
    var kinds: [CredentialKind] = []
    if types.contains(.password) { kinds.append(.password) }
    if types.contains(.passkey) { kinds.append(.passkey) }
    if types.contains(.oneTimeCode) { kinds.append(.oneTimeCode) }
    let operation = IdentityStoreOperation.list(service: service.map(ServiceIdentifierValue.init), kinds: kinds)
    guard case .identities(let values) = await backing?.perform(operation) else { return [] }
    return values.map { $0.credentialIdentity }
  }

  /// Information for developers, whose apps fill the store themselves on Apple's systems.
  private static var whyDisabled: [String: Any] {
    [
      NSLocalizedFailureReasonErrorKey: "This process is not the one that the system started from the provider's bundle.",
      NSLocalizedRecoverySuggestionErrorKey:
        "Nothing was changed. Fill the store in the provider's main.swift, from a file that the app writes into the provider's folder "
        + "(CredentialProviderFolder).",
    ]
  }

  nonisolated(nonsending) func change(_ operation: IdentityStoreOperation) async throws(ASCredentialIdentityStoreError) {
    guard let backing else { throw ASCredentialIdentityStoreError(.storeDisabled, userInfo: Self.whyDisabled) }
    switch await backing.perform(operation) {
    case .done: return
    case .failed(let code): throw ASCredentialIdentityStoreError(.init(rawValue: code) ?? .internalError)
    case .state, .identities: throw ASCredentialIdentityStoreError(.internalError)
    }
  }
}
