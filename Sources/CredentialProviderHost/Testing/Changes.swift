// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Wakes those who wait for something to become true, with a limit to their patience.
@MainActor
final class Changes {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Has everybody who waits look again.
  func note() {
    let waking = waiting
    waiting = []
    for continuation in waking { continuation.resume() }
  }

  /// Waits until `isTrue`.
  ///
  /// - Throws: ``ProviderTestError`` `timedOut`.
  func wait(_ limit: Duration, until isTrue: () -> Bool) async throws {
    var isOver = false
    let alarm = Task { @MainActor in
      try await ContinuousClock().sleep(for: limit)
      isOver = true
      note()
    }
    defer { alarm.cancel() }
    while !isTrue() {
      guard !isOver else { throw ProviderTestError(.timedOut) }
      await withCheckedContinuation { waiting.append($0) }
    }
  }
}
