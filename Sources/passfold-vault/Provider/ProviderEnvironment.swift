// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
package import FoundationEssentials

/// The objects that the view controllers of this process share: the system creates the controllers by name, so these cannot be passed to
/// them.
@MainActor
package struct ProviderEnvironment {
  /// The environment of this process; nil until `main` has set it.
  package static var current: ProviderEnvironment?

  /// The vault and its prompts.
  package let session: VaultSession
  /// The clock that codes are generated for, if it differs from the system's.
  package let clock: CodeClock
  /// The system's time.
  package let now: @Sendable () -> Date
  /// Waits until a time; throws when the task is cancelled.
  package let sleep: @Sendable (Date) async throws -> Void
  /// A source of randomness for one operation.
  package let makeGenerator: @Sendable () -> any RandomNumberGenerator

  /// The programs that read and write other managers' files.
  package var exchange = ExchangePrograms.installed
  /// The reports of previewed imports from other providers.
  package let previews: HandoverPreviews
  /// The check that every fill passes before its release.
  package let releases: AutoFillReleases
  /// The website or app whose request is answered, if the system has named one.
  var recipient = ""

  /// The generated passwords whose forms are still being filled in.
  let pendingPasswords = PendingPasswords()

  /// Publishes the passkey with a credential ID to the system; returns when the system knows it, or cannot be reached.
  package var publishPasskey: @MainActor @Sendable ([UInt8]) async -> Void = { _ in }

  /// Creates an environment from its parts.
  package init(
    session: VaultSession, clock: CodeClock, now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Date) async throws -> Void, makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator,
    previews: HandoverPreviews = HandoverPreviews()
  ) {
    self.previews = previews
    self.session = session
    self.clock = clock
    self.now = now
    self.sleep = sleep
    self.makeGenerator = makeGenerator
    releases = AutoFillReleases(session: session, now: now)
  }

  /// Returns the same environment for a request of these services.
  func serving(_ services: [ASCredentialServiceIdentifier]) -> ProviderEnvironment {
    var environment = self
    environment.recipient = services.first.map { $0.displayName ?? $0.identifier } ?? ""
    return environment
  }
}
