// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Dispatch
import Glibc

/// The person's fingerprint reader: one question at a time, on a thread of its own, which ends with the task that asks.
final class FingerprintReader: Sendable {
  /// No prompt stands longer.
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

/// Wakes whoever waits for a finger.
final class FingerprintStop: Sendable {
  /// Readable once raised.
  let descriptor: Int32

  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC.rawValue) | Int32(EFD_NONBLOCK.rawValue))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  func raise() { eventfd_write(descriptor, 1) }

  var isRaised: Bool {
    var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&interest, 1, 0) > 0
  }
}
