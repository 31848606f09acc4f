// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import VaultProtocol

/// What the vault told of the last handover that a person only looked at, for the program that had it made: taken once, and no secret is in it.
package final class HandoverPreviews: Sendable {
  /// Time after which nobody asks any more: a minute.
  static let limit = Duration.seconds(60)

  private struct Told {
    let report: VaultAnswer.ImportReport
    let exporter: String
    let time: ContinuousClock.Instant
  }

  private let last = Mutex<Told?>(nil)

  /// Starts without any.
  package init() {}

  /// Keeps what was told, in place of what was told before.
  ///
  /// - Parameters:
  ///   - exporter: The name of the provider that handed over.
  ///   - now: When.
  package func keep(_ report: VaultAnswer.ImportReport, from exporter: String, at now: ContinuousClock.Instant) {
    last.withLock { $0 = Told(report: report, exporter: exporter, time: now) }
  }

  /// What was told of a provider's handover; nil where nothing was, or it was taken already. Nothing is left here.
  func take(from exporter: String, at now: ContinuousClock.Instant) -> VaultAnswer.ImportReport? {
    let told = last.withLock { last in
      defer { last = nil }
      return last
    }
    guard let told, told.exporter == exporter, now - told.time < Self.limit else { return nil }
    return told.report
  }

  /// Forgets it.
  func end() { last.withLock { $0 = nil } }
}
