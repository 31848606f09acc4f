// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import FoundationEssentials
import SyncModel

/// An examination of all files of a vault that changes none and names every problem.
struct VaultExamination {
  /// The result for one record.
  struct Verdict {
    let problem: VaultFinding.Problem?
    let title: String?
    /// The time of a record that opened.
    var clock: UInt64? = nil
    /// Whether only its name remains.
    var isErased = false
  }

  private let folder: VaultFolder
  private var findings: [VaultFinding] = []
  private var recordCount = 0
  private var erasedCount = 0
  private var latestClock: UInt64 = 0
  private var isReplica = false
  /// Whether the database could be read at all.
  private(set) var isDatabaseRead = false
  /// Whether its structure is damaged, so that lookups may miss existing data.
  private(set) var isDatabaseDamaged = false
  private var snapshotCount = 0
  /// The blobs in the database.
  private(set) var blobs: Set<BlobName> = []

  /// Opens a record.
  typealias Judge = (VaultDatabase.Row) throws(CredentialVaultError) -> Verdict

  private let now: Date
  private let work: KeepingWork

  init(_ folder: VaultFolder, at now: Date, _ work: KeepingWork) {
    self.folder = folder
    self.now = now
    self.work = work
  }

  /// - Parameter judge: Opens a record, if keys are available.
  /// - Throws: `canceled`.
  mutating func examine(judge: Judge?) throws(CredentialVaultError) {
    let keyFile = examineKeyFile()
    examineCaches()
    for name in folder.leftovers { add(.file, name, .leftBehind) }
    var reading = try VaultReading(databaseAt: folder.database, work)
    defer { reading.close() }
    if let refusal = reading.refusal {
      add(.file, "vault.sqlite", Self.problem(refusal))
    } else {
      isDatabaseRead = true
      isReplica = reading.isReplica
      isDatabaseDamaged = !reading.faults.isEmpty
      for fault in reading.faults { add(.database, fault, .damaged) }
      if reading.state == nil { add(.database, "state", .damaged) }
      examine(reading.entries, keyFile)
      blobs = reading.chunks.names
      // With keys, the records define what their files must be.
      if judge == nil { for blob in reading.chunks.torn { add(.attachment, Self.name(of: blob), .damaged) } }
      let (total, faultCount) = (reading.recordCount, reading.faults.count)
      try reading.forEachRecord { record throws(CredentialVaultError) in
        try work.step(.records, recordCount, of: total)
        try examine(record, keyFile, judge)
      }
      for fault in reading.faults.dropFirst(faultCount) { add(.database, fault, .damaged) }
      isDatabaseDamaged = !reading.faults.isEmpty
      if let state = reading.state, judge != nil { examine(state, at: now) }
    }
    try examineSnapshots()
  }

  /// The records named in findings.
  var named: Set<String> { Set(findings.lazy.filter { $0.subject == .record }.map(\.name)) }

  /// Returns the result.
  func check(isComplete: Bool) -> VaultCheck {
    VaultCheck(findings: findings, recordCount: recordCount - erasedCount, snapshotCount: snapshotCount, isComplete: isComplete)
  }

  /// Adds findings from elsewhere.
  mutating func add(_ found: [VaultFinding]) { findings += found }

  /// Adds a finding that is known from elsewhere.
  mutating func add(_ subject: VaultFinding.Subject, _ name: String, title: String? = nil, _ problem: VaultFinding.Problem) {
    add([VaultFinding(subject, name, title: title, problem)])
  }

  private static func name(of blob: BlobName) -> String { RecordIdentifier(bytes: blob.bytes).map(String.init(describing:)) ?? "?" }

  private static func problem(_ code: CredentialVaultError.Code) -> VaultFinding.Problem {
    switch code {
    case .missing: .missing
    case .tooNew, .recordTooNew: .tooNew
    case .unreadable, .unsafeLocation, .storageFailed: .unreadable
    case .recordOutdated: .outdated
    default: .damaged
    }
  }

  private mutating func examineKeyFile() -> KeyFile? {
    do {
      return try KeyFile.read(from: folder)
    } catch {
      add(.file, "vault.keys", Self.problem(error.code))
      return nil
    }
  }

