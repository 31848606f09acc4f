// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SyncServerStore

/// What the operator decides; the defaults are the design's (section 3.12).
package struct ServerConfiguration: Sendable {
  /// How many tries there are at once, and how many come back in which time.
  package struct Rate: Hashable, Sendable {
    /// How many are possible without a pause.
    package var burst: Int
    /// How many come back…
    package var count: Int
    /// …in this time.
    package var period: Duration

    /// Sets a rate; without a burst, what comes back in the period is possible at once.
    package init(_ count: Int, per period: Duration, burst: Int? = nil) {
      self.count = count
      self.period = period
      self.burst = burst ?? count
    }
  }

  /// The origin that clients reach the server by, which their logins are signed for.
  package var origin: String
  /// Whether an account is founded only by an invite.
  package var isByInvite = false

  /// How many records an account may have.
  package var recordLimit: UInt64 = 200_000
  /// What an account may take, in bytes.
  package var byteLimit: UInt64 = 512 << 20
  /// How many files an account may have.
  package var blobLimit: UInt64 = 20_000
  /// How many devices an account may have.
  package var deviceLimit = 32
  /// How many entries a log may have.
  package var logLimit: UInt64 = 10_000

  /// Commits, rewraps and log entries of an account; the first commits of as many records as an account may have (400) go at once.
  package var pushRate = Rate(60, per: .seconds(60), burst: 500)
  /// Readings of an account, or of a network that has no session.
  package var pullRate = Rate(300, per: .seconds(60))
  /// Parts of files, sent or read, of an account: 150 MiB a minute, whatever edits do meanwhile.
  package var blobRate = Rate(600, per: .seconds(60))
  /// Sessions of a device.
  package var deviceSessionRate = Rate(10, per: .seconds(60))
  /// Challenges, and logins, of a network.
  package var networkSessionRate = Rate(60, per: .seconds(60))
  /// Mailboxes of an account.
  package var mailboxRate = Rate(10, per: .seconds(3600))
  /// New accounts of a network.
  package var accountRate = Rate(5, per: .seconds(3600))

  /// How long a session lasts.
  package var sessionLife: Duration = .seconds(15 * 60)
  /// How long a challenge can be answered.
  package var challengeLife: Duration = .seconds(120)
  /// How long a mailbox is there.
  package var mailboxLife: Duration = .seconds(300)
  /// How long a closed account is kept.
  package var closedLife: Duration = .seconds(30 * 86_400)
  /// How long a wait for changes lasts, at least and at most, in seconds.
  package var waitSeconds: ClosedRange<Int> = 25...55
  /// How many waits for changes one account may have.
  package var waitsPerAccount = 64
  /// How many waits for changes there may be.
  package var waits = 20_000
  /// How long what is no longer needed stays.
  package var retention = Retention.standard

  /// The longest body of a push, in bytes.
  package static let longestPush = 4 << 20
  /// The longest body of rewraps and removals, which name up to 500 things in some 100 bytes each.
  package static let longestBody = 256 << 10
  /// The longest body of what asks for a challenge or answers one: names, a challenge and a signature, of 40 to 160 bytes in all.
  package static let longestLogin = 1 << 10
  /// The longest body with an entry of the log, which has at most 64 KiB.
  package static let longestEntry = 65 << 10
  /// The longest body that founds an account: two entries, with keys and wraps of one device and a recovery key, of some 3 KB each.
  package static let longestFounding = 16 << 10
  /// The longest message of a mailbox.
  package static let longestMessage = 4 << 10
  /// How many messages a mailbox takes.
  package static let slotsPerMailbox = 8
  /// How many entries, versions or rewraps one message holds.
  package static let mostPerMessage = 500
  /// The longest body of a part of a file, in bytes.
  package static let longestPart = 512 << 10
  /// How many chunks of a file one part has at most.
  package static let chunksPerPart = 4
  /// How many files one page of their names holds.
  package static let blobsPerPage = 2_000
  /// What files may not take of an account's bytes, so that there is room for edits: one in so many.
  package static let shareForRecords: UInt64 = 16
  /// About how many bytes of records one page of changes holds.
  package static let pageByteCount = 4 << 20

  /// Lets so many times as many requests pass, of every kind.
  package mutating func multiplyRates(by factor: Int) {
    for rate in [
      \ServerConfiguration.pushRate, \.pullRate, \.blobRate, \.deviceSessionRate, \.networkSessionRate, \.mailboxRate, \.accountRate,
    ] {
      self[keyPath: rate].burst *= factor
      self[keyPath: rate].count *= factor
    }
  }

  /// Takes the design's defaults for all but the origin.
  package init(origin: String) { self.origin = origin }
}
