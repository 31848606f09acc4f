// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Wakes the tasks that wait for a condition, with a time limit.
@MainActor
final class Changes {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes all waiting tasks check their condition again.
  func note() {
    let waking = waiting
    waiting = []
    for continuation in waking { continuation.resume() }
  }

  /// Waits until `isTrue` returns true.
  ///
  /// - Throws: ``ProviderTestError`` `timedOut`.
  func wait(_ limit: Duration, until isTrue: () -> Bool) async throws(ProviderTestError) {
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
