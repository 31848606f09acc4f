// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import SecretMemory

/// Another program, run over pipes until it ends. Its arguments are public; its input and output may be secret.
package struct ProgramRun: Sendable {
  /// The reason why there is no outcome.
  package enum Failure: Error, Equatable {
    /// The program does not exist.
    case missing
    /// The program could not be started, or did not end in time.
    case failed
  }

  /// The result of the run.
  package struct Outcome: Sendable {
    /// The exit status; nil if a signal ended it.
    package let status: Int32?
    /// The output, up to the limit; nil if there was more, in which case the program was ended.
    package let output: SharedSecret?
    /// The program's standard error, if requested.
    package let report: SharedSecret?
  }

  /// The program's path, or a name to look up in `PATH`.
  package let program: String
  /// The arguments after the program's name.
  package var arguments: [String]
  /// The program's standard input; nil for none.
  package var input: SharedSecret?
  /// A descriptor of this process to use as the program's standard input instead of a pipe.
  package var inputDescriptor: Int32?
  /// The maximum number of bytes read from standard output; 0 discards the output.
  let outputLimit: Int
  /// The maximum number of bytes read from standard error, which must fit into a pipe; 0 discards it.
  let reportLimit: Int
  /// The time after which the program is killed, in seconds; nil for no limit.
  let timeLimit: Double?

  /// Creates a run. Nothing is started yet.
  ///
  /// - Parameters:
  ///   - program: Its path, or a name to look up in `PATH`.
  ///   - inputDescriptor: A descriptor to use as its standard input. It remains open here.
  ///   - outputLimit: The maximum number of bytes read from its standard output; 0 discards the output.
  ///   - reportLimit: The same for its standard error, which must fit into a pipe.
  ///   - timeLimit: The time after which it is killed, in seconds; nil for no limit.
  package init(
    program: String, arguments: [String] = [], input: SharedSecret? = nil, inputDescriptor: Int32? = nil, outputLimit: Int = 0,
    reportLimit: Int = 0, timeLimit: Double? = 10
  ) {
    (self.program, self.arguments, self.input, self.inputDescriptor) = (program, arguments, input, inputDescriptor)
    (self.outputLimit, self.reportLimit, self.timeLimit) = (outputLimit, reportLimit, timeLimit)
  }

  /// Runs the program until it ends.
  package func run() throws(Failure) -> Outcome {
    // A program that closes its input early must not end this process.
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
    // Nothing reads the excess, and the program would wait for that.
    if outputLimit > 0, case .some(nil) = output { kill(process, SIGKILL) }
    let report = reportLimit > 0 ? collect(from: reporting.reading, limit: reportLimit, until: deadline) : .some(nil)
    guard isFed, let output, let report, let status = wait(for: process, until: deadline) else {
      kill(process, SIGKILL)
      var ignored: Int32 = 0
      waitpid(process, &ignored, 0)
      throw .failed
    }
    // As in the shell, 127 means that the program was not found; the C library's spawn reports it when it cannot do so earlier.
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
    // POSIX_SPAWN_SETSIGDEF: signals ignored here are not ignored in the child.
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

  /// Writes all of the input as the program reads it. Returns false on timeout. A program that stops reading does not want the rest.
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

  /// Reads until the other end closes. Returns nil on timeout, and `.some(nil)` if there is too much data.
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
