// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program that a test starts and ends. Foundation's `Process` waits on the thread's run loop, which a test on the main actor blocks.
struct ChildProgram {
  private let number: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - input: The file that it reads; nothing unless said.
  ///   - output: The descriptor that it writes to; thrown away unless said.
  init?(_ words: [String], environment: [String: String], input: String = "/dev/null", output: CInt? = nil) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0.key + "=" + $0.value) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var number: pid_t = 0
    guard let program = words.first, posix_spawn(&number, program, &actions, nil, arguments, variables) == 0 else { return nil }
    self.number = number
  }

  /// Waits for the program to end and returns the exit status, or nil if a signal ended it.
  func wait() -> CInt? {
    var status: CInt = 0
    while waitpid(number, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    return status & 0x7f == 0 ? status >> 8 & 0xff : nil
  }

  /// Kills the program.
  func end() {
    kill(number, SIGKILL)
    _ = wait()
  }
}
