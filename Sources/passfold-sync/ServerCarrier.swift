// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CCurl
import Dispatch
import Synchronization
import VaultProtocol

/// Carries tasks to servers by libcurl, one at a time over a connection that is kept.
///
/// Unchecked: the handle and what belongs to it are touched on `queue` alone.
package final class ServerCarrier: Carrier, @unchecked Sendable {
  /// A connection that was not used for so long is not used again: the computer may have slept, or changed its network.
  private static let longestIdleness = Duration.seconds(60)

  private let settings: ServerSettings
  private let now: @Sendable () -> ContinuousClock.Instant
  private let queue = DispatchQueue(label: "passfold.carrier")
  private let handle: UnsafeMutableRawPointer
  private var lastUse: ContinuousClock.Instant?

  /// Prepares for tasks; libcurl has been initialised already.
  ///
  /// - Returns: nil where libcurl gives no handle.
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

/// Says to a transfer on another thread that nobody waits for it any more.
final class EndingMark: Sendable {
  private let isSetNow = Atomic(false)

  var isSet: Bool { isSetNow.load(ordering: .relaxed) }

  func set() { isSetNow.store(true, ordering: .relaxed) }
}
