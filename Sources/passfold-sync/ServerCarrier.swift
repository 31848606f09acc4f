// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CCurl
import Dispatch
import Synchronization
import VaultProtocol

/// Carries out tasks on servers with libcurl, one at a time over a persistent connection.
///
/// Unchecked: the handle and everything that belongs to it are used only on `queue`.
package final class ServerCarrier: Carrier, @unchecked Sendable {
  /// The maximum idle time of a connection before it is no longer used: the computer may have slept, or changed its network.
  private static let longestIdleness = Duration.seconds(60)

  private let settings: ServerSettings
  private let now: @Sendable () -> ContinuousClock.Instant
  private let queue = DispatchQueue(label: "passfold.carrier")
  private let handle: UnsafeMutableRawPointer
  private var lastUse: ContinuousClock.Instant?

  /// Creates a carrier; libcurl must be initialised.
  ///
  /// - Returns: nil if libcurl provides no handle.
  package init?(_ settings: ServerSettings, now: @escaping @Sendable () -> ContinuousClock.Instant) {
    guard let handle = curl_easy_init() else { return nil }
    self.settings = settings
    self.now = now
    self.handle = handle
  }

  deinit {
    curl_easy_cleanup(handle)
  }

  package func carry(_ task: CarriedTask) async -> CarryOutcome {
    let ending = EndingMark()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.perform(task, until: ending)) }
      }
    } onCancel: {
      ending.set()
    }
  }

  private func perform(_ task: CarriedTask, until ending: EndingMark) -> CarryOutcome {
    guard let place = ServerPlace(task.place, isDeveloper: settings.isDeveloper) else { return CarryOutcome(.other) }
    let isFresh = lastUse.map { $0.duration(to: now()) > Self.longestIdleness } ?? false
    defer { lastUse = now() }
    curl_easy_reset(handle)
    guard let transfer = ServerTransfer(task, to: place, by: settings, with: handle, until: ending, isFresh: isFresh) else {
      return CarryOutcome(.other)
    }
    return transfer.run()
  }
}

/// Tells a transfer on another thread to end because nothing waits for it any more.
final class EndingMark: Sendable {
  private let isSetNow = Atomic(false)

  var isSet: Bool { isSetNow.load(ordering: .relaxed) }

  func set() { isSetNow.store(true, ordering: .relaxed) }
}
