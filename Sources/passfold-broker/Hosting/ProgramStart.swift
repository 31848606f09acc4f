// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Glibc

/// A program to start in its own process group, with only the named descriptors.
struct ProgramStart: Sendable {
  var program: String
  var arguments: [String]
  var environment: [String: String]
  /// The data that it reads from its descriptors from ``ProviderLaunch/firstHandedDescriptor`` on.
  var handed: [[UInt8]] = []
  /// Whether it also leads its own session, without a controlling terminal.
  var beginsSession = false

  /// Creates the start of a planned launch.
  init(_ launch: ProviderLaunch) {
    self.init(program: launch.program, arguments: launch.arguments, environment: launch.environment, handed: launch.handed)
    beginsSession = launch.beginsSession
  }

  /// Creates the start of a program by its absolute path.
  init(program: String, arguments: [String], environment: [String: String], handed: [[UInt8]] = []) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.handed = handed
  }

  /// Starts the program on the thread that lives as long as this process; its standard input is empty.
  ///
  /// - Parameters:
  ///   - output: The descriptor for standard output and error; nil discards them.
  ///   - inherited: Descriptors and the numbers that they have in the program.
  /// - Returns: The process number, or nil if the system refuses.
  func spawn(output: CInt? = nil, inherited: [(descriptor: CInt, number: CInt)] = []) -> pid_t? {
    SpawningThread.shared.run { spawnHere(output: output, inherited: inherited) } ?? nil
  }

  /// Runs the program and returns its exit status; nil if it could not be started or was ended by a signal.
  func statusOfRun() -> CInt? {
    guard let process = spawn() else { return nil }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    return status & 0x7f == 0 ? (status >> 8) & 0xff : nil
  }

  /// Returns a descriptor from which these bytes are read; a socket pair, because it is close-on-exec from the start.
  private static func reader(of bytes: [UInt8]) -> CInt? {
    var pair: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0, let reading = pair.first,
      let writing = pair.last
    else { return nil }
    defer { close(writing) }
    // Less than a socket's buffer holds, so that writing does not wait for a reader.
    guard send(writing, bytes, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT)) == bytes.count else {
      close(reading)
      return nil
    }
    return reading
  }

  private func spawnHere(output: CInt?, inherited: [(descriptor: CInt, number: CInt)]) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for number in [CInt(1), 2] {
      if let output {
        posix_spawn_file_actions_adddup2(&actions, output, number)
      } else {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
      }
    }
    // Moved to high numbers first, so that none takes the number that another is about to get.
    var moved: [CInt] = []
    defer { for descriptor in moved { close(descriptor) } }
    func pass(_ descriptor: CInt, as number: CInt) -> Bool {
      let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 64)
      guard high >= 0 else { return false }
      moved.append(high)
      return posix_spawn_file_actions_adddup2(&actions, high, number) == 0
    }
    for one in inherited { guard pass(one.descriptor, as: one.number) else { return nil } }
    for (offset, bytes) in handed.enumerated() {
      guard let reading = Self.reader(of: bytes) else { return nil }
      defer { close(reading) }
      guard pass(reading, as: ProviderLaunch.firstHandedDescriptor + CInt(offset)) else { return nil }
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The daemon ignores the signals that end it, to end in an orderly way; its children must not ignore them.
    var ending = sigset_t()
    sigemptyset(&ending)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&ending, signal) }
    posix_spawnattr_setsigdefault(&attributes, &ending)
    posix_spawnattr_setpgroup(&attributes, 0)
    // A process that starts a session leads its process group, and a group leader cannot start a session.
    let group = beginsSession ? passfold_spawn_new_session : CInt(POSIX_SPAWN_SETPGROUP)
    posix_spawnattr_setflags(&attributes, Int16(CInt(POSIX_SPAWN_SETSIGDEF) | group))

    let variables = environment.map { strdup($0.key + "=" + $0.value) } + [nil]
    let words = arguments.map { strdup($0) } + [nil]
    defer { (variables + words).forEach { free($0) } }
    var process: pid_t = 0
    return posix_spawn(&process, program, &actions, &attributes, words, variables) == 0 ? process : nil
  }
}
