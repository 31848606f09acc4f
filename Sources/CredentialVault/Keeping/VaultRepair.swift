// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import CredentialModel
package import FoundationEssentials
package import SecretMemory

/// What a repair has done, record by record.
package struct VaultRepair: Sendable {
  /// What became of a record.
  package enum Outcome: Hashable, Sendable {
    /// It was taken from the snapshot of this name, as it was stored last.
    case restored(from: String)
    /// It was taken from the snapshot of this name, where it is older than it was stored last.
    case restoredOlder(from: String)
    /// No snapshot has it as it was stored last, so it stays as it is now.
    case keptOlder
    /// No snapshot has it.
    case lost
  }

  /// A record that was not whole.
  package struct Treated: Hashable, Sendable {
    /// Which.
    package let id: RecordIdentifier
    /// What a person calls it, where it could be opened.
    package let title: String?
    /// The file of the record that was not whole; nil where it is the record itself.
    package let attachment: String?
    /// What became of it. A file that is lost stays named in its record, with what can still be read of it.
    package let outcome: Outcome

    /// Describes what was done.
    package init(id: RecordIdentifier, title: String?, attachment: String? = nil, outcome: Outcome) {
      self.id = id
      self.title = title
      self.attachment = attachment
      self.outcome = outcome
    }
  }

  /// The records that were not whole.
  package let records: [Treated]
  /// How many records the vault has now.
  package let recordCount: Int
  /// The file with the damaged records as they were; nil where there were none.
  package let setApart: String?
  /// The snapshot whose key file is used, where the vault's own was damaged.
  package let keyFile: String?
  /// The snapshot whose membership log is used, where the vault's own was damaged.
  package let log: String?
  /// Whether the vault of before was one of an account's replicas, as this one is not.
  package let endsReplica: Bool
}

extension VaultReplacement {
  /// Prepares a vault of everything that is whole: here, and where it is not, in the newest snapshot that has it whole.
  ///
  /// - Parameter work: Hears how far it is.
  /// - Throws: `wrongPassphrase`, `damaged` where neither the vault nor a snapshot has a key file and a log that hold, `canceled`, and what the
  ///   storage refused.
  package static func repairing(
    _ url: URL, passphrase: borrowing SecretBytes, environment: VaultEnvironment, _ work: KeepingWork = KeepingWork()
  ) async throws(CredentialVaultError) -> (replacement: VaultReplacement, repair: VaultRepair) {
    let target = VaultFolder(url)
    target.takeBackReplaced()
    let sources = try RepairSources(target, work)
    defer { sources.present.close() }
    let secret = SharedSecret(passphrase.copy())
    var refusal = CredentialVaultError(.damaged)
    for key in sources.keyFiles {
      guard let log = sources.log(of: key.file.account) else { continue }
      var generator = environment.makeGenerator()
      let nursery = try target.makeNursery(using: &generator)
      do {
        var file = key.file
        if file.epoch < log.verified.epoch {
          file = try HandedOnEpochs.broughtForward(file, to: log.verified, passphrase: secret.copy(), using: &generator)
        }
        let database = try VaultDatabase(creatingAt: nursery.database, storageLimit: environment.storageLimit)
        try database.appendToLog(log.entries)
        try database.close()
        try file.write(to: nursery)
        let vault = try CredentialVault.open(nursery, environment: environment)
        let replacement = VaultReplacement(vault, for: target, environment: environment, reason: .beforeRepair)
        try await vault.unlock(passphrase: secret.copy())
        let filling = try vault.fill(from: sources, at: environment.now(), work)
        return (
          replacement,
          VaultRepair(
            records: filling.records, recordCount: filling.recordCount, setApart: filling.setApart, keyFile: key.source, log: log.source,
            endsReplica: sources.present.isReplica)
        )
      } catch {
        nursery.discard()
        let reason = CredentialVaultError(error)
        // The next key file may be the whole one.
        guard [.wrongPassphrase, .tampered, .damaged].contains(reason.code) else { throw reason }
        // What a person can do something about is what is told.
        if refusal.code != .wrongPassphrase { refusal = reason }
      }
    }
    throw refusal
  }
}

