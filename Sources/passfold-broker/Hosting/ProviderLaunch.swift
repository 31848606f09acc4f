// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Broker
import LocalFiles

/// The command that runs a provider.
package struct ProviderLaunch: Sendable, Hashable {
  /// The program's absolute path.
  package var program: String
  /// Its arguments, the program's name first.
  package var arguments: [String]
  /// Its complete environment.
  package var environment: [String: String]
  /// The data that it reads from its descriptors from ``firstHandedDescriptor`` on.
  package var handed: [[UInt8]] = []
  /// Whether it starts its own session, without a controlling terminal.
  package var beginsSession = false

  /// The descriptor of the first of ``handed``, after the conversation's descriptor.
  package static let firstHandedDescriptor = ProviderProcess.providerDescriptor + 1
}

/// The inputs of a launch: the session as the broker finds it.
package struct LaunchPlaces: Sendable {
  /// The broker's own environment.
  package var environment: [String: String]
  /// The sandbox; nil if there is none.
  package var sandbox: Sandbox?
  /// The sandbox that the session's server creates for itself; nil if it cannot.
  package var selfMadeSandbox: SelfMadeSandbox?
  /// The folder of the Swift libraries that this installation uses, if it is not one of the system's.
  package var swiftLibraries: String?
  /// The folder of this installation's translations, for its own vault.
  package var localeFolder: String?
  /// Passfold's runtime folder.
  package var runtimeFolder: String
  /// The user's data folder, `XDG_DATA_HOME`.
  package var dataFolder: String
  /// The number of processors.
  package var processors: Int
  /// The session bus, for a provider that declares access to a program on it.
  package var bus = SessionBus.busMissing

  /// The resource limits of a provider.
  package var limits = ProviderLimits()

  /// The sandbox of providers.
  package struct Sandbox: Sendable, Hashable {
    /// bubblewrap's path.
    package var bubblewrap: String
    /// The system call filters that it applies.
    package var filters: [[UInt8]]
    /// Whether the kernel counts the processes of each sandbox separately; otherwise a limit would count all processes of the user.
    package var countsProcesses: Bool

    /// Creates a description of a sandbox.
    package init(bubblewrap: String, filters: [[UInt8]], countsProcesses: Bool) {
      self.bubblewrap = bubblewrap
      self.filters = filters
      self.countsProcesses = countsProcesses
    }
  }

  /// The sandbox that the session's server creates for itself.
  ///
  /// The kernel lets the creator of a user namespace inspect every process that was executed in it, and the creator would be any program of
  /// the user's. So this server is executed outside and enters the sandbox itself (docs/decisions/0021).
  package struct SelfMadeSandbox: Sendable, Hashable {
    /// The system call filters that it applies.
    package var filters: [[UInt8]]

    /// Creates a description of a sandbox.
    package init(filters: [[UInt8]]) {
      self.filters = filters
    }
  }

  /// Creates the places from their parts.
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

  /// The session in which declared places are, and Passfold's own folders, which are closed to every provider.
  package var surroundings: AccessSurroundings {
    let environment = environment
    let configuration = BaseDirectory.configuration.path { environment[$0] }
    let own = [runtimeFolder, dataFolder + "/passfold"] + [configuration].compactMap { $0.map { $0 + "/passfold" } }
    return AccessSurroundings(variable: { environment[$0] }, own: own)
  }

  /// Returns the folder in which a provider stores its data. It has its own, which is also its home; the session's server uses Passfold's.
  package func ownFolder(of bundle: ProviderBundle) -> String {
    bundle.needs.servesSession ? dataFolder + "/passfold" : dataFolder + "/passfold/provider-data/" + bundle.identifier
  }
}

extension ProviderLaunch {
  /// The descriptor at which a waiting start is told to continue; nil if too much data is handed over for a shell to name the descriptor.
  package var gate: CInt? {
    let number = Self.firstHandedDescriptor + CInt(handed.count)
    return number <= 9 ? number : nil
  }

  /// Returns the same start behind a shell that waits for a line at a descriptor, and exits if the descriptor closes without one.
  package func waiting(at gate: CInt) -> ProviderLaunch {
    var launch = self
    launch.program = "/bin/sh"
    launch.arguments =
      ["sh", "-c", #"read -r go <&\#(gate) || exit 1; exec \#(gate)<&-; exec "$0" "$@""#, program] + arguments.dropFirst()
    return launch
  }

  /// Plans the start of a provider.
  package init(_ bundle: ProviderBundle, places: LaunchPlaces) {
    let environment = Self.environment(for: bundle, places: places)
    let walls = SandboxMounts(bundle, places: places, environment: environment).arguments
    let limited = Self.limited(bundle, places: places)
    if bundle.needs.servesSession {
      if let sandbox = places.selfMadeSandbox {
        self.init(bundle.executable, shutInBy: walls, sandbox, environment: environment)
      } else {
        self.init(program: "/bin/sh", arguments: limited, environment: environment)
      }
    } else if let sandbox = places.sandbox {
      self.init(
        program: sandbox.bubblewrap,
        arguments: ["bwrap"] + walls + Self.filterArguments(sandbox.filters.count) + ["--", "/bin/sh"] + limited.dropFirst(),
        environment: environment, handed: sandbox.filters)
    } else {
      self.init(program: "/bin/sh", arguments: limited, environment: environment)
    }
    if bundle.reachesBus, case .filtered(let filter) = places.bus { stand(behind: filter, letting: bundle.access, through: places) }
  }

  /// Plans the start of a program that sandboxes itself, by the arguments that bubblewrap would get.
  init(_ program: String, shutInBy walls: [String], _ sandbox: LaunchPlaces.SelfMadeSandbox, environment: [String: String]) {
    let plan = walls + Self.filterArguments(sandbox.filters.count, from: Self.firstHandedDescriptor + 1)
    self.init(
      program: program, arguments: [program],
      environment: environment.merging(["PASSFOLD_SANDBOX_DESCRIPTOR": String(Self.firstHandedDescriptor)]) { $1 },
      handed: [plan.flatMap { Array($0.utf8) + [0] }] + sandbox.filters, beginsSession: true)
  }

  /// Returns the arguments that name the descriptors from which so many filters are read.
  static func filterArguments(_ count: Int, from first: CInt = firstHandedDescriptor) -> [String] {
    (0..<count).flatMap { ["--add-seccomp-fd", String(Int(first) + $0)] }
  }

  /// Returns the command of the provider behind a shell that sets its limits.
  private static func limited(_ bundle: ProviderBundle, places: LaunchPlaces) -> [String] {
    // The built-in provider's key derivation needs more memory than others may have, and its files are Passfold's own.
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
      // Its own folder is its home, with or without a sandbox, so that it finds its files in the same place.
      environment["HOME"] = places.ownFolder(of: bundle)
      // Foundation uses the account's home before HOME, and that home is not in the sandbox.
      environment["CFFIXED_USER_HOME"] = places.ownFolder(of: bundle)
      // The last line that a program writes tells the user why it ended; a backtrace would hide it.
      environment["SWIFT_BACKTRACE"] = "enable=no"
    }
    environment.merge(AccessMounts.variables(of: bundle, session: places.environment, bus: places.bus)) { own, _ in own }
    environment["PASSFOLD_PROVIDER_DESCRIPTOR"] = String(ProviderProcess.providerDescriptor)
    return environment
  }
}
