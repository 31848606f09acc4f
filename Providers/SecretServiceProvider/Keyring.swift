// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
package import CredentialProviderHost

/// The keyring as this process knows it: how it is reached, and what the system was told of it.
@MainActor
package final class Keyring {
  /// The keyring of this process; nil until `main` or a test has set one up.
  package static var current: Keyring?

  private let reached: Result<KeyringClient, SecretServiceError>
  private let report: (CredentialProviderLockState) -> Void
  private var published: KeyringClient.Contents?
  private var isPublishing = false
  private var isOutdated = false

  /// Sets up the keyring.
  ///
  /// - Parameters:
  ///   - reached: Its client, or why there is none.
  ///   - report: Tells the system whether it is locked.
  package init(_ reached: Result<KeyringClient, SecretServiceError>, report: @escaping (CredentialProviderLockState) -> Void) {
    self.reached = reached
    self.report = report
  }

  /// The client.
  ///
  /// - Throws: Why there is none.
  package var client: KeyringClient {
    get throws(SecretServiceError) { try reached.get() }
  }

  /// Tells the system what could be filled, by attributes alone, now and whenever that may have changed.
  package func follow() async {
    do throws(SecretServiceError) {
      let client = try client
      await client.whenChanged { Task { @MainActor in await Keyring.current?.publish() } }
    } catch {}
    await publish()
  }

  /// Tells the system what could be filled, where that is something new. No keyring is started for that.
  package func publish() async {
    isOutdated = true
    guard !isPublishing else { return }
    isPublishing = true
    defer { isPublishing = false }
    while isOutdated {
      isOutdated = false
      guard let contents = try? await client.contents(starting: false) else {
        // Nothing is known, and nothing of being locked: it stands among the suggestions to be looked into.
        try? await ASCredentialIdentityStore.shared.removeAllCredentialIdentities()
        published = nil
        continue
      }
      await publish(contents)
    }
  }

  /// Tells the system what was found.
  package func publish(_ contents: KeyringClient.Contents) async {
    guard contents != published, await ASCredentialIdentityStore.shared.state().isEnabled else { return }
    published = contents
    let identities = contents.logins.sorted { $0.key < $1.key }.map { $0.value.identity(of: $0.key) }
    do { try await ASCredentialIdentityStore.shared.replaceCredentialIdentities(identities) } catch {
      // What the system did not take is told again.
      published = nil
    }
    report(contents.logins.isEmpty && !contents.locked.isEmpty ? .locked : .unlocked)
  }
}
