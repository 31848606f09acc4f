// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Long-running work on the vault's files, with its progress and cancellation. The worker and the waiting caller share one value.
package final class KeepingWork: Sendable {
  /// The data being processed.
  package enum Stage: String, Sendable {
    /// The structure of the database, for which SQLite reports no progress.
    case database
    /// Records, by number.
    case records
    /// The files of records, in bytes.
    case attachments
    /// Snapshots being read, in bytes.
    case snapshots
    /// A copy being written, in bytes.
    case copying
  }

  private let report: @Sendable (_ stage: Stage, _ done: Int, _ total: Int) -> Void
  private let canceled = Atomic(false)

  /// Starts work.
  ///
  /// - Parameter report: Called for each step, possibly thousands of times per second, with the amount done and the total. The total is 0
  ///   if unknown.
  package init(_ report: @escaping @Sendable (_ stage: Stage, _ done: Int, _ total: Int) -> Void = { _, _, _ in }) { self.report = report }

  /// Whether the work was cancelled.
  package var isCanceled: Bool { canceled.load(ordering: .relaxed) }

  /// Ends the work at its next step, from any thread. The data it changes is then as before.
  package func cancel() { canceled.store(true, ordering: .relaxed) }

  /// Reports progress.
  /// - Throws: `canceled` if the work was cancelled.
  func step(_ stage: Stage, _ done: Int, of total: Int) throws(CredentialVaultError) {
    guard !isCanceled else { throw CredentialVaultError(.canceled) }
    report(stage, min(done, total), total)
  }

  /// Reports the start of a stage of unknown length.
  func begin(_ stage: Stage) throws(CredentialVaultError) { try step(stage, 0, of: 0) }
}

/// One of several parts of work that are reported as a whole.
struct KeepingPart {
  private let work: KeepingWork
  private let stage: KeepingWork.Stage
  private let before: Int
  private let end: Int
  private let total: Int

  /// - Parameters:
  ///   - before: The amount done by the parts before this one.
  ///   - share: The amount for this part, if known; nil means the rest.
  ///   - total: The amount for all parts.
  init(of work: KeepingWork, _ stage: KeepingWork.Stage, after before: Int = 0, share: Int? = nil, total: Int) {
    self.work = work
    self.stage = stage
    self.before = before
    end = share.map { before + $0 } ?? total
    self.total = total
  }

  /// Reports the progress of this part.
  /// - Throws: `canceled` if the work was cancelled.
  func step(_ done: Int) throws(CredentialVaultError) { try work.step(stage, min(before + done, end), of: total) }
}
