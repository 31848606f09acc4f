// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import FoundationEssentials
package import Logging

/// What the broker takes from outside: time, randomness, provider processes and the log.
package struct BrokerEnvironment: Sendable {
  /// The current time.
  package var now: @Sendable () -> Date
  /// Returns after a duration has passed; throws when its task is cancelled.
  package var wait: @Sendable (Duration) async throws -> Void
  /// As many unpredictable bytes as asked for.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Starts a provider's process; what it does is reported to the handler, in order and each thing after the one before was heard.
  package var startProvider:
    @Sendable (ProviderBundle, @escaping @Sendable (ProviderEvent) async -> Void) throws(BrokerError) -> any ProviderLink
  /// What sites publish about who may use their credentials.
  package var wellKnown: WellKnownDocuments
  /// Receives codes and provider identifiers, never a person's data.
  package var logger: Logger
  /// The times that requests may take.
  package var limits: BrokerLimits
  /// Where the person's decisions about providers are kept; nowhere, unless said.
  package var settings = ProviderSettingsStorage.none
  /// Looks which providers are installed now; nil means those that the broker began with.
  package var installedProviders: (@Sendable () -> [ProviderBundle])?
  /// How a provider's process is kept from the rest of the session, for people who ask.
  package var sandbox: @Sendable (ProviderBundle) -> SandboxState = { _ in .none }
  /// What of the things that a provider declares to reach this session does not give it, one code for each.
  package var accessFindings: @Sendable (ProviderBundle) -> [String] = { _ in [] }
  /// Tells one state of a provider's own folder from another: the number changes when something in it is made, replaced or removed.
  package var folderState: @Sendable (ProviderBundle) -> Int64? = { _ in nil }
  /// Looks at a running process; nil when it is not there, or not the person's.
  package var inspectProcess: @Sendable (Int32) -> CallerIdentity? = { _ in nil }
  /// Starts the process that carries sealed bytes between the vault and other devices, and keeps it; or ends it.
  package var carry: @Sendable (Bool) -> Void = { _ in }
  /// Asks the system's service for fingerprints, until the asking task is cancelled.
  package var readFinger: @Sendable (FingerRequest) async -> FingerAnswer = { _ in .unavailable }
  /// Starts the desktop's surface with a ticket for `attach-surface`; the handler is called when the process has ended.
  package var startSurface: @Sendable (_ ticket: String, _ ended: @escaping @Sendable () async -> Void) throws(BrokerError) -> Void = {
    (_, _) throws(BrokerError) in throw BrokerError(.surfaceDidNotStart, subject: "none")
  }
  /// Carries a popup's request to the vault's management door; ends with the task that asks, and takes the vault's prompt away then.
  package var askVault: @Sendable (VaultRelayRequest) async throws(BrokerError) -> VaultRelayAnswer = {
    (_) throws(BrokerError) in throw BrokerError(.vaultFailed, subject: "none")
  }
  /// Reads the QR codes of a picture file (PNG, JPEG or WebP), in a process that can do nothing else.
  package var readPicture: @Sendable ([UInt8]) async -> PictureReading = { _ in .failed }
  /// The browser profiles that the person connected; nil where none can be.
  package var pairedBrowsers: PairedBrowsers?
  /// What answers passkey requests in a session for automated tests; nil in every session of a person.
  package var virtualAuthenticators: (any VirtualAuthenticators)?
  /// Gives memory that is not used any more back to the kernel; a broker lives as long as its session.
  package var giveMemoryBack: @Sendable () -> Void = {}

  /// Gathers what the broker needs.
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

/// How long and how much; the defaults are the security design's rule D3.
package struct BrokerLimits: Sendable {
  /// The time a provider has to answer without an interface.
  package var withoutInteraction: Duration = .seconds(5)
  /// The time in which a provider that let such a time run out has to give a sign of life.
  package var silence: Duration = .seconds(120)
  /// The time a request may take once an interface is up; a passkey has the time of its ceremony.
  package var interface: Duration = .seconds(120)
  /// The time without a request after which a provider's process is ended.
  package var idle: Duration = .seconds(60)
  /// The time in which it has to be found out whether a client may ask: longer than a site has to answer.
  package var judging: Duration = .seconds(15)
  /// The time that a provider has to forget its keys when the person leaves: logind waits for five seconds, unless said otherwise.
  package var locking: Duration = .seconds(3)
  /// The time that a surface has to come.
  package var surfaceStart: Duration = .seconds(10)
  /// Requests one client may have open.
  package var openRequestsPerClient = 64
  /// The most bytes of one provider's identities: some hundred thousand of them.
  package var storeBytes = 64 * 1024 * 1024
  /// Faults within ``faultWindow`` after which a provider is turned off.
  package var faults = 3
  /// The window in which faults count, in seconds.
  package var faultWindow: TimeInterval = 600

  /// Uses the defaults.
  package init() {}
}
