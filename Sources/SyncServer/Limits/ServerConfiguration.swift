// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SyncServerStore

/// The operator's settings; the defaults are those of the design (section 3.12).
package struct ServerConfiguration: Sendable {
  /// A rate: the burst of requests, and how many are added in which time.
  package struct Rate: Hashable, Sendable {
    /// The number of requests allowed without a pause.
    package var burst: Int
    /// The number added…
    package var count: Int
    /// …in this time.
    package var period: Duration

    /// Creates a rate; without a burst, the number for a period is allowed immediately.
    package init(_ count: Int, per period: Duration, burst: Int? = nil) {
      self.count = count
      self.period = period
      self.burst = burst ?? count
    }
  }

  /// The origin under which clients reach the server, and for which they sign their logins.
  package var origin: String
  /// Whether creating an account requires an invite.
  package var isByInvite = false

  /// The maximum number of records of an account.
  package var recordLimit: UInt64 = 200_000
  /// The storage quota of an account in bytes.
  package var byteLimit: UInt64 = 512 << 20
  /// The maximum number of files of an account.
  package var blobLimit: UInt64 = 20_000
  /// The maximum number of devices of an account.
  package var deviceLimit = 32
  /// The maximum number of entries of a log.
  package var logLimit: UInt64 = 10_000

  /// Commits, rewraps and log entries of an account. The burst covers the first commits of as many records as an account may have (400).
  package var pushRate = Rate(60, per: .seconds(60), burst: 500)
  /// Reads by an account, or by a network without a session.
  package var pullRate = Rate(300, per: .seconds(60))
  /// Parts of files, sent or read by an account: 150 MiB per minute, independent of edits.
  package var blobRate = Rate(600, per: .seconds(60))
  /// Sessions of a device.
  package var deviceSessionRate = Rate(10, per: .seconds(60))
  /// Challenges and logins from a network.
  package var networkSessionRate = Rate(60, per: .seconds(60))
  /// Mailboxes of an account.
  package var mailboxRate = Rate(10, per: .seconds(3600))
  /// New accounts from a network.
  package var accountRate = Rate(5, per: .seconds(3600))

  /// The lifetime of a session.
  package var sessionLife: Duration = .seconds(15 * 60)
  /// The lifetime of a challenge.
  package var challengeLife: Duration = .seconds(120)
  /// The lifetime of a mailbox.
  package var mailboxLife: Duration = .seconds(300)
  /// The time for which a closed account is kept.
  package var closedLife: Duration = .seconds(30 * 86_400)
  /// The minimum and maximum duration of a wait for changes, in seconds.
  package var waitSeconds: ClosedRange<Int> = 25...55
  /// The maximum number of waits for changes per account.
  package var waitsPerAccount = 64
  /// The maximum total number of waits for changes.
  package var waits = 20_000
  /// The time for which data that is no longer needed is kept.
  package var retention = Retention.standard

  /// The maximum length of the body of a push, in bytes.
  package static let longestPush = 4 << 20
  /// The maximum length in bytes of the body of rewraps and removals, which name up to 500 items in some 100 bytes each.
  package static let longestBody = 256 << 10
  /// The maximum length in bytes of the body of a request for a challenge or a reply to one: names, a challenge and a signature of 40 to
  /// 160 bytes in total.
  package static let longestLogin = 1 << 10
  /// The maximum length in bytes of a body with a log entry, which has at most 64 KiB.
  package static let longestEntry = 65 << 10
  /// The maximum length in bytes of the body that creates an account: two entries, with keys and wraps of one device and a recovery key, of
  /// some 3 KB each.
  package static let longestFounding = 16 << 10
  /// The maximum length of a mailbox message in bytes.
  package static let longestMessage = 4 << 10
  /// The maximum number of messages in a mailbox.
  package static let slotsPerMailbox = 8
  /// The maximum number of entries, versions or rewraps in one message.
  package static let mostPerMessage = 500
  /// The maximum length of the body of a part of a file, in bytes.
  package static let longestPart = 512 << 10
  /// The maximum number of chunks in one part of a file.
  package static let chunksPerPart = 4
  /// The maximum number of files in one page of their names.
  package static let blobsPerPage = 2_000
  /// The share of an account's bytes that is reserved for records, so that there is room for edits: one part in this many.
  package static let shareForRecords: UInt64 = 16
  /// The approximate number of bytes of records in one page of changes.
  package static let pageByteCount = 4 << 20

  /// Multiplies the rates of all kinds of request.
  package mutating func multiplyRates(by factor: Int) {
    for rate in [
      \ServerConfiguration.pushRate, \.pullRate, \.blobRate, \.deviceSessionRate, \.networkSessionRate, \.mailboxRate, \.accountRate,
    ] {
      self[keyPath: rate].burst *= factor
      self[keyPath: rate].count *= factor
    }
  }

  /// Creates a configuration with the design's defaults.
  package init(origin: String) { self.origin = origin }
}