  /// Examines the first bytes of files that the vault can do without. The index's journal is not among them: a power cut may truncate it at
  /// any time, and unlocking recreates both.
  private mutating func examineCaches() {
    let files = [
      (folder.index, "PFI1"), (folder.reports, "PFN1"), (folder.releases, "PFL1"), (folder.witness, "PFW1"),
      (folder.importJournal, "PFU1"),
    ]
    for (path, mark) in files {
      let name = String(path.dropFirst(folder.path.count + 1))
      do {
        let beginning = try VaultFile.beginning(of: path, byteCount: mark.utf8.count)
        if beginning != Array(mark.utf8) { add(.file, name, .damaged) }
      } catch  where error.code == .missing {
        continue
      } catch {
        add(.file, name, Self.problem(error.code))
      }
    }
  }

  private mutating func examine(_ stored: [(number: Int64, bytes: [UInt8])], _ keyFile: KeyFile?) {
    var entries: [MembershipLogEntry] = []
    for (position, stored) in stored.enumerated() {
      do {
        let entry = try MembershipLogEntry(decoding: stored.bytes)
        guard stored.number == position, entry.sequence == UInt64(position), entry.previous == entries.last?.hash ?? entry.previous else {
          return add(.logEntry, String(position), .damaged)
        }
        entries.append(entry)
      } catch {
        return add(.logEntry, String(position), error.code == .unsupportedVersion ? .tooNew : .damaged)
      }
    }
    guard let log = try? MembershipLog(verifying: entries), keyFile.map({ $0.account == log.account }) ?? true else {
      // Each entry follows the previous one, so the failing part is a signature, a list of wraps or the end.
      return add(.logEntry, String(max(0, entries.count - 1)), entries.count < 2 ? .missing : .damaged)
    }
  }

  private mutating func examine(_ stored: StoredRecord, _ keyFile: KeyFile?, _ judge: Judge?) throws(CredentialVaultError) {
    recordCount += 1
    let verdict = try judge?(stored.row)
    latestClock = max(latestClock, verdict?.clock ?? 0)
    if verdict?.isErased == true { erasedCount += 1 }
    if let problem = verdict?.problem ?? structuralProblem(of: stored, keyFile) {
      let name = RecordIdentifier(bytes: stored.row.name.bytes).map(String.init(describing:)) ?? "?"
      add(.record, name, title: verdict?.title, problem)
    }
  }

  private func structuralProblem(of stored: StoredRecord, _ keyFile: KeyFile?) -> VaultFinding.Problem? {
    do {
      let facts = try RecordEnvelope(body: stored.row.body, wrap: stored.row.wrap).facts
      let isInPlace = facts.record == stored.row.name && keyFile.map { $0.account == facts.account } ?? true
      // Without other devices there is no commit that a record could be in.
      let isPending = stored.pending == 1 || stored.pending == 0 && isReplica
      return isInPlace && stored.revision == facts.revision && isPending ? nil : .damaged
    } catch {
      return error.code == .unsupportedVersion ? .tooNew : .damaged
    }
  }

  /// Examines the clock of the next write: one earlier than the records' own would let older values win over newer ones.
  private mutating func examine(_ state: VaultDatabase.State, at now: Date) {
    let day: UInt64 = 24 * 3600 * 1000
    let latest = max(latestClock >> 16, RecordBody.milliseconds(now))
    if state.clock < latestClock || state.clock >> 16 > latest + day { add(.database, "clock", .damaged) }
  }

  private mutating func examineSnapshots() throws(CredentialVaultError) {
    let (copies, damaged) = SnapshotFolder(vault: folder).copies()
    snapshotCount = copies.count + damaged.count
    for name in damaged { add(.snapshot, name, .damaged) }
    let total = copies.reduce(0) { $0 + $1.byteCount }
    var before = 0
    for copy in copies {
      do {
        try copy.verify(KeepingPart(of: work, .snapshots, after: before, total: total))
      } catch  where error.code == .canceled {
        throw error
      } catch {
        add(.snapshot, copy.name, Self.problem(error.code))
      }
      before += copy.byteCount
    }
  }
}
