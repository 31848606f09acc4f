// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Logging

/// Hears from logind and UPower when the person leaves: the computer is about to sleep, the session is locked, another user's session comes to
/// the front, the lid is closed. Looks on in a thread of its own, for as long as the process runs; a bus that goes or is not there is tried again.
final class SessionWatch: Sendable {
  /// Why the vault has to close.
  enum Reason: String, Sendable {
    case sleep, lock, otherUser, lid

    /// Whether the computer runs on, so that a PIN may open the vault afterwards.
    var isBrief: Bool { self == .lock || self == .otherUser }
  }

  /// How long a bus that is not there is left alone.
  private static let pause: UInt32 = 10

  private let leave: @Sendable (Reason) async -> Void
  private let logger: Logger

  /// - Parameter leave: Closes the vault; the computer does not sleep before it returns, for as long as logind waits.
  init(logger: Logger, leave: @escaping @Sendable (Reason) async -> Void) {
    self.logger = logger
    self.leave = leave
  }

  /// Begins to look on.
  func start() {
    Thread.detach { [self] in
      while true {
        if let bus = LoginBus(uid: getuid(), hear: hear) { bus.listen() }
        sleep(Self.pause)
      }
    }
  }

  /// Waits for the vault, on the thread of the bus: what logind waits for is given back when this returns.
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

/// A thread without a pool of Swift's, since it waits for a bus all day.
private enum Thread {
  static func detach(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "passfold.session-watch").async(execute: body)
  }
}
