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
}

/// What a launch is made of: the session as the broker finds it.
package struct LaunchPlaces: Sendable {
  /// The broker's own environment.
  package var environment: [String: String]
  /// bubblewrap's path; nil where there is no sandbox.
  package var bubblewrap: String?
  /// The folder of the Swift libraries that this installation runs on, where it is not one of the system's.
  package var swiftLibraries: String?
  /// Passfold's runtime folder.
  package var runtimeFolder: String
  /// The person's data folder, `XDG_DATA_HOME`.
  package var dataFolder: String
  /// How many processors there are.
  package var processors: Int

  /// Gathers the places.
  package init(
    environment: [String: String], bubblewrap: String?, swiftLibraries: String?, runtimeFolder: String, dataFolder: String, processors: Int
  ) {
    self.environment = environment
    self.bubblewrap = bubblewrap
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
    guard let bubblewrap = places.bubblewrap else {
      program = "/bin/sh"
      arguments = confined
      return
    }
    program = bubblewrap
    arguments =
      ["bwrap"] + SandboxMounts(bundle, places: places, environment: environment).arguments + ["--"] + ["/bin/sh"] + confined.dropFirst()
  }

  /// The provider behind a shell that sets its limits: no core, few descriptors, and memory for its own data (security design, rule D3).
  ///
  /// The built-in provider's key derivation takes more memory than others may have.
  private static func limited(_ bundle: ProviderBundle, places: LaunchPlaces) -> [String] {
    // 256 MiB beyond the stacks of as many threads as Swift and Dispatch may start.
    let kibibytes = 1024 * (256 + 8 * (places.processors + 32))
    let script =
      bundle.needs.servesSession ? #"ulimit -c 0; exec "$0""# : #"ulimit -c 0; ulimit -n 64; ulimit -d \#(kibibytes); exec "$0""#
    return ["sh", "-c", script, bundle.executable]
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
    }
    environment["PASSFOLD_PROVIDER_DESCRIPTOR"] = String(ProviderProcess.providerDescriptor)
    return environment
  }
}
