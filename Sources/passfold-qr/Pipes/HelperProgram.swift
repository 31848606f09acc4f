// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A program that communicates over pipes, within limits, and inherits no other descriptor.
package struct HelperProgram {
  /// The way in which it ended.
  package enum Ending: Equatable { case exited(CInt), killed(CInt) }
  /// The reason why there is no result.
  package enum Stop: Error, Equatable { case notFound, tooLarge, timedOut, failed }

  /// The path, or a name to look up in PATH.
  package let program: String
  /// Its arguments, without its own name.
  package let arguments: [String]
  /// Its complete environment as `NAME=value`; nil for this process's environment.
  package let environment: [String]?

  /// Creates a value without starting the program.
  package init(_ program: String, _ arguments: [String], environment: [String]? = nil) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// Runs the program until it ends. It is killed as soon as it exceeds a limit.
  ///
  /// - Parameters:
  ///   - input: Its standard input.
  ///   - limit: The maximum number of bytes that it may write.
  ///   - time: The time limit.
  package func run(input: UnsafeRawBufferPointer, limit: Int, time: Duration) throws(Stop) -> (output: ScratchBytes, ending: Ending) {
    let deadline = ContinuousClock.now + time
    var ends: [CInt] = [-1, -1, -1, -1]
    guard ends.withUnsafeMutableBufferPointer({ pipe($0.baseAddress) == 0 && pipe($0.baseAddress?.advanced(by: 2)) == 0 }) else {
      throw .failed
    }
    // There is only one thread, so no process is started between creating and marking the descriptors. The copies at 0 and 1 are not
    // marked.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (itsInput, ourOutput, ourInput, itsOutput) = (ends[0], ends[1], ends[2], ends[3])
    let spawned = spawn(input: itsInput, output: itsOutput)
    close(itsInput)
    close(itsOutput)
    var conversation = PipeConversation(output: ourOutput, input: ourInput)
    let process: pid_t
    do { process = try spawned.get() } catch {
      conversation.end()
      throw error
    }
    do {
      let output = try conversation.run(input: input, limit: limit, until: deadline)
      return (output, try Self.wait(for: process, until: deadline))
    } catch {
      kill(process, SIGKILL)
      _ = Self.reap(process, 0)
      throw error
    }
  }

  private func spawn(input: CInt, output: CInt) -> Result<pid_t, Stop> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    // A helper's error messages may contain its input, so they are discarded.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let names = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { $0.map { strdup($0) } + [nil] }
    defer {
      for name in names + (variables ?? []) { free(name) }
    }
    let result = posix_spawnp(&process, program, &actions, &attributes, names, variables ?? Self.ownEnvironment())
    return result == 0 ? .success(process) : .failure(result == ENOENT || result == EACCES ? .notFound : .failed)
  }

  private static func ownEnvironment() -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(variable)
      next += 1
    }
    return variables + [nil]
  }

  /// Waits for a program that has closed its output but may still take time to end.
  private static func wait(for process: pid_t, until deadline: ContinuousClock.Instant) throws(Stop) -> Ending {
    while true {
      if let ending = reap(process, WNOHANG) { return ending }
      guard ContinuousClock.now < deadline else { throw .timedOut }
      usleep(500)
    }
  }

  private static func reap(_ process: pid_t, _ options: CInt) -> Ending? {
    var status: CInt = 0
    var reaped = waitpid(process, &status, options)
    while reaped < 0, errno == EINTR { reaped = waitpid(process, &status, options) }
    if reaped == 0 { return nil }
    // A process reaped elsewhere has ended with an unknown status.
    guard reaped == process else { return .killed(0) }
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
  }
}
