// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SecretMemory

/// Another program, run to its end over pipes: its arguments are public, what goes in and comes out may be secret.
package struct ProgramRun: Sendable {
  /// Why there is no outcome.
  package enum Failure: Error, Equatable {
    /// There is no such program.
    case missing
    /// It could not be started, or did not end in time.
    case failed
  }

  /// How the program ended.
  package struct Outcome: Sendable {
    /// The exit status; nil when a signal ended it.
    package let status: Int32?
    /// What it wrote, as far as the limit; nil when more came, for which it was ended.
    package let output: SharedSecret?
    /// What it wrote to standard error, if that was wanted.
    package let report: SharedSecret?
  }

  /// The program's path, or a name that is looked for in `PATH`.
  package let program: String
  /// What stands behind its name.
  package var arguments: [String]
  /// The program's standard input; nil is none.
  package var input: SharedSecret?
  /// A descriptor of this process that becomes the program's standard input instead of a pipe.
  package var inputDescriptor: Int32?
  /// The most bytes taken from standard output; 0 lets the program write into nothing.
  let outputLimit: Int
  /// The most bytes taken from standard error, which must fit into a pipe; 0 lets the program write into nothing.
  let reportLimit: Int
  /// Seconds after which the program is killed; nil waits.
  let timeLimit: Double?

  /// Describes a run, of which nothing begins yet.
  ///
  /// - Parameters:
  ///   - program: Its path, or a name that is looked for in `PATH`.
  ///   - inputDescriptor: A descriptor that becomes its standard input; it stays open here.
  ///   - outputLimit: The most bytes taken from its standard output; 0 lets it write into nothing.
  ///   - reportLimit: The same for its standard error, which must fit into a pipe.
  ///   - timeLimit: Seconds after which it is killed; nil waits.
  package init(
    program: String, arguments: [String] = [], input: SharedSecret? = nil, inputDescriptor: Int32? = nil, outputLimit: Int = 0,
    reportLimit: Int = 0, timeLimit: Double? = 10
  ) {
    (self.program, self.arguments, self.input, self.inputDescriptor) = (program, arguments, input, inputDescriptor)
    (self.outputLimit, self.reportLimit, self.timeLimit) = (outputLimit, reportLimit, timeLimit)
  }

  /// Runs it to its end.
  package func run() throws(Failure) -> Outcome {
    // A program that hangs up early must not end this one.
    signal(SIGPIPE, SIG_IGN)
    guard var inward = input == nil ? PipeEnds() : PipeEnds.make(), var outward = outputLimit == 0 ? PipeEnds() : PipeEnds.make(),
      var reporting = reportLimit == 0 ? PipeEnds() : PipeEnds.make()
    else {
      throw .failed
    }
    defer {
      inward.closeWriting()
      outward.closeReading()
      reporting.closeReading()
    }
    let process = spawn(
      standardInput: inputDescriptor ?? inward.reading, standardOutput: outward.writing, standardError: reporting.writing)
    inward.closeReading()
    outward.closeWriting()
    reporting.closeWriting()
    guard let process else { throw .missing }
    let deadline = timeLimit.map { ContinuousClock.now + .seconds($0) }
    let isFed = input.map { feed($0, to: inward.writing, until: deadline) } ?? true
    inward.closeWriting()
    let output = outputLimit > 0 ? collect(from: outward.reading, limit: outputLimit, until: deadline) : .some(nil)
    // Nobody hears the rest of what is too much, and the program would wait for that.
    if outputLimit > 0, case .some(nil) = output { kill(process, SIGKILL) }
    let report = reportLimit > 0 ? collect(from: reporting.reading, limit: reportLimit, until: deadline) : .some(nil)
    guard isFed, let output, let report, let status = wait(for: process, until: deadline) else {
      kill(process, SIGKILL)
      var ignored: Int32 = 0
      waitpid(process, &ignored, 0)
      throw .failed
    }
    // The shell's statuses: 127 is what the C library's spawn reports where it cannot say so earlier.
    let exit = status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    guard exit != 127 else { throw .missing }
    return Outcome(status: exit, output: output, report: report)
  }

  private func spawn(standardInput: Int32, standardOutput: Int32, standardError: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if standardInput >= 0 {
      posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if standardOutput >= 0 {
      posix_spawn_file_actions_adddup2(&actions, standardOutput, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    if standardError >= 0 {
      posix_spawn_file_actions_adddup2(&actions, standardError, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSIGDEF: signals that are ignored here are not ignored there.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGTSTP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, 0x04)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    return posix_spawnp(&process, program, &actions, &attributes, &words, environ) == 0 ? process : nil
  }

  /// Writes all of the input as the program takes it; false when time runs out. One that reads no further wants no more of it.
  private func feed(_ input: SharedSecret, to descriptor: Int32, until deadline: ContinuousClock.Instant?) -> Bool {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return input.withBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let ready = Glibc.poll(&poll, 1, Self.milliseconds(until: deadline))
        if ready < 0 && errno == EINTR { continue }
        guard ready > 0 else { return false }
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
        guard count > 0 else { return true }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    deadline.map { Int32(max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1)) } ?? -1
  }

  /// What comes until the other end closes; nil when time runs out, and `.some(nil)` when there is too much.
  private func collect(from descriptor: Int32, limit: Int, until deadline: ContinuousClock.Instant?) -> SharedSecret?? {
    var buffer = SecretBytes(byteCount: limit + 1)
    var filled = 0
    while filled <= limit {
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = Glibc.poll(&poll, 1, Self.milliseconds(until: deadline))
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let offset = filled
      let count = buffer.withMutableBytes { bytes in read(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return .some(buffer.withBytes { SharedSecret(copying: $0.prefix(filled)) }) }
      filled += count
    }
    return .some(nil)
  }

  private func wait(for process: pid_t, until deadline: ContinuousClock.Instant?) -> Int32? {
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, deadline == nil ? 0 : WNOHANG)
      if ended == process { return status }
      if ended < 0 && errno != EINTR { return nil }
      if let deadline, ContinuousClock.now > deadline { return nil }
      if ended == 0 { usleep(2_000) }
    }
  }
}
