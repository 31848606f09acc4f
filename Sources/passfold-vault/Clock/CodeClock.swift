// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization

/// The time that codes are made for: the system's, or what a person has agreed to where that is wrong.
package final class CodeClock: Sendable {
  /// Whether a compensation is applied.
  package enum State: Hashable, Sendable {
    /// The system's time holds.
    case system
    /// These seconds are added to it.
    case compensated(TimeInterval)
    /// What was agreed to does not hold any more and is not applied.
    case void
  }

  private let file: URL?
  private let read: @Sendable () -> SystemClockReading?
  private let agreement: Mutex<AgreedCompensation?>

  /// Takes up what was agreed to before.
  ///
  /// - Parameters:
  ///   - file: Where an agreement is kept; nil keeps it with this value only. What cannot be read is none.
  ///   - read: The computer's clocks; nil means that no compensation can be applied.
  package init(file: URL?, read: @escaping @Sendable () -> SystemClockReading? = { SystemClockReading.now() }) {
    self.file = file
    self.read = read
    let stored = file.flatMap { try? Data(contentsOf: $0) }
    agreement = Mutex(stored.flatMap { $0.count < 4096 ? try? JSONDecoder().decode(AgreedCompensation.self, from: $0) : nil })
  }

  /// Whether a compensation is applied now.
  package var state: State {
    guard let agreed = agreement.withLock({ $0 }) else { return .system }
    guard let reading = read(), agreed.holds(at: reading) else { return .void }
    return .compensated(agreed.seconds)
  }

  /// Seconds to add to the system's time now; zero while none are agreed to or the agreement is void.
  package var compensation: TimeInterval {
    if case .compensated(let seconds) = state { seconds } else { 0 }
  }

  /// Applies a compensation from now on, or with nil none.
  ///
  /// - Returns: False for seconds out of range and where the computer's clocks cannot be read; nothing is changed then.
  /// - Throws: What the file system refuses; nothing is changed then.
  package func agree(to seconds: TimeInterval?) throws -> Bool {
    var agreed: AgreedCompensation?
    if let seconds {
      guard let reading = read(), let made = AgreedCompensation(seconds: seconds, at: reading) else { return false }
      agreed = made
    }
    if let file {
      if let agreed {
        try JSONEncoder().encode(agreed).write(to: file, options: .atomic)
      } else if FileManager.default.fileExists(atPath: file.path) {
        try FileManager.default.removeItem(at: file)
      }
    }
    agreement.withLock { $0 = agreed }
    return true
  }
}
