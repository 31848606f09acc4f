// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import CredentialModel
package import FoundationEssentials
package import SecretMemory

/// The result of a repair, record by record.
package struct VaultRepair: Sendable {
  /// The outcome for a record.
  package enum Outcome: Hashable, Sendable {
    /// Restored from the snapshot of this name, in its last stored version.
    case restored(from: String)
    /// Restored from the snapshot of this name, in a version older than the last stored one.
    case restoredOlder(from: String)
    /// No snapshot has the last stored version, so the record stays as it is.
    case keptOlder
    /// No snapshot has it.
    case lost
  }

  /// A record that was damaged.
  package struct Treated: Hashable, Sendable {
    /// Its identifier.
    package let id: RecordIdentifier
    /// Its title, if it could be opened.
    package let title: String?
    /// The damaged file of the record; nil if it is the record itself.
    package let attachment: String?
    /// The outcome. A lost file stays named in its record, with the bytes that are still readable.
    package let outcome: Outcome

    /// Creates a description.
    package init(id: RecordIdentifier, title: String?, attachment: String? = nil, outcome: Outcome) {
      self.id = id
      self.title = title
      self.attachment = attachment
      self.outcome = outcome
    }
  }

  /// The records that were damaged.
  package let records: [Treated]
  /// The number of records in the repaired vault.
  package let recordCount: Int
  /// The file with the damaged records in their original state; nil if there were none.
  package let setApart: String?
  /// The snapshot whose key file is used because the vault's own was damaged.
  package let keyFile: String?
  /// The snapshot whose membership log is used because the vault's own was damaged.
  package let log: String?
  /// Whether the old vault was one of an account's replicas; the repaired one is not.
  package let endsReplica: Bool
}

extension VaultReplacement {
  /// Prepares a vault of all undamaged data: from this vault, and otherwise from the newest snapshot that has it undamaged.
  ///
  /// - Parameter work: Receives the progress.
  /// - Throws: `wrongPassphrase`, `damaged` if neither the vault nor a snapshot has a valid key file and log, `canceled`, and storage
  ///   errors.
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
        // The next key file may be the undamaged one.
        guard [.wrongPassphrase, .tampered, .damaged].contains(reason.code) else { throw reason }
        // Reports the error that the user can do something about.
        if refusal.code != .wrongPassphrase { refusal = reason }
      }
    }
    throw refusal
  }
}

/// The sources from which a repair takes undamaged data.
struct RepairSources {
  let target: VaultFolder
  let present: VaultReading
  let copies: [VaultCopy]
  /// The vault's key file, followed by those of the snapshots that differ.
  private(set) var keyFiles: [(file: KeyFile, source: String?)] = []
  private var logs: [Log] = []

  /// A valid log, and the snapshot it comes from.
  struct Log {
    let verified: MembershipLog
    let entries: [[UInt8]]
    let source: String?
  }

  /// The maximum number of key files tried: each costs one derivation, and users rarely change their passphrase.
  private static let keyFileLimit = 4

  init(_ target: VaultFolder, _ work: KeepingWork) throws(CredentialVaultError) {
    self.target = target
    present = try VaultReading(databaseAt: target.database, work)
    copies = try Self.wholeCopies(of: target, work)
    addLog(present.entries.map(\.bytes), source: nil)
    var own = [target.keyFile, target.nextKeyFile].compactMap { path in
      try? KeyFile(decoding: VaultFile.read(path, limit: KeyFile.longest))
    }
    // The key file that belongs to the log comes first: a change of both may have been interrupted.
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
        // A copy that was altered is not used.
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

  /// Returns the valid log of an account.
  func log(of account: AccountIdentifier) -> Log? { logs.first { $0.verified.account == account } }

  /// Unpacks a copy's files temporarily.
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
