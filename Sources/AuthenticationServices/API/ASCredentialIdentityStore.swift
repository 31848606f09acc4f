// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
public import Foundation
internal import Synchronization

/// The identities that a provider can fill. The system shows suggestions from the store without starting the provider.
///
/// Each call takes effect completely or not at all. Check the state first: only an enabled store can be changed.
@available(iOS 12.0, macOS 11.0, visionOS 1.0, *)
open class ASCredentialIdentityStore: NSObject {
  // The only state is the backing, which a mutex protects.
  private nonisolated(unsafe) static let sharedStore = ASCredentialIdentityStore(unbacked: ())
  let backing = Mutex<(any IdentityStoreBacking)?>(nil)

  /// Creates a store that is disabled until a host connects it.
  package init(unbacked: Void) {
    super.init()
  }

  /// This provider's store.
  open class var shared: ASCredentialIdentityStore { sharedStore }

  /// The kinds of identity to list.
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  public struct IdentityTypes: OptionSet, Sendable {
    /// The kinds, one bit each.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Identities of accounts with a password.
    public static var password: IdentityTypes { IdentityTypes(rawValue: 1) }
    /// Identities of accounts with a passkey.
    public static var passkey: IdentityTypes { IdentityTypes(rawValue: 2) }
    /// One-time codes.
    public static var oneTimeCode: IdentityTypes { IdentityTypes(rawValue: 4) }
  }

  /// Passes whether and how the store can be changed to the completion handler.
  @preconcurrency
  open func getState(_ completion: @escaping @Sendable (ASCredentialIdentityStoreState) -> Void) {
    perform { completion(await $0.currentState()) }
  }

  /// Returns whether and how the store can be changed.
  open nonisolated(nonsending) func state() async -> ASCredentialIdentityStoreState {
    await connection.currentState()
  }

  /// Returns the stored identities for one service or, by default, for all.
  ///
  /// - Parameters:
  ///   - serviceIdentifier: The service; nil for all.
  ///   - credentialIdentityTypes: The kinds; empty for all.
  @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
  open nonisolated(nonsending) func credentialIdentities(
    forService serviceIdentifier: ASCredentialServiceIdentifier? = nil,
    credentialIdentityTypes: ASCredentialIdentityStore.IdentityTypes = []
  ) async -> [any ASCredentialIdentity] {
    await connection.identities(of: serviceIdentifier, types: credentialIdentityTypes)
  }

  /// Adds password identities, replacing those that are equal.
  @available(iOS, introduced: 12.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  @preconcurrency
  open func saveCredentialIdentities(
    _ credentialIdentities: [ASPasswordCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    change(.save(values(of: credentialIdentities)), completion)
  }

  /// Adds password identities, replacing those that are equal.
  @available(iOS, introduced: 12.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  open nonisolated(nonsending) func saveCredentialIdentities(_ credentialIdentities: [ASPasswordCredentialIdentity]) async throws {
    try await connection.change(.save(values(of: credentialIdentities)))
  }

  /// Removes password identities.
  @available(iOS, introduced: 12.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  @preconcurrency
  open func removeCredentialIdentities(
    _ credentialIdentities: [ASPasswordCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    change(.remove(values(of: credentialIdentities)), completion)
  }

  /// Removes password identities.
  @available(iOS, introduced: 12.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  open nonisolated(nonsending) func removeCredentialIdentities(_ credentialIdentities: [ASPasswordCredentialIdentity]) async throws {
    try await connection.change(.remove(values(of: credentialIdentities)))
  }

  /// Replaces everything stored with these password identities.
  @available(iOS, introduced: 12.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  @preconcurrency
  open func replaceCredentialIdentities(
    with newCredentialIdentities: [ASPasswordCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    change(.replace(values(of: newCredentialIdentities)), completion)
  }

  /// Replaces everything stored with these password identities.
  @available(iOS, introduced: 12.0, deprecated: 17.0)
  @available(macOS, introduced: 11.0, deprecated: 14.0)
  open nonisolated(nonsending) func replaceCredentialIdentities(
    with newCredentialIdentities: [ASPasswordCredentialIdentity]
  ) async throws {
    try await connection.change(.replace(values(of: newCredentialIdentities)))
  }

  /// Adds identities of any kind, replacing those that are equal.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  @preconcurrency
  open func saveCredentialIdentities(
    _ credentialIdentities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    change(.save(values(of: credentialIdentities)), completion)
  }

  /// Adds identities of any kind, replacing those that are equal.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open nonisolated(nonsending) func saveCredentialIdentities(_ credentialIdentities: [any ASCredentialIdentity]) async throws {
    try await connection.change(.save(values(of: credentialIdentities)))
  }

  /// Removes identities of any kind.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  @preconcurrency
  open func removeCredentialIdentities(
    _ credentialIdentities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    change(.remove(values(of: credentialIdentities)), completion)
  }

  /// Removes identities of any kind.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open nonisolated(nonsending) func removeCredentialIdentities(_ credentialIdentities: [any ASCredentialIdentity]) async throws {
    try await connection.change(.remove(values(of: credentialIdentities)))
  }

  /// Replaces everything stored with these identities.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  @preconcurrency
  open func replaceCredentialIdentities(
    _ newCredentialIdentities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    change(.replace(values(of: newCredentialIdentities)), completion)
  }

  /// Replaces everything stored with these identities.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open nonisolated(nonsending) func replaceCredentialIdentities(_ newCredentialIdentities: [any ASCredentialIdentity]) async throws {
    try await connection.change(.replace(values(of: newCredentialIdentities)))
  }

  /// Removes everything stored.
  @preconcurrency
  open func removeAllCredentialIdentities(_ completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil) {
    change(.removeAll, completion)
  }

  /// Removes everything stored.
  open nonisolated(nonsending) func removeAllCredentialIdentities() async throws {
    try await connection.change(.removeAll)
  }
}
