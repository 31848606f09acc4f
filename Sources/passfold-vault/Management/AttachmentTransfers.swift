// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault

/// Transfers of files into and out of the vault, each identified by a token that only the caller has that started it.
struct AttachmentTransfers {
  /// The two directions.
  enum Way {
    case incoming(AttachmentDraft)
    case outgoing(AttachmentReading)
  }

  /// The transfer of one file.
  struct Transfer {
    var way: Way
    /// The credential that the file belongs to.
    let summary: CredentialSummary
    fileprivate var lastUse: ContinuousClock.Instant
  }

  /// The time without a part after which a transfer ends: a minute.
  static let idleLimit = Duration.seconds(60)
  /// The maximum number of transfers at the same time, more than a user needs; each holds up to 10 MiB, encrypted.
  private static let most = 4

  private var transfers: [String: Transfer] = [:]

  /// Stores an unfinished transfer, replacing the one that has been idle the longest if there are too many.
  mutating func keep(_ way: Way, of summary: CredentialSummary, as token: String, at now: ContinuousClock.Instant) {
    transfers = transfers.filter { now - $0.value.lastUse < Self.idleLimit }
    if transfers.count >= Self.most, let oldest = transfers.min(by: { $0.value.lastUse < $1.value.lastUse }) { transfers[oldest.key] = nil }
    transfers[token] = Transfer(way: way, summary: summary, lastUse: now)
  }

  /// Removes and returns the transfer with this token; it is unavailable until it is stored again.
  mutating func take(_ token: String, at now: ContinuousClock.Instant) -> Transfer? {
    guard let transfer = transfers.removeValue(forKey: token), now - transfer.lastUse < Self.idleLimit else { return nil }
    return transfer
  }

  /// Ends all transfers; unfinished files are not stored.
  mutating func endAll() { transfers = [:] }
}
