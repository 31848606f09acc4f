// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Glibc
import SystemCallFilter

/// Finds out by trial which sandbox this system supports.
struct SandboxDiscovery {
  /// The folders of programs, as in `PATH`.
  let searchPath: String

  /// Returns the sandbox, or the reason that there is none.
  func look() -> (LaunchPlaces.Sandbox?, SandboxState) {
    guard let bubblewrap = program("bwrap") else { return (nil, .bubblewrapMissing) }
    guard Self.works(bubblewrap) else { return (nil, .namespacesForbidden) }
    guard let filters = try? HostedProgramFilters.programs(), Self.works(bubblewrap, Self.recent, filters: filters) else {
      return (nil, .bubblewrapTooOld)
    }
    return (LaunchPlaces.Sandbox(bubblewrap: bubblewrap, filters: filters, countsProcesses: Self.countsProcesses(bubblewrap)), .active)
  }

  /// Returns the sandbox that the session's server can create for itself; nil if the system does not allow it.
  ///
  /// The trial uses the server's own program: a system may allow user namespaces to bubblewrap and not to this program.
  static func selfMade(by program: String, environment: [String: String]) -> LaunchPlaces.SelfMadeSandbox? {
    guard let filters = try? HostedProgramFilters.programs() else { return nil }
    let sandbox = LaunchPlaces.SelfMadeSandbox(filters: filters)
    let words = ["--unshare-ipc", "--unshare-uts", "--unshare-net", "--ro-bind-try", "/usr", "/usr", "--dev", "/dev", "--trial"]
    let launch = ProviderLaunch(program, shutInBy: words + recent, sandbox, environment: environment)
    return ProgramStart(launch).statusOfRun() == 0 ? sandbox : nil
  }

  /// Arguments that a bubblewrap older than 0.8 does not know.
  private static let recent = ["--size", "4096", "--tmpfs", "/tmp", "--remount-ro", "/dev"]

  private func program(_ name: String) -> String? {
    searchPath.split(separator: ":").map { $0 + "/" + name }.first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }

  /// Tries the first steps of every sandbox; this fails if user namespaces are forbidden.
  private static func works(_ bubblewrap: String, _ more: [String] = [], filters: [[UInt8]] = []) -> Bool {
    let trial =
      ["bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-pid", "--unshare-net"] + more
      + ProviderLaunch.filterArguments(filters.count) + ["/bin/sh", "-c", ":"]
    return ProgramStart(program: bubblewrap, arguments: trial, environment: [:], handed: filters).statusOfRun() == 0
  }

  /// Returns whether a process limit counts the processes of one user namespace (Linux 5.14), which is that of one sandbox unless
  /// bubblewrap is setuid.
  private static func countsProcesses(_ bubblewrap: String) -> Bool {
    var system = utsname()
    var status = stat()
    guard uname(&system) == 0, stat(bubblewrap, &status) == 0, status.st_mode & S_ISUID == 0, geteuid() != 0 else { return false }
    let release = withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let numbers = release.split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) }
    guard let major = numbers.first, let minor = numbers.last else { return false }
    return (major, minor) >= (5, 14)
  }
}
