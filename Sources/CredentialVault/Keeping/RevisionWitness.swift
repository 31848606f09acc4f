// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import CredentialModel

/// The last stored revision of each record, encrypted in two places outside the database. It reveals older files that were put back in
/// place of the vault's own (docs/decisions/0026).
package struct RevisionWitness: Sendable {
  /// The header of a witness.
  struct Mark: Sendable {
    /// The previous witness's number plus one; the greater one is valid.
    let number: UInt64
    /// The transaction reflected by the list.
    let transactionNumber: UInt64
    /// Whether some of the listed revisions were not in the vault when it was written: older there, missing or damaged.
    let isCarrying: Bool
  }

  let mark: Mark
  /// Identifiers and revisions, in the encoding that is encrypted: a vault may have many.
  private let rows: [UInt8]

  private static let limit = 1 << 26
  private static let stride = RecordIdentifier.byteCount + 8

  /// Creates the witness of an index, and of records that the index lacks in their required state.
  init(number: UInt64, transactionNumber: UInt64, index: CredentialIndex, carrying others: [RecordIdentifier: UInt64] = [:]) {
    mark = Mark(number: number, transactionNumber: transactionNumber, isCarrying: !others.isEmpty)
    var rows: [UInt8] = []
    rows.reserveCapacity((index.count + others.count) * Self.stride)
    func append(_ id: some Sequence<UInt8>, _ revision: UInt64) {
      rows += id
      withUnsafeBytes(of: revision.bigEndian) { rows += $0 }
    }
    index.forEachRevision { id, revision in
      if others.isEmpty || RecordIdentifier(bytes: id).flatMap({ others[$0] }) == nil { append(id, revision) }
    }
    for (id, revision) in others { append(id.bytes, revision) }
    self.rows = rows
  }

  /// Decodes the plaintext of a witness; nil for anything but the output of ``encoded``.
  package init?(number: UInt64, decoding bytes: [UInt8]) {
    guard bytes.count >= 9, (bytes.count - 9).isMultiple(of: Self.stride), bytes[8] < 2 else { return nil }
    mark = Mark(number: number, transactionNumber: Self.integer(bytes[0..<8]), isCarrying: bytes[8] == 1)
    rows = Array(bytes[9...])
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The plaintext of a witness.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(9 + rows.count)
    withUnsafeBytes(of: mark.transactionNumber.bigEndian) { bytes += $0 }
    bytes.append(mark.isCarrying ? 1 : 0)
    return bytes + rows
  }

  /// Calls back for each record of the list.
  package func forEach(_ body: (RecordIdentifier, UInt64) -> Void) {
    rows.withUnsafeBytes { rows in
      for start in Swift.stride(from: 0, to: rows.count, by: Self.stride) {
        let id = UnsafeRawBufferPointer(rebasing: rows[start..<start + RecordIdentifier.byteCount])
        let revision = rows.loadUnaligned(fromByteOffset: start + RecordIdentifier.byteCount, as: UInt64.self)
        if let id = RecordIdentifier(bytes: id) { body(id, UInt64(bigEndian: revision)) }
      }
    }
  }

  /// Returns the genuine witness with the greatest number; nil if neither place has one.
  static func read(from folder: VaultFolder, root: LocalRoot, keyFile: KeyFile) -> RevisionWitness? {
    let sealed = [folder.witness, folder.otherWitness].compactMap { try? VaultFile.read($0, limit: limit) }
      .sorted { SealedRevisions.number(of: $0) ?? 0 > SealedRevisions.number(of: $1) ?? 0 }
    for sealed in sealed {
      if let number = SealedRevisions.number(of: sealed),
        let list = try? SealedRevisions.open(sealed, root: root, account: keyFile.account, device: keyFile.device),
        let witness = RevisionWitness(number: number, decoding: list)
      {
        return witness
      }
    }
    return nil
  }

  /// Returns the places whose witness exists and does not open.
  static func damagedPlaces(of folder: VaultFolder, root: LocalRoot, keyFile: KeyFile) -> [String] {
    [folder.witness, folder.otherWitness].filter { path in
      guard let sealed = try? VaultFile.read(path, limit: limit) else { return false }
      return (try? SealedRevisions.open(sealed, root: root, account: keyFile.account, device: keyFile.device)) == nil
    }
  }

  /// Writes the witness to both places, each complete and durable.
  func write(to folder: VaultFolder, root: LocalRoot, keyFile: KeyFile, environment: VaultEnvironment) throws(CredentialVaultError) {
    var generator = environment.makeGenerator()
    let sealed: [UInt8]
    do {
      sealed = try SealedRevisions.seal(
        encoded, number: mark.number, root: root, account: keyFile.account, device: keyFile.device, using: &generator)
    } catch {
      throw CredentialVaultError(error)
    }
    try folder.makeSnapshotFolder()
    try VaultFile.replace(folder.otherWitness, with: sealed)
    try VaultFile.replace(folder.witness, with: sealed)
  }
}
