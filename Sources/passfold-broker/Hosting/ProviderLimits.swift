// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The resource limits of a provider's processes (security design, rule D3).
package struct ProviderLimits: Sendable, Hashable {
  /// The number of open files and sockets.
  package var descriptors = 64
  /// The memory for data besides the stacks of threads, in MiB.
  package var data = 256
  /// The address space besides stacks, in MiB; memory that is shared between processes only counts here.
  package var addresses = 4096
  /// The time of one process on all processors together, in seconds.
  package var processorTime = 900
  /// The size of one file, in MiB.
  package var file = 256
  /// The size of each file system in memory, in MiB.
  package var temporaryFiles = 64
  /// The number of processes and threads besides one for each processor.
  package var processes = 128

  /// The memory of all processes together, in MiB, including their files in memory; applies if a control group limits it (see
  /// ``ProviderScope``).
  package var memory = 768

  /// Creates the default limits.
  package init() {}

  /// Returns the shell commands that set the limits, which executed programs keep.
  func commands(processors: Int, countsProcesses: Bool) -> [String] {
    // The maximum number of threads that Swift and Dispatch start, of 8 MiB each.
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
