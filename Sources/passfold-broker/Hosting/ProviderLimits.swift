// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How much of the computer a provider's processes may use (security design, rule D3).
package struct ProviderLimits: Sendable, Hashable {
  /// Files and sockets open at once.
  package var descriptors = 64
  /// Memory for data beside the stacks of threads, in MiB.
  package var data = 256
  /// Addresses in use beside stacks, in MiB; memory that is shared between processes counts here and nowhere else.
  package var addresses = 4096
  /// Time of one process on all processors together, in seconds.
  package var processorTime = 900
  /// Size of one file, in MiB.
  package var file = 256
  /// Size of what is kept in memory like files, of each such folder, in MiB.
  package var temporaryFiles = 64
  /// Processes and threads beside one for each processor.
  package var processes = 128

  /// Memory of all processes together, in MiB, with their files in memory; where a control group bounds it (see ``ProviderScope``).
  package var memory = 768

  /// Uses the defaults.
  package init() {}

  /// Commands of a shell that set the limits, which whatever it executes keeps.
  func commands(processors: Int, countsProcesses: Bool) -> [String] {
    // As many threads as Swift and Dispatch may start, of 8 MiB each.
    let stacks = 8 * (processors + 32)
    var commands = [
      "ulimit -c 0", "ulimit -n \(descriptors)", "ulimit -d \(1024 * (data + stacks))", "ulimit -v \(1024 * (addresses + stacks))",
      "ulimit -t \(processorTime)", "ulimit -f \(2048 * file)",
    ]
    // POSIX names no option for processes: `-u` is bash's, `-p` dash's.
    if countsProcesses { commands.append("{ ulimit -u \(processes + processors) || ulimit -p \(processes + processors); } 2>/dev/null") }
    return commands
  }
}
