// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import FoundationEssentials
import Glibc
import LocalEndpoint
import LocalFiles
import Logging
import Synchronization

/// Starts providers in this session, each in a sandbox if the system has one.
final class ProviderHosting: Sendable {
  /// The findings so far; each is determined at the first question, because each has to start a program.
  private struct Found {
    var bubblewrapped: (LaunchPlaces.Sandbox?, SandboxState)?
    var selfMade: (LaunchPlaces.SelfMadeSandbox?, SandboxState)?
    /// The declarations for the bus that worked, with the state of the bus at that time.
    var reachedBus: [[ProviderAccess]: AccessMounts.Look] = [:]
  }

  private let logger: Logger
  private let places: LaunchPlaces
  private let found = Mutex(Found())
  private let started = Mutex(0)

  init(runtimeFolder: String, logger: Logger) {
    var places = LaunchPlaces(
      environment: ProcessInfo.processInfo.environment, sandbox: nil, swiftLibraries: Self.swiftLibraries(), runtimeFolder: runtimeFolder,
      dataFolder: BaseDirectory.data.path(variable: environmentVariable) ?? runtimeFolder,
      processors: ProcessInfo.processInfo.activeProcessorCount)
    places.limits = ProviderLimits(variable: environmentVariable)
    places.localeFolder = Installation().localeFolder
    self.places = places
    self.logger = logger
    // Left by a previous broker, whose providers ended with it.
    try? FileManager.default.removeItem(atPath: runtimeFolder + "/bus")
  }

  /// The session in which providers' declared places are.
  var surroundings: AccessSurroundings { places.surroundings }

  /// Returns a value that changes with a provider's own folder and with the declared folders: whenever something in them is created,
  /// replaced or removed. Nil without its own folder.
  func folderState(of bundle: ProviderBundle) -> Int64? {
    guard let own = FolderState.time(of: places.ownFolder(of: bundle)) else { return nil }
    let declared = bundle.access.filter { $0.kind == .folder }.compactMap(\.place)
    return declared.reduce(own) { $0 &* 31 &+ FolderState.ofTree($1) }
  }

  /// Returns whether a provider runs in a sandbox.
  func sandbox(of bundle: ProviderBundle) -> SandboxState {
    bundle.needs.servesSession ? selfMade(by: bundle).1 : bubblewrapped.1
  }

  /// Returns the declared resources that this session does not give the provider, one code for each. The bus filter is started for this if
  /// it has not worked before.
  func accessFindings(of bundle: ProviderBundle) -> [String] {
    guard bundle.reachesBus else { return [] }
    var places = places
    places.sandbox = bubblewrapped.0
    let folder = makeBusFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    places.bus = SessionBus(environment: places.environment, folder: folder)
    let (declared, look) = (bundle.access.filter { $0.kind == .bus }, AccessMounts.Look(at: places.bus))
    if found.withLock({ $0.reachedBus[declared] }) == look { return [] }
    let finding = BusFilterTrial.finding(about: declared, in: places)
    found.withLock { $0.reachedBus[declared] = finding == nil ? look : nil }
    return [finding].compactMap(\.self)
  }

  /// Starts a provider.
  func start(
    _ bundle: ProviderBundle, handler: @escaping @Sendable (ProviderEvent) async -> Void
  ) throws(BrokerError) -> any ProviderLink {
    var places = places
    if bundle.needs.servesSession {
      places.selfMadeSandbox = selfMade(by: bundle).0
    } else {
      places.sandbox = bubblewrapped.0
    }
    let folder = places.ownFolder(of: bundle)
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let busFolder = bundle.reachesBus ? makeBusFolder() : places.runtimeFolder
    let environment = places.environment
    places.bus = SessionBus(environment: environment, folder: busFolder)
    // Examined first, so that a change in between is seen as a change.
    let (surroundings, seen) = (places.surroundings, AccessMounts.looks(at: bundle, in: places.surroundings, bus: places.bus))
    return try ProviderProcess.start(
      ProviderLaunch(bundle, places: places), of: bundle, within: scope(of: bundle), logger: logger,
      isUpToDate: {
        AccessMounts.looks(at: bundle, in: surroundings, bus: SessionBus(environment: environment, folder: busFolder)) == seen
      },
      cleanUp: { if bundle.reachesBus { try? FileManager.default.removeItem(atPath: busFolder) } }, handler: handler)
  }

  /// Returns the scope that limits all processes of a provider together; the server of the session is not limited, because it needs memory
  /// to derive keys.
  private func scope(of bundle: ProviderBundle) -> ProviderScope? {
    guard !bundle.needs.servesSession, ServiceManager.managesSession({ places.environment[$0] }) else { return nil }
    // A name that no scope of a previous broker has.
    return ProviderScope(of: bundle.identifier, mark: "\(getpid())-\(nextNumber())", limits: places.limits, processors: places.processors)
  }

  private func nextNumber() -> Int {
    started.withLock { started in
      started += 1
      return started
    }
  }

  /// Creates a folder for the socket of one process's bus filter, which has never been used: a filter that ends unlinks its socket by name.
  private func makeBusFolder() -> String {
    let folder = "\(places.runtimeFolder)/bus/\(getpid())-\(nextNumber())"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }

  private var bubblewrapped: (LaunchPlaces.Sandbox?, SandboxState) {
    found.withLock { found in
      if let bubblewrapped = found.bubblewrapped { return bubblewrapped }
      let (sandbox, state) = SandboxDiscovery(searchPath: places.environment["PATH"] ?? "/usr/bin:/bin").look()
      if state != .active {
        logger.warning("providers run without a sandbox and can read the person's files", metadata: ["reason": "\(state.rawValue)"])
      }
      found.bubblewrapped = (sandbox, state)
      return (sandbox, state)
    }
  }

  private func selfMade(by bundle: ProviderBundle) -> (LaunchPlaces.SelfMadeSandbox?, SandboxState) {
    found.withLock { found in
      if let selfMade = found.selfMade { return selfMade }
      let sandbox = SandboxDiscovery.selfMade(by: bundle.executable, environment: places.environment)
      let state: SandboxState = sandbox == nil ? .namespacesForbidden : .active
      if sandbox == nil {
        logger.warning(
          "a provider runs without a sandbox and can read the person's files",
          metadata: ["provider": "\(bundle.identifier)", "reason": "\(state.rawValue)"])
      }
      found.selfMade = (sandbox, state)
      return (sandbox, state)
    }
  }

  /// Returns the folder that this program's Swift libraries were loaded from; nil if they are linked statically.
  private static func swiftLibraries() -> String? {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return nil }
    for line in maps.split(separator: "\n") where line.hasSuffix("/libswiftCore.so") {
      guard let start = line.firstIndex(of: "/"), let end = line.lastIndex(of: "/") else { continue }
      return String(line[start..<end])
    }
    return nil
  }
}
