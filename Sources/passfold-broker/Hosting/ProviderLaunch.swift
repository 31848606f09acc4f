// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Broker

/// What is executed to run a provider.
package struct ProviderLaunch: Sendable, Hashable {
  /// The program's absolute path.
  package var program: String
  /// Its arguments, the program's name first.
  package var arguments: [String]
  /// Its whole environment.
  package var environment: [String: String]
  /// What it reads from its descriptors from ``firstHandedDescriptor`` on.
  package var handed: [[UInt8]] = []

  /// The descriptor of the first of ``handed``: the one after the conversation's.
  package static let firstHandedDescriptor = ProviderProcess.providerDescriptor + 1
}

/// What a launch is made of: the session as the broker finds it.
package struct LaunchPlaces: Sendable {
  /// The broker's own environment.
  package var environment: [String: String]
  /// The sandbox; nil where there is none.
  package var sandbox: Sandbox?
  /// The folder of the Swift libraries that this installation runs on, where it is not one of the system's.
  package var swiftLibraries: String?
  /// Passfold's runtime folder.
  package var runtimeFolder: String
  /// The person's data folder, `XDG_DATA_HOME`.
  package var dataFolder: String
  /// How many processors there are.
  package var processors: Int

  /// How much of the computer a provider may use.
  package var limits = ProviderLimits()

  /// What providers are shut in with.
  package struct Sandbox: Sendable, Hashable {
    /// bubblewrap's path.
    package var bubblewrap: String
    /// The filters of system calls that it puts into force.
    package var filters: [[UInt8]]
    /// Whether the kernel counts the processes of each sandbox by themselves; where it does not, a limit would count all of the person's.
    package var countsProcesses: Bool

    /// Describes a sandbox.
    package init(bubblewrap: String, filters: [[UInt8]], countsProcesses: Bool) {
      self.bubblewrap = bubblewrap
      self.filters = filters
      self.countsProcesses = countsProcesses
    }
  }

  /// Gathers the places.
  package init(
    environment: [String: String], sandbox: Sandbox?, swiftLibraries: String?, runtimeFolder: String, dataFolder: String, processors: Int
  ) {
    self.environment = environment
    self.sandbox = sandbox
    self.swiftLibraries = swiftLibraries
    self.runtimeFolder = runtimeFolder
    self.dataFolder = dataFolder
    self.processors = processors
  }

  /// The folder that a provider keeps its data in: its own, which is its home too; the session's server shares Passfold's.
  package func ownFolder(of bundle: ProviderBundle) -> String {
    bundle.needs.servesSession ? dataFolder + "/passfold" : dataFolder + "/passfold/provider-data/" + bundle.identifier
  }
}

extension ProviderLaunch {
  /// Plans the start of a provider.
  package init(_ bundle: ProviderBundle, places: LaunchPlaces) {
    environment = Self.environment(for: bundle, places: places)
    let confined = Self.limited(bundle, places: places)
    guard let sandbox = places.sandbox else {
      program = "/bin/sh"
      arguments = confined
      return
    }
    program = sandbox.bubblewrap
    handed = sandbox.filters
    arguments =
      ["bwrap"] + SandboxMounts(bundle, places: places, environment: environment).arguments + Self.filterArguments(handed.count)
      + ["--", "/bin/sh"] + confined.dropFirst()
  }

  /// Tells bubblewrap from which descriptors it reads so many filters.
  static func filterArguments(_ count: Int) -> [String] {
    (0..<count).flatMap { ["--add-seccomp-fd", String(Int(firstHandedDescriptor) + $0)] }
  }

  /// The provider behind a shell that sets its limits.
  private static func limited(_ bundle: ProviderBundle, places: LaunchPlaces) -> [String] {
    // The built-in provider's key derivation takes more memory than others may have, and what it writes is ours.
    let limits =
      bundle.needs.servesSession
      ? ["ulimit -c 0"]
      : places.limits.commands(processors: places.processors, countsProcesses: places.sandbox?.countsProcesses ?? false)
    return ["sh", "-c", (limits + [#"exec "$0""#]).joined(separator: "; "), bundle.executable]
  }

  private static func environment(for bundle: ProviderBundle, places: LaunchPlaces) -> [String: String] {
    var environment = places.environment
    if !bundle.needs.servesSession {
      var names: Set<String> = ["PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "NO_COLOR"]
      if bundle.needs.passphrasePrompt {
        names.formUnion([
          "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "TERM", "PASSFOLD_PINENTRY", "PASSFOLD_PINENTRY_PATHS",
        ])
      }
      environment = environment.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") }
      // Its own folder is its home, sandboxed or not, so that it finds its files in the same place.
      environment["HOME"] = places.ownFolder(of: bundle)
      // Foundation asks the account's entry before it asks for HOME, and the home named there is not in the sandbox.
      environment["CFFIXED_USER_HOME"] = places.ownFolder(of: bundle)
    }
    environment["PASSFOLD_PROVIDER_DESCRIPTOR"] = String(ProviderProcess.providerDescriptor)
    return environment
  }
}
