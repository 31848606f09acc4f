// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Broker
import FoundationEssentials
import Glibc

/// Checks whether a provider would get the part of the session bus that it declares, by starting the filter as the provider's start does.
package enum BusFilterTrial {
  /// Returns the reason that a provider does not get its part of the bus: `busMissing`, `busFilterMissing` or `busFilterRefused`; nil if it
  /// does.
  ///
  /// - Parameters:
  ///   - access: The provider's declarations.
  ///   - places: The session, with its bus; the filter's folder has to exist, and is only used for this trial.
  package static func finding(about access: [ProviderAccess], in places: LaunchPlaces) -> String? {
    switch places.bus {
    case .busMissing: return "busMissing"
    case .filterMissing: return "busFilterMissing"
    case .filtered(let filter):
      if let path = filter.bus.path, !isSocket(path) { return "busMissing" }
      return starts(filter, letting: access, in: places) ? nil : "busFilterRefused"
    }
  }

  /// Returns whether the filter listens where the provider would look for it.
  ///
  /// Normally the wait for the filter has no limit; here three seconds are enough.
  private static func starts(_ filter: BusFilter, letting access: [ProviderAccess], in places: LaunchPlaces) -> Bool {
    let look = ["/bin/sh", "-c", #"test -S "$0""#, filter.socket]
    var launch: ProviderLaunch
    if let sandbox = places.sandbox {
      launch = ProviderLaunch(
        program: sandbox.bubblewrap,
        arguments: ["bwrap", "--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--dev", "/dev"]
          + ProviderLaunch.filterArguments(sandbox.filters.count) + ["--"] + look, environment: places.environment, handed: sandbox.filters)
    } else {
      launch = ProviderLaunch(program: "/bin/sh", arguments: ["sh"] + look.dropFirst(), environment: places.environment)
    }
    launch.stand(behind: filter, letting: access, through: places)
    let limit = ["timeout", "-k", "1", "3", launch.program]
    return ProgramStart(
      program: "/usr/bin/timeout", arguments: limit + launch.arguments.dropFirst(), environment: launch.environment, handed: launch.handed
    ).statusOfRun() == 0
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}
