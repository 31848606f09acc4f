// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import FoundationEssentials
package import Logging

/// The broker's external dependencies: time, randomness, provider processes and the log.
package struct BrokerEnvironment: Sendable {
  /// The current time.
  package var now: @Sendable () -> Date
  /// Returns after a duration has passed; throws when its task is cancelled.
  package var wait: @Sendable (Duration) async throws -> Void
  /// Returns this many unpredictable bytes.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Starts a provider's process. Its events are passed to the handler in order, each after the previous one was handled.
  package var startProvider:
    @Sendable (ProviderBundle, @escaping @Sendable (ProviderEvent) async -> Void) throws(BrokerError) -> any ProviderLink
  /// The sites' published documents about the use of their credentials.
  package var wellKnown: WellKnownDocuments
  /// Receives codes and provider identifiers, never the user's data.
  package var logger: Logger
  /// The time limits of requests.
  package var limits: BrokerLimits
  /// The storage of the user's decisions about providers; nowhere by default.
  package var settings = ProviderSettingsStorage.none
  /// Returns the currently installed providers; nil means those with which the broker started.
  package var installedProviders: (@Sendable () -> [ProviderBundle])?
  /// Returns how a provider's process is isolated from the rest of the session, for display.
  package var sandbox: @Sendable (ProviderBundle) -> SandboxState = { _ in .none }
  /// Returns one code for each declared place that this session does not give a provider.
  package var accessFindings: @Sendable (ProviderBundle) -> [String] = { _ in [] }
  /// Returns a number for the state of a provider's own folder and its declared folders, which changes when something in them is created,
  /// replaced or removed.
  package var folderState: @Sendable (ProviderBundle) -> Int64? = { _ in nil }
  /// Inspects a running process; nil if it does not exist, or is not the user's.
  package var inspectProcess: @Sendable (Int32) -> CallerIdentity? = { _ in nil }
  /// Starts the process that transfers encrypted bytes between the vault and other devices, and keeps it running; or ends it.
  package var carry: @Sendable (Bool) -> Void = { _ in }
  /// Asks the system's fingerprint service, until the calling task is cancelled.
  package var readFinger: @Sendable (FingerRequest) async -> FingerAnswer = { _ in .unavailable }
  /// Starts the desktop's surface with a ticket for `attach-surface`; the handler is called when its process has ended.
  package var startSurface: @Sendable (_ ticket: String, _ ended: @escaping @Sendable () async -> Void) throws(BrokerError) -> Void = {
    (_, _) throws(BrokerError) in throw BrokerError(.surfaceDidNotStart, subject: "none")
  }
  /// Forwards a popup's request to the vault's management door; ends together with the calling task, and then closes the vault's prompt.
  package var askVault: @Sendable (VaultRelayRequest) async throws(BrokerError) -> VaultRelayAnswer = {
    (_) throws(BrokerError) in throw BrokerError(.vaultFailed, subject: "none")
  }
  /// Reads the QR codes of an image file (PNG, JPEG or WebP), in a process that can do nothing else.
  package var readPicture: @Sendable ([UInt8]) async -> PictureReading = { _ in .failed }
  /// The browser profiles that the user connected; nil if none can be.
  package var pairedBrowsers: PairedBrowsers?
  /// The authenticators that answer passkey requests in a session for automated tests; nil in every user's session.
  package var virtualAuthenticators: (any VirtualAuthenticators)?
  /// Returns unused memory to the kernel, because a broker runs as long as its session.
  package var giveMemoryBack: @Sendable () -> Void = {}

  /// Creates an environment.
  package init(
    now: @escaping @Sendable () -> Date, wait: @escaping @Sendable (Duration) async throws -> Void,
    randomBytes: @escaping @Sendable (Int) -> [UInt8],
    startProvider:
      @escaping @Sendable (ProviderBundle, @escaping @Sendable (ProviderEvent) async -> Void) throws(BrokerError) -> any ProviderLink,
    wellKnown: WellKnownDocuments = .offline, logger: Logger, limits: BrokerLimits = BrokerLimits()
  ) {
    self.now = now
    self.wait = wait
    self.randomBytes = randomBytes
    self.startProvider = startProvider
    self.wellKnown = wellKnown
    self.logger = logger
    self.limits = limits
  }
}

/// The broker's limits; the defaults are those of the security design's rule D3.
package struct BrokerLimits: Sendable {
  /// The time for a provider to answer without an interface.
  package var withoutInteraction: Duration = .seconds(5)
  /// The time for a provider to give a sign of life after such a timeout.
  package var silence: Duration = .seconds(120)
  /// The time for a request once an interface is shown; a passkey has the time of its ceremony.
  package var interface: Duration = .seconds(120)
  /// The time without a request after which a provider's process is ended.
  package var idle: Duration = .seconds(60)
  /// The time for validating a request: longer than a site has to answer.
  package var judging: Duration = .seconds(15)
  /// The time for a provider to forget its keys when the user leaves: by default logind waits five seconds.
  package var locking: Duration = .seconds(3)
  /// The time for a surface to connect.
  package var surfaceStart: Duration = .seconds(10)
  /// The maximum number of open requests of one client.
  package var openRequestsPerClient = 64
  /// The maximum length of one provider's identities in bytes: some hundred thousand of them.
  package var storeBytes = 64 * 1024 * 1024
  /// The number of faults within ``faultWindow`` after which a provider is turned off.
  package var faults = 3
  /// The time for which the vault stays ended after that many faults, because it is never turned off: shorter than a command waits for it.
  package var pause: Duration = .seconds(4)
  /// The window in which faults count, in seconds.
  package var faultWindow: TimeInterval = 600

  /// Uses the defaults.
  package init() {}
}
