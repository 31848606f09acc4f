// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import Synchronization

/// The time that codes are generated for: the system's, or one that the user has agreed to because the system's is wrong.
package final class CodeClock: Sendable {
  /// Whether a compensation is applied.
  package enum State: Hashable, Sendable {
    /// The system's time is used.
    case system
    /// These seconds are added to the system's time.
    case compensated(TimeInterval)
    /// The agreed compensation is no longer valid and is not applied.
    case void
  }

  private let file: URL?
  private let read: @Sendable () -> SystemClockReading?
  private let agreement: Mutex<AgreedCompensation?>

  /// Creates a clock with the stored agreement, if any.
  ///
  /// - Parameters:
  ///   - file: The file that stores an agreement; nil keeps it only in memory. An unreadable file counts as no agreement.
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

  /// The seconds to add to the system's time now; zero while no compensation is agreed to or the agreement is void.
  package var compensation: TimeInterval {
    if case .compensated(let seconds) = state { seconds } else { 0 }
  }

  /// Applies a compensation from now on, or none if `seconds` is nil.
  ///
  /// - Returns: False for seconds out of range, or if the computer's clocks cannot be read; nothing is changed then.
  /// - Throws: The error of the file system; nothing is changed then.
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
