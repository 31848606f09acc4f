// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Long work on the vault's files: how far it is, and whether it is still wanted. Whoever works and whoever waits for it share one.
package final class KeepingWork: Sendable {
  /// What is gone through.
  package enum Stage: String, Sendable {
    /// The structure of the database, of which SQLite does not say how far it is.
    case database
    /// Records, counted.
    case records
    /// The files that records hold, in bytes.
    case attachments
    /// Snapshots that are read, in bytes.
    case snapshots
    /// A copy that is written, in bytes.
    case copying
  }

  private let report: @Sendable (_ stage: Stage, _ done: Int, _ total: Int) -> Void
  private let canceled = Atomic(false)

  /// Begins work.
  ///
  /// - Parameter report: Hears of each step, which may be thousands in a second: what is done of how much in all, which is 0 where nobody knows.
  package init(_ report: @escaping @Sendable (_ stage: Stage, _ done: Int, _ total: Int) -> Void = { _, _, _ in }) { self.report = report }

  /// Whether nobody waits for the work any more.
  package var isCanceled: Bool { canceled.load(ordering: .relaxed) }

  /// Ends the work at its next step, from any thread; what it changes is then as it was before.
  package func cancel() { canceled.store(true, ordering: .relaxed) }

  /// Tells how far the work is.
  /// - Throws: `canceled` where it is not wanted any more.
  func step(_ stage: Stage, _ done: Int, of total: Int) throws(CredentialVaultError) {
    guard !isCanceled else { throw CredentialVaultError(.canceled) }
    report(stage, min(done, total), total)
  }

  /// Tells that a stage has begun of which nobody knows how long it is.
  func begin(_ stage: Stage) throws(CredentialVaultError) { try step(stage, 0, of: 0) }
}

/// One of several parts of work that are told of as a whole.
struct KeepingPart {
  private let work: KeepingWork
  private let stage: KeepingWork.Stage
  private let before: Int
  private let end: Int
  private let total: Int

  /// - Parameters:
  ///   - before: What the parts before this one have done.
  ///   - share: What this part has to do, as far as that is known; nil is all that is left.
  ///   - total: What all parts have to do.
  init(of work: KeepingWork, _ stage: KeepingWork.Stage, after before: Int = 0, share: Int? = nil, total: Int) {
    self.work = work
    self.stage = stage
    self.before = before
    end = share.map { before + $0 } ?? total
    self.total = total
  }

  /// Tells how far the part is.
  /// - Throws: `canceled` where the work is not wanted any more.
  func step(_ done: Int) throws(CredentialVaultError) { try work.step(stage, min(before + done, end), of: total) }
}
