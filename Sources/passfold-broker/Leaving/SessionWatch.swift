// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Logging

/// Watches logind and UPower for the user leaving: the computer is about to sleep, the session is locked, another user's session comes to
/// the front, the lid is closed. Runs on a separate thread as long as the process; a bus that is missing or goes away is retried.
final class SessionWatch: Sendable {
  /// The reason that the vault has to be locked.
  enum Reason: String, Sendable {
    case sleep, lock, otherUser, lid

    /// Whether the computer keeps running, so that a PIN may unlock the vault afterwards.
    var isBrief: Bool { self == .lock || self == .otherUser }
  }

  /// The time between two tries to connect to the bus, in seconds.
  private static let pause: UInt32 = 10

  private let leave: @Sendable (Reason) async -> Void
  private let logger: Logger

  /// - Parameter leave: Locks the vault; the computer does not sleep before it returns, as long as logind waits.
  init(logger: Logger, leave: @escaping @Sendable (Reason) async -> Void) {
    self.logger = logger
    self.leave = leave
  }

  /// Starts watching.
  func start() {
    Thread.detach { [self] in
      while true {
        if let bus = LoginBus(uid: getuid(), hear: hear) { bus.listen() }
        sleep(Self.pause)
      }
    }
  }

  /// Waits for the vault, on the bus's thread: the inhibitor is released when this returns.
  private func hear(_ reason: Reason) {
    logger.info("closing the vault", metadata: ["reason": "\(reason.rawValue)"])
    let isDone = DispatchSemaphore(value: 0)
    Task {
      await leave(reason)
      isDone.signal()
    }
    isDone.wait()
  }
}

/// A thread outside Swift's pool, because it waits for the bus permanently.
private enum Thread {
  static func detach(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "passfold.session-watch").async(execute: body)
  }
}
