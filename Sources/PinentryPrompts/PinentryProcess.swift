// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// A running pinentry program and the socket for its standard input and output.
///
/// One thread communicates with it through an ``AssuanChannel``. ``end()`` may be called from any thread.
final class PinentryProcess: Sendable {
  private struct State {
    var isReaped = false
    var wasEnded = false
  }

  private let process: pid_t
  /// The socket for its standard input and output.
  let socket: Int32
  private let state = Mutex(State())

  /// Starts a program, given by its path or by a name to look up in `PATH`.
  init(program: String, environment: [String: String]) throws(PassphrasePromptError) {
    var ends: [Int32] = [-1, -1]
    // A socket pair where gpg uses pipes. The program does not notice, and writing to a closed one raises no signal.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw PassphrasePromptError(.programFailed)
    }
    defer { close(ends[1]) }
    do {
      process = try Self.spawn(program, environment: environment, socket: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    socket = ends[0]
  }

  deinit { close(socket) }

  private static func spawn(_ program: String, environment: [String: String], socket: Int32) throws(PassphrasePromptError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, 0)
    posix_spawn_file_actions_adddup2(&actions, socket, 1)
    // Close all other descriptors in the child, even those not marked close-on-exec.
    for descriptor in openDescriptors() where descriptor > 2 { posix_spawn_file_actions_addclose(&actions, descriptor) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A separate session (POSIX_SPAWN_SETSID, which Glibc's module lacks), so that a prompt on the caller's terminal is not stopped as a
    // background job.
    let newSession: Int32 = 0x80
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))

    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process: pid_t = 0
    switch posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables) {
    case 0: return process
    case ENOENT, EACCES: throw PassphrasePromptError(.programNotFound)
    default: throw PassphrasePromptError(.programFailed)
    }
  }

  private static func openDescriptors() -> [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var descriptors: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let descriptor = Int32(name) { descriptors.append(descriptor) }
    }
    return descriptors
  }

  /// Ends the conversation immediately: the reading thread gets the end of the stream, the program a hang-up and SIGTERM.
  func end() {
    state.withLock { state in
      state.wasEnded = true
      guard !state.isReaped else { return }
      shutdown(socket, Int32(SHUT_RDWR))
      kill(process, SIGTERM)
    }
  }

  /// Whether ``end()`` was called.
  var wasEnded: Bool { state.withLock { $0.wasEnded } }

  /// Waits until the program has ended, and kills it if it does not end within two seconds after its socket was closed. Blocks.
  func reap() {
    shutdown(socket, Int32(SHUT_RDWR))
    for attempt in 0..<400 {
      let isGone = state.withLock { state in
        let result = waitpid(process, nil, WNOHANG)
        guard result == process || (result == -1 && errno != EINTR) else { return false }
        state.isReaped = true
        return true
      }
      if isGone { return }
      if attempt == 200 { kill(process, SIGKILL) }
      usleep(10_000)
    }
  }
}
