// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker

extension ProviderLaunch {
  /// The descriptor by which the filter reports that it listens, and by whose other end it sees that the provider has ended.
  private static let tellingDescriptor = 9
  private static let hearingDescriptor = 8

  /// Adds a filter of the session bus to the planned launch: it listens before the provider starts, and ends with it.
  ///
  /// A shell starts the filter, waits for its report and executes the originally planned program. bubblewrap holds the other end of the
  /// pipe as long as the sandbox lives (`--sync-fd`); without a sandbox, the provider itself does. A filter that cannot start closes the
  /// pipe as well, and the provider finds no socket: it then has no bus, and never an unfiltered one.
  mutating func stand(behind filter: BusFilter, letting access: [ProviderAccess], through places: LaunchPlaces) {
    let count = handed.count
    let first = Int(Self.firstHandedDescriptor)
    let words = [filter.program, "--fd=\(Self.tellingDescriptor)"] + filter.arguments(for: access)
    var command = words
    if let sandbox = places.sandbox {
      // The filter reads the provider's messages, so it is sandboxed as well: with the bus, its own folder and the system's programs.
      let filters = Self.filterArguments(count, from: Self.firstHandedDescriptor + CInt(count))
      command = [sandbox.bubblewrap] + Self.walls(of: filter) + filters + ["--"] + words
      handed += handed
      arguments.insert(contentsOf: ["--sync-fd", String(Self.hearingDescriptor)], at: 1)
    }
    // Neither has the other's descriptors: in particular, only the provider has the conversation with the broker.
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

  /// Returns a word quoted for a shell, whatever it contains.
  private static func quoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
