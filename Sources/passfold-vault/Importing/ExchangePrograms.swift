// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import Dispatch
import Glibc
import LocalEndpoint
package import SecretMemory

/// The programs that read and write files of other programs, away from the vault: such files come from strangers.
package struct ExchangePrograms: Sendable {
  /// Why a program gave no answer.
  package struct Failure: Error {
    /// There is nothing to say of it: what such a program prints goes nowhere.
    package init() {}
  }

  /// Runs `passfold-import` or `passfold-export` with an order; returns its answer.
  package var run: @Sendable (_ program: String, _ order: CarriageWriter) async throws(Failure) -> SharedSecret

  /// Takes the way of running them from outside.
  package init(run: @escaping @Sendable (String, CarriageWriter) async throws(Failure) -> SharedSecret) { self.run = run }

  /// The programs beside the vault's own.
  package static let installed = running { Installation().vaultHelper(named: $0) }

  /// Programs by their paths. One that has not answered within the patience is ended, and so is one whose caller's task is cancelled.
  ///
  /// - Parameters:
  ///   - patience: 10 minutes for the whole run, for files whose keys are derived slowly.
  ///   - path: Where a program is; nil where there is none.
  package static func running(patience: Duration = .seconds(600), _ path: @escaping @Sendable (String) -> String?) -> ExchangePrograms {
    ExchangePrograms { name, order throws(Failure) in
      guard let path = path(name), let conversation = ExchangeConversation(path: path, patience: patience) else { throw Failure() }
      let answer = await withTaskCancellationHandler {
        await withCheckedContinuation { (continuation: CheckedContinuation<SharedSecret?, Never>) in
          // Blocks: no thread that others wait for.
          DispatchQueue(label: "passfold.exchange").async { continuation.resume(returning: conversation.answer(to: order)) }
        }
      } onCancel: {
        conversation.end()
      }
      guard let answer else { throw Failure() }
      return answer
    }
  }
}

/// One run of such a program: it gets its order whole, and gives its answer whole (``CarriageFrame``).
private final class ExchangeConversation: Sendable {
  private let deadline: ContinuousClock.Instant
  private let process: pid_t
  private let socket: CInt

  init?(path: String, patience: Duration) {
    deadline = ContinuousClock.now.advanced(by: patience)
    var ends: [CInt] = [-1, -1]
    // A socket pair where a shell uses pipes: writing to a program that has gone raises no signal.
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    // Without Swift's crash report, which shows memory.
    var variables: [UnsafeMutablePointer<CChar>?] = [strdup("SWIFT_BACKTRACE=enable=no"), nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var process: pid_t = 0
    let status = posix_spawn(&process, path, &actions, &attributes, &arguments, &variables)
    close(ends[1])
    guard status == 0 else {
      close(ends[0])
      return nil
    }
    self.process = process
    socket = ends[0]
  }

  deinit {
    close(socket)
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// Ends the program; whoever waits for its answer gets none.
  func end() {
    kill(process, SIGKILL)
    shutdown(socket, CInt(SHUT_RDWR))
  }

  /// The program's answer; nil where it ended without one, took too long, or said too much.
  func answer(to order: CarriageWriter) -> SharedSecret? {
    guard order.withFrame(send), shutdown(socket, CInt(SHUT_WR)) == 0, let head = received(CarriageFrame.headByteCount),
      let count = head.withBytes(CarriageFrame.byteCount)
    else { return nil }
    return received(count)
  }

  /// So many bytes; nil where the program ends before that, or the time is over.
  private func received(_ count: Int) -> SharedSecret? {
    var buffer = SecretBytes(byteCount: count)
    var filled = 0
    while filled < count {
      guard isReady(for: POLLIN) else { return nil }
      let offset = filled
      let got = buffer.withMutableBytes { recv(socket, $0.baseAddress.map { $0 + offset }, count - offset, 0) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      filled += got
    }
    return SharedSecret(buffer)
  }

  private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A program that reads nothing must hold up nobody.
      guard isReady(for: POLLOUT) else { return false }
      let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
      let count = Glibc.send(socket, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, flags)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits for the socket; false when the time for the whole run is over.
  private func isReady(for events: CInt) -> Bool {
    while true {
      let left = deadline - ContinuousClock.now
      guard left > .zero else { return false }
      var wait = pollfd(fd: socket, events: Int16(events), revents: 0)
      let ready = poll(&wait, 1, CInt(clamping: Int(left / .milliseconds(1)) + 1))
      if ready < 0, errno == EINTR { continue }
      if ready != 0 { return ready > 0 }
    }
  }
}
