// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault

/// Files on their way into the vault and out of it, each known by a token that only who began it has.
struct AttachmentTransfers {
  /// The two ways.
  enum Way {
    case incoming(AttachmentDraft)
    case outgoing(AttachmentReading)
  }

  /// One file on its way.
  struct Transfer {
    var way: Way
    /// Whose file it is.
    let summary: CredentialSummary
    fileprivate var lastUse: ContinuousClock.Instant
  }

  /// Time without a part after which a transfer ends: a minute.
  static let idleLimit = Duration.seconds(60)
  /// More at once are no person's; each holds up to 10 MiB, sealed.
  private static let most = 4

  private var transfers: [String: Transfer] = [:]

  /// Keeps a transfer that is not at its end, in place of the one that rested longest where there are too many.
  mutating func keep(_ way: Way, of summary: CredentialSummary, as token: String, at now: ContinuousClock.Instant) {
    transfers = transfers.filter { now - $0.value.lastUse < Self.idleLimit }
    if transfers.count >= Self.most, let oldest = transfers.min(by: { $0.value.lastUse < $1.value.lastUse }) { transfers[oldest.key] = nil }
    transfers[token] = Transfer(way: way, summary: summary, lastUse: now)
  }

  /// Hands a transfer over to whoever has its token; nobody else has it until it is kept again.
  mutating func take(_ token: String, at now: ContinuousClock.Instant) -> Transfer? {
    guard let transfer = transfers.removeValue(forKey: token), now - transfer.lastUse < Self.idleLimit else { return nil }
    return transfer
  }

  /// Ends all of them; nothing that was on its way is stored.
  mutating func endAll() { transfers = [:] }
}
