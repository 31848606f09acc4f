// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FetchProtocol
import Glibc
import LocalEndpoint

/// A process that fetches one document: what strangers serve is heard there and not here.
struct FetchProcess: Sendable {
  /// What a process may take beyond its own limit before it is ended, in milliseconds.
  private static let grace = 1000

  /// The path of `passfold-fetch`; nil where this installation has none.
  let program: String?

  /// Runs a process for a request, off the concurrency pool.
  ///
  /// - Throws: what the process names, or `fetcherFailed` when it says nothing sensible.
  func fetch(_ request: FetchRequest) async throws(FetchFailure) -> FetchAnswer {
    guard let program, let encoded = request.encoded else { throw .fetcherFailed }
    let outcome: FetchOutcome = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: Self.outcome(of: program, encoded, request) ?? .failure(.fetcherFailed))
      }
    }
    switch outcome {
    case .answer(let answer): return answer
    case .failure(let failure): throw failure
    }
  }

  private static func outcome(of program: String, _ encoded: [UInt8], _ request: FetchRequest) -> FetchOutcome? {
    var pair: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0, let ours = pair.first,
      let theirs = pair.last
    else { return nil }
    defer { close(ours) }
    let process = spawn(program, descriptor: theirs)
    close(theirs)
    guard let process else { return nil }
    defer {
      kill(process, SIGKILL)
      var status: CInt = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    // Less than a socket holds, so that writing does not wait for a reader.
    guard send(ours, encoded, encoded.count, CInt(MSG_NOSIGNAL)) == encoded.count, shutdown(ours, CInt(SHUT_WR)) == 0 else {
      return nil
    }
    let limit = FetchOutcome.maximumHeadByteCount + request.maximumByteCount
    return read(ours, limit: limit, until: .now + .milliseconds(request.milliseconds + grace)).flatMap(FetchOutcome.init(parsing:))
  }

  private static func read(_ descriptor: CInt, limit: Int, until deadline: ContinuousClock.Instant) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let left = ContinuousClock.now.duration(to: deadline)
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > .zero, poll(&entry, 1, CInt(left / .milliseconds(1)) + 1) != 0 else { return nil }
      let part = [UInt8](unsafeUninitializedCapacity: 16 * 1024) { buffer, count in
        count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT)))
      }
      if part.isEmpty {
        if entry.revents == 0 { continue }
        return bytes
      }
      bytes += part
    }
    return nil
  }

  private static func spawn(_ program: String, descriptor: CInt) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, descriptor, 0)
    posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // It needs nothing of this environment but where the Swift libraries are, if that had to be said.
    let variables = (environmentVariable("LD_LIBRARY_PATH").map { [strdup("LD_LIBRARY_PATH=" + $0)] } ?? []) + [nil]
    let arguments = [strdup(program), nil]
    defer { (variables + arguments).forEach { free($0) } }
    var process: pid_t = 0
    return posix_spawn(&process, program, &actions, nil, arguments, variables) == 0 ? process : nil
  }
}
