// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
package import Logging
import Synchronization

/// Keeps `passfold-sync` running while there is anything to synchronise: a child of this process, held by a socket that closes with it.
package final class CarrierProcess: Sendable {
  /// The pauses before a restart: the first, and the longest.
  private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(300))
  /// The running time after which a process no longer counts as failed at its start.
  private static let healthyTime = Duration.seconds(60)
  /// The descriptor of the process's end of the socket.
  private static let leashDescriptor: CInt = 3
  /// The variables of this session that it inherits: the place of the vault's door, the proxies, and developers' settings.
  private static let variables: Set = [
    "LD_LIBRARY_PATH", "XDG_RUNTIME_DIR", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    "PASSFOLD_SYNC_DEVELOPER", "PASSFOLD_SYNC_AUTHORITY",
  ]

  private struct State {
    var isWanted = false
    /// The task that keeps the process running; started each time that it is wanted, when the previous task has ended.
    var keeping: Task<Void, Never>?
    var child: ChildProcess?
  }

  private let start: ProgramStart?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let wait: @Sendable (Duration) async throws -> Void
  private let logger: Logger
  private let state = Mutex(State())

  /// Prepares to run a program; nothing runs until it is wanted.
  ///
  /// - Parameters:
  ///   - program: The path of `passfold-sync`; nil if this installation has none.
  ///   - environment: The environment of this process, of which it inherits what it needs.
  package init(
    program: String?, environment: [String: String], now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0, clock: .continuous) }, logger: Logger
  ) {
    var environment = environment.filter { Self.variables.contains($0.key) }
    // A crash must not show its memory in a report.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    start = program.map { ProgramStart(program: $0, arguments: [$0], environment: environment) }
    self.now = now
    self.wait = wait
    self.logger = logger
  }

  /// Starts the process and keeps it running, or ends it.
  package func want(_ isWanted: Bool) {
    state.withLock { state in
      guard isWanted != state.isWanted else { return }
      state.isWanted = isWanted
      let last = state.keeping
      if isWanted {
        state.keeping = Task {
          await last?.value
          await keep()
        }
      } else {
        last?.cancel()
        // It needs no orderly end: anything that it did not tell the vault has not happened.
        state.child?.kill()
      }
    }
  }

  private func keep() async {
    guard let start else { return logger.error("there is no passfold-sync in this installation; nothing is carried") }
    var pause = Self.pauses.first
    while !Task.isCancelled {
      let began = now()
      if let (number, leash) = Self.spawn(start) {
        let child = ChildProcess(number)
        state.withLock { $0.child = child }
        if Task.isCancelled { child.kill() }
        let status = await child.reap()
        state.withLock { $0.child = nil }
        close(leash)
        if Task.isCancelled { return }
        logger.warning("the carrier ended", metadata: ["status": "\(status >> 8 & 0xFF)", "signal": "\(status & 0x7F)"])
      } else {
        logger.error("the carrier did not start")
      }
      if began.duration(to: now()) >= Self.healthyTime { pause = Self.pauses.first }
      do { try await wait(pause) } catch { return }
      pause = min(pause * 2, Self.pauses.longest)
    }
  }

  /// Starts the program with one end of a socket; returns nil if the system refuses.
  private static func spawn(_ start: ProgramStart) -> (process: pid_t, leash: CInt)? {
    var pair: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0, let ours = pair.first,
      let theirs = pair.last
    else { return nil }
    defer { close(theirs) }
    guard let process = start.spawn(inherited: [(theirs, leashDescriptor)]) else {
      close(ours)
      return nil
    }
    return (process, ours)
  }
}
