// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import FoundationEssentials
import Glibc
import LocalEndpoint
import Logging
import Synchronization

/// Starts providers in this session, each in a sandbox where the system has one.
final class ProviderHosting: Sendable {
  private struct Places {
    var launch: LaunchPlaces
    var state: SandboxState
  }

  private let logger: Logger
  private let runtimeFolder: String
  private let places = Mutex<Places?>(nil)

  init(runtimeFolder: String, logger: Logger) {
    self.runtimeFolder = runtimeFolder
    self.logger = logger
  }

  /// Whether providers run in a sandbox, found out at the first question.
  var sandbox: SandboxState { found.state }

  /// Starts a provider.
  func start(
    _ bundle: ProviderBundle, handler: @escaping @Sendable (ProviderEvent) async -> Void
  ) throws(BrokerError) -> any ProviderLink {
    let places = found.launch
    let folder = places.ownFolder(of: bundle)
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return try ProviderProcess.start(ProviderLaunch(bundle, places: places), of: bundle, logger: logger, handler: handler)
  }

  private var found: Places {
    places.withLock { places in
      if let places { return places }
      let found = look()
      places = found
      return found
    }
  }

  private func look() -> Places {
    let environment = ProcessInfo.processInfo.environment
    let (sandbox, state) = SandboxDiscovery(searchPath: environment["PATH"] ?? "/usr/bin:/bin").look()
    if state != .active {
      logger.warning("providers run without a sandbox and can read the person's files", metadata: ["reason": "\(state.rawValue)"])
    }
    var launch = LaunchPlaces(
      environment: environment, sandbox: sandbox, swiftLibraries: Self.swiftLibraries(), runtimeFolder: runtimeFolder,
      dataFolder: ProviderFolders.dataFolder() ?? runtimeFolder, processors: ProcessInfo.processInfo.activeProcessorCount)
    launch.limits = ProviderLimits(variable: environmentVariable)
    return Places(launch: launch, state: state)
  }

  /// The folder that this program's own Swift libraries were loaded from; nil where they are part of it.
  private static func swiftLibraries() -> String? {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return nil }
    for line in maps.split(separator: "\n") where line.hasSuffix("/libswiftCore.so") {
      guard let start = line.firstIndex(of: "/"), let end = line.lastIndex(of: "/") else { continue }
      return String(line[start..<end])
    }
    return nil
  }
}
