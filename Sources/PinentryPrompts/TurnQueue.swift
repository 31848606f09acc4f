// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets one task at a time proceed, in order of arrival. A cancelled task leaves the queue.
package final class TurnQueue: Sendable {
  private struct State {
    var isTaken = false
    var nextNumber = 0
    var waiting: [(number: Int, turn: CheckedContinuation<Bool, Never>)] = []
    // Numbers that were assigned but are not waiting yet, and those among them whose task was cancelled in the meantime.
    var arriving: Set<Int> = []
    var canceled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Creates a queue with a free turn.
  package init() {}

  /// Waits for the turn. Returns false if the task was cancelled first. After a successful call, call ``pass()``.
  package func take() async -> Bool {
    guard !Task.isCancelled else { return false }
    let number = state.withLock { state -> Int? in
      if !state.isTaken {
        state.isTaken = true
        return nil
      }
      state.nextNumber += 1
      state.arriving.insert(state.nextNumber)
      return state.nextNumber
    }
    guard let number else { return true }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        let answer = state.withLock { state -> Bool? in
          state.arriving.remove(number)
          if state.canceled.remove(number) != nil { return false }
          if !state.isTaken {
            state.isTaken = true
            return true
          }
          state.waiting.append((number, turn))
          return nil
        }
        if let answer { turn.resume(returning: answer) }
      }
    } onCancel: {
      let turn = state.withLock { state -> CheckedContinuation<Bool, Never>? in
        guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
          if state.arriving.contains(number) { state.canceled.insert(number) }
          return nil
        }
        return state.waiting.remove(at: index).turn
      }
      turn?.resume(returning: false)
    }
  }

  /// The number of tasks that wait for the turn.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Passes the turn to the next task.
  package func pass() {
    let turn = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst().turn
    }
    turn?.resume(returning: true)
  }
}
