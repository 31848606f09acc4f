// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Broker
import FoundationEssentials
import Glibc

/// Whether a provider would get the part of the session's bus that it declares, found out by starting the filter as the provider's start does.
package enum BusFilterTrial {
  /// What keeps a provider from its part of the bus: `busMissing`, `busFilterMissing` or `busFilterRefused`; nil where nothing does.
  ///
  /// - Parameters:
  ///   - access: What the provider declares.
  ///   - places: The session, with its bus; the filter's folder has to be there, and is for this trial alone.
  package static func finding(about access: [ProviderAccess], in places: LaunchPlaces) -> String? {
    switch places.bus {
    case .busMissing: return "busMissing"
    case .filterMissing: return "busFilterMissing"
    case .filtered(let filter):
      if let path = filter.bus.path, !isSocket(path) { return "busMissing" }
      return starts(filter, letting: access, in: places) ? nil : "busFilterRefused"
    }
  }

  /// Whether the filter listens where the provider would look for it.
  ///
  /// What waits for the filter has no limit of its own, and here nobody waits with it: three seconds are enough.
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
