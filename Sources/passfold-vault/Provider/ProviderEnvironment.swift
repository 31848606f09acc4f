// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
package import FoundationEssentials

/// What the view controllers of this process share: the system makes them by name, so it cannot be handed to them.
@MainActor
package struct ProviderEnvironment {
  /// The environment of this process; nil until `main` has set it.
  package static var current: ProviderEnvironment?

  /// The vault and its prompts.
  package let session: VaultSession
  /// The time that codes are made for, as far as it is not the system's.
  package let clock: CodeClock
  /// The system's time.
  package let now: @Sendable () -> Date
  /// Waits until a time; throws when the task is cancelled.
  package let sleep: @Sendable (Date) async throws -> Void
  /// A source of randomness for one operation.
  package let makeGenerator: @Sendable () -> any RandomNumberGenerator

  /// The programs that read and write what other managers have.
  package var exchange = ExchangePrograms.installed
  /// What is told of handovers that nobody keeps.
  package let previews: HandoverPreviews
  /// What every fill passes on its way out.
  package let releases: AutoFillReleases
  /// The website or app whose request is answered, as far as the system has named one.
  var recipient = ""

  /// Generated passwords whose forms are still being filled.
  let pendingPasswords = PendingPasswords()

  /// Makes the passkey of an id known to the system; returns when the system has heard of it, or cannot.
  package var publishPasskey: @MainActor @Sendable ([UInt8]) async -> Void = { _ in }

  /// Gathers an environment.
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

  /// The same environment for a request of these services.
  func serving(_ services: [ASCredentialServiceIdentifier]) -> ProviderEnvironment {
    var environment = self
    environment.recipient = services.first.map { $0.displayName ?? $0.identifier } ?? ""
    return environment
  }
}