/// Where a repair takes what is whole from.
struct RepairSources {
  let target: VaultFolder
  let present: VaultReading
  let copies: [VaultCopy]
  /// The vault's key file first, then those of the snapshots that differ.
  private(set) var keyFiles: [(file: KeyFile, source: String?)] = []
  private var logs: [Log] = []

  /// A log that holds, and the snapshot that it is from.
  struct Log {
    let verified: MembershipLog
    let entries: [[UInt8]]
    let source: String?
  }

  /// Each key file costs one derivation; a person's changes of the passphrase are few.
  private static let keyFileLimit = 4

  init(_ target: VaultFolder, _ work: KeepingWork) throws(CredentialVaultError) {
    self.target = target
    present = try VaultReading(databaseAt: target.database, work)
    copies = try Self.wholeCopies(of: target, work)
    addLog(present.entries.map(\.bytes), source: nil)
    var own = [target.keyFile, target.nextKeyFile].compactMap { path in
      try? KeyFile(decoding: DurableFile.read(path, limit: KeyFile.longest))
    }
    // The one that belongs to the log comes first: a change of both may have been interrupted.
    if let log = logs.first?.verified, let place = own.firstIndex(where: { $0.belongs(to: log) }) {
      own.insert(own.remove(at: place), at: 0)
    }
    keyFiles = own.map { ($0, nil) }
    let isWhole = !keyFiles.isEmpty && !logs.isEmpty
    for copy in copies.prefix(isWhole ? Self.keyFileLimit : copies.count) {
      try Self.withUnpacked(copy, beside: target, work) { folder throws(CredentialVaultError) in
        if keyFiles.count < Self.keyFileLimit, let file = try? KeyFile.read(from: folder),
          !keyFiles.contains(where: { $0.file.encoded == file.encoded })
        {
          keyFiles.append((file, copy.name))
        }
        if logs.isEmpty || logs.allSatisfy({ $0.verified.account != copy.account }) {
          let reading = try VaultReading(databaseAt: folder.database, work)
          defer { reading.close() }
          addLog(reading.entries.map(\.bytes), source: copy.name)
        }
      }
    }
  }

  private static func wholeCopies(of target: VaultFolder, _ work: KeepingWork) throws(CredentialVaultError) -> [VaultCopy] {
    let readable = SnapshotFolder(vault: target).copies().readable
    let total = readable.reduce(0) { $0 + $1.byteCount }
    var before = 0
    var whole: [VaultCopy] = []
    for copy in readable {
      do {
        try copy.verify(KeepingPart(of: work, .snapshots, after: before, total: total))
        whole.append(copy)
      } catch  where error.code != .canceled {
        // One that was altered is none.
      }
      before += copy.byteCount
    }
    return whole
  }

  private mutating func addLog(_ entries: [[UInt8]], source: String?) {
    guard let read = try? entries.map({ try MembershipLogEntry(decoding: $0) }), let log = try? MembershipLog(verifying: read) else {
      return
    }
    logs.append(Log(verified: log, entries: entries, source: source))
  }

  /// The log of an account that holds.
  func log(of account: AccountIdentifier) -> Log? { logs.first { $0.verified.account == account } }

  /// Works on a copy's files, which do not stay.
  static func withUnpacked(
    _ copy: VaultCopy, beside target: VaultFolder, _ work: KeepingWork, _ use: (VaultFolder) throws(CredentialVaultError) -> Void
  ) throws(CredentialVaultError) {
    var generator = SystemRandomNumberGenerator()
    let folder = try target.makeNursery(using: &generator)
    defer { folder.discard() }
    try copy.unpack(into: folder, KeepingPart(of: work, .snapshots, total: copy.byteCount))
    try use(folder)
  }
}
