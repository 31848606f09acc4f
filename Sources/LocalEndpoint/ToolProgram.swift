// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program of this installation that gets its order on its standard input and answers on its standard output.
package enum ToolProgram {
  /// Starts it with nothing of this process but two descriptors; what it says on its standard error goes nowhere.
  ///
  /// Its environment says where the Swift libraries are, if that had to be said, and that a crash shows no memory: it may hold a secret.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: Those behind its name.
  /// - Returns: The number of its process, which the caller waits for; nil where the system starts none.
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
