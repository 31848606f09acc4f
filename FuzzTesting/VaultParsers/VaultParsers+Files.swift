// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import SecretMemory

extension VaultParsers {
  private static let root = {
    var generator = Counting()
    return LocalRoot.generate(using: &generator)
  }()
  private static let account = {
    var generator = Counting()
    return AccountIdentifier.random(using: &generator)
  }()
  private static let device = {
    var generator = Counting()
    return DeviceIdentifier.random(using: &generator)
  }()

  /// Parts of an input, each preceded by its length in two bytes. The last one takes the rest.
  static func parts(of input: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = input[...]
    while rest.count >= 2 {
      let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      parts.append(Array(rest.dropFirst(2).prefix(length)))
      rest = rest.dropFirst(2 + length)
    }
    return parts
  }

  /// Entries of a membership log.
  static func checkLog(_ input: [UInt8]) throws(Broken) {
    var entries: [MembershipLogEntry] = []
    for part in parts(of: input) {
      guard let entry = try? MembershipLogEntry(decoding: part) else { break }
      try require(entry.encoded == part, "an entry has one encoding")
      entries.append(entry)
    }
    guard let log = try? MembershipLog(verifying: entries) else { return }
    try require(log.entries == entries && log.epoch > 0, "a log that holds has all its entries and an epoch")
    try require(log.account.bytes == Array(entries[0].hash.prefix(16)), "an account is named by its first entry")
  }

  /// `vault.keys`, with the passphrase slot.
  static func checkKeyFile(_ input: [UInt8]) throws(Broken) {
    guard let file = try? KeyFile(decoding: input) else { return }
    try require(file.encoded == input, "a key file has one encoding")
  }

  /// `pin.sealed`.
  static func checkPIN(_ input: [UInt8]) throws(Broken) {
    guard let pin = try? StoredPIN(decoding: input) else { return }
    try require(pin.encoded == input, "what is kept of a PIN has one encoding")
    try require((try? pin.key(under: root, account: account, device: device)) == nil, "nothing opens that no root has sealed")
  }

  /// The decrypted content of `index.sealed`.
  static func checkIndex(_ input: [UInt8], plantsFault: Bool) throws(Broken) {
    guard let index = CredentialIndex(decoding: input) else { return }
    // The planted fault: forgets a record with more than 255 revisions.
    if plantsFault, index.presentSummaries().contains(where: { index.revision(of: $0.id) > 255 }) { throw Broken("planted") }
    try checkAtRest(index)
  }

  private static func checkAtRest(_ index: CredentialIndex) throws(Broken) {
    guard let again = CredentialIndex(decoding: index.encoded) else { throw Broken("an index that is written reads back") }
    try require(again.presentSummaries() == index.presentSummaries(), "the index at rest has the records in their order")
    try require(again.trashedSummaries() == index.trashedSummaries(), "the index at rest has the records in the trash")
  }

  /// The decrypted entries of `index.journal`, one after the other.
  static func checkJournal(_ input: [UInt8]) throws(Broken) {
    var generator = Counting()
    guard let sealed = try? SealedIndex.seal(CredentialIndex().encoded, transaction: 7, root: root, using: &generator),
      let header = SealedIndex.header(of: sealed)
    else { throw Broken("an index can be sealed") }
    let sealing = IndexJournalSealing(root: root, header: header)
    let changes = parts(of: input)
    var bytes = Array("PFJ1".utf8) + header
    for (number, rows) in changes.enumerated() {
      guard let entry = try? sealing.seal(rows, transaction: 8 + UInt64(number), using: &generator) else {
        throw Broken("rows can be sealed")
      }
      bytes += entry
    }
    var journal = IndexJournal(path: "", header: header, sealing: sealing, transaction: 7)
    try require(journal.read(bytes) == changes, "a journal reads back")
    try require(journal.transaction == 7 + UInt64(changes.count), "a journal reflects its last entry")
    // The input again as an entry that was never encrypted.
    var torn = IndexJournal(path: "", header: header, sealing: sealing, transaction: 7)
    try require(torn.read(Array("PFJ1".utf8) + header + input).isEmpty, "nothing opens that no root has sealed")
    var index = CredentialIndex()
    for rows in changes {
      guard index.enter(rows: rows[...]) else { return }
    }
    try checkAtRest(index)
  }

  /// `index.sealed`: the input as its decrypted content and as the file itself.
  static func checkSealedIndex(_ input: [UInt8]) throws(Broken) {
    var generator = Counting()
    guard let sealed = try? SealedIndex.seal(input, transaction: 7, root: root, using: &generator),
      let opened = try? SealedIndex.open(sealed, root: root)
    else { throw Broken("what was sealed opens") }
    try require(opened == input && SealedIndex.transaction(of: sealed) == 7, "what opens is what was sealed")
    try require((try? SealedIndex.open(input, root: root)) == nil, "nothing opens that no root has sealed")
    try require((SealedIndex.header(of: input) == nil) == (SealedIndex.transaction(of: input) == nil), "a header has a transaction")
  }

  /// Files that are encrypted completely: unencrypted bytes are refused.
  static func checkSealedFiles(_ input: [UInt8]) {
    _ = SealedRevisions.number(of: input)
    _ = try? SealedRevisions.open(input, root: root, account: account, device: device)
    let entry = input[...]
    _ = IndexJournalSealing.head(of: entry)
    let releases = ReleaseSealing(root: root, account: account, device: device)
    if entry.count == ReleaseSealing.entryByteCount { _ = ReleaseSealing.number(of: entry) }
    _ = try? releases.open(entry)
  }

  /// The decrypted content of a witness.
  static func checkWitness(_ input: [UInt8]) throws(Broken) {
    guard let witness = RevisionWitness(number: 1, decoding: input) else { return }
    try require(witness.encoded == input, "what a witness seals has one encoding")
    var count = 0
    witness.forEach { _, _ in count += 1 }
    try require(9 + count * 24 == input.count, "a witness names each record of its list")
  }

  /// The beginning of a snapshot or backup. The file's length is the input's last five bytes.
  static func checkCopy(_ input: [UInt8]) {
    let byteCount = input.suffix(5).reduce(0) { $0 << 8 | Int($1) }
    _ = try? VaultCopy(decoding: Array(input.dropLast(5)), path: "copy", byteCount: byteCount)
  }

  /// `reports.sealed`.
  static func checkReports(_ input: [UInt8]) throws(Broken) {
    guard let reports = KeptReports(decoding: input) else { return }
    try require(reports.encoded == input, "a file of reports has one encoding")
  }
}
