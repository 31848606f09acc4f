// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker

extension ProviderLaunch {
  /// The descriptor by which the filter says that it listens, and by whose other end it sees that the provider has ended.
  private static let tellingDescriptor = 9
  private static let hearingDescriptor = 8

  /// Puts the filter of the session's bus beside what is planned: it listens before the provider starts, and ends with it.
  ///
  /// A shell starts the filter, waits for its word and becomes what was planned before. bubblewrap holds the other end of the pipe as long as the
  /// sandbox lives (`--sync-fd`); where there is no sandbox, the provider itself does. A filter that cannot start closes the pipe as well, and
  /// the provider finds no socket: it has no bus then, and never an unfiltered one.
  mutating func stand(behind filter: BusFilter, letting access: [ProviderAccess], through places: LaunchPlaces) {
    let count = handed.count
    let first = Int(Self.firstHandedDescriptor)
    let words = [filter.program, "--fd=\(Self.tellingDescriptor)"] + filter.arguments(for: access)
    var command = words
    if let sandbox = places.sandbox {
      // It reads what the provider writes, so it is shut in as well: with the bus, its own folder and the system's programs.
      let filters = Self.filterArguments(count, from: Self.firstHandedDescriptor + CInt(count))
      command = [sandbox.bubblewrap] + Self.walls(of: filter) + filters + ["--"] + words
      handed += handed
      arguments.insert(contentsOf: ["--sync-fd", String(Self.hearingDescriptor)], at: 1)
    }
    // Neither has the other's: the conversation with the broker, above all, is the provider's alone.
    let providers = Self.closing([3] + (first..<first + count).map { $0 })
    let filters = Self.closing((first + count..<first + handed.count).map { $0 })
    let (ready, line) = (Self.quoted(filter.ready), command.map(Self.quoted).joined(separator: " "))
    let script = """
      ulimit -c 0
      if mkfifo -m 600 \(ready); then
        { ulimit -n 64; ulimit -d 262144; exec \(line) \(providers) >/dev/null; } \(Self.tellingDescriptor)>\(ready) &
        exec \(Self.hearingDescriptor)<\(ready)
        head -c 1 <&\(Self.hearingDescriptor) >/dev/null
      fi
      exec "$@" \(filters)
      """
    arguments = ["sh", "-c", script, "sh", program] + arguments.dropFirst()
    program = "/bin/sh"
  }

  private static func walls(of filter: BusFilter) -> [String] {
    var walls = ["--die-with-parent", "--new-session", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--unshare-pid"]
    if filter.bus.path != nil { walls.append("--unshare-net") }
    walls += ["--cap-drop", "ALL"] + SandboxMounts.system.flatMap { ["--ro-bind-try", $0, $0] } + ["--proc", "/proc", "--dev", "/dev"]
    if let path = filter.bus.path { walls += ["--ro-bind-try", path, path] }
    return walls + ["--bind", filter.folder, filter.folder, "--remount-ro", "/", "--chdir", "/"]
  }

  private static func closing(_ descriptors: [Int]) -> String { descriptors.map { "\($0)<&-" }.joined(separator: " ") }

  /// A word for a shell, whatever it holds.
  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
