// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Dispatch
import Glibc

/// The user's fingerprint reader: one question at a time, on a separate thread, which ends with the task that asks.
final class FingerprintReader: Sendable {
  /// The maximum duration of a prompt.
  private static let limit = Duration.seconds(300)

  private let turns = DispatchQueue(label: "passfold.finger")

  func read(_ request: FingerRequest) async -> FingerAnswer {
    guard let stop = FingerprintStop() else { return .unavailable }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        turns.async {
          let bus = FingerprintBus(stop: stop, deadline: .now.advanced(by: Self.limit))
          continuation.resume(returning: stop.isRaised ? .unavailable : FingerprintDialogue.answer(to: request, from: bus))
        }
      }
    } onCancel: {
      stop.raise()
    }
  }
}

/// Ends the wait for a finger.
final class FingerprintStop: Sendable {
  /// Readable once raised.
  let descriptor: Int32
  private let other: Int32

  init?() {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &pair) == 0, let first = pair.first,
      let last = pair.last
    else { return nil }
    (descriptor, other) = (first, last)
  }

  deinit {
    close(descriptor)
    close(other)
  }

  func raise() { shutdown(other, CInt(SHUT_WR)) }

  var isRaised: Bool {
    var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&interest, 1, 0) > 0
  }
}
