// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program of this installation that reads its task from standard input and writes the result to standard output.
package enum ToolProgram {
  /// Starts the program with only two of this process's descriptors. Its standard error is discarded.
  ///
  /// Its environment contains the location of the Swift libraries, if set, and disables backtraces: a crash must not show memory that may
  /// hold a secret.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: The arguments after its name.
  /// - Returns: The number of its process, for which the caller must wait; nil if it could not be started.
  package static func start(_ program: String, _ arguments: [String], input: CInt, output: CInt) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let variables = ["SWIFT_BACKTRACE=enable=no"] + (environmentVariable("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH=" + $0] } ?? [])
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let surroundings = variables.map { strdup($0) } + [nil]
    defer { (words + surroundings).forEach { free($0) } }
    var process: pid_t = 0
    return posix_spawn(&process, program, &actions, nil, words, surroundings) == 0 ? process : nil
  }
}
