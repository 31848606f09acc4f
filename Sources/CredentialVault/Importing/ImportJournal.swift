// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
package import FoundationEssentials
package import SecretMemory
import SyncModel

/// The data that undoes the last import: the records it created, and the previous content of the others (docs/formats/vault.md, "Import
/// journal").
package struct ImportJournal: Sendable {
  /// One record stored by the import.
  struct Entry: Sendable {
    let id: RecordIdentifier
    /// The revision stored by the import. A record with another revision was changed since.
    let revision: UInt64
    /// Its previous content, encoded; nil for a record created by the import.
    let former: SharedSecret?
  }

  /// The time at which the import was made, with millisecond precision.
  package let date: Date
  let entries: [Entry]

  /// The maximum length of a file in bytes, for reading and writing.
  static let limit = 1 << 28
  /// An upper bound for the bytes added by encryption.
  private static let sealByteCount = 1 << 10

  private var byteCount: Int { entries.reduce(16) { $0 + RecordIdentifier.byteCount + 16 + ($1.former?.byteCount ?? 0) } }

  /// The plaintext of a journal: the time in milliseconds, the number of entries, and for each entry the identifier, the revision, and the
  /// length of the previous content followed by the content. A length of 0 means no previous content. All numbers have eight bytes,
  /// big-endian.
  var encoded: SharedSecret {
    var whole = SecretBytes(byteCount: byteCount)
    whole.withMutableBytes { target in
      var place = 0
      func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: target[place..<place + bytes.count]).copyMemory(from: bytes)
        place += bytes.count
      }
      func append(_ number: UInt64) { withUnsafeBytes(of: number.bigEndian, append) }
      append(RecordBody.milliseconds(date))
      append(UInt64(entries.count))
      for entry in entries {
        entry.id.bytes.withUnsafeBytes(append)
        append(entry.revision)
        append(UInt64(entry.former?.byteCount ?? 0))
        entry.former?.withBytes(append)
      }
    }
    return SharedSecret(whole)
  }

  init(date: Date, entries: [Entry]) {
    self.date = date
    self.entries = entries
  }

  /// Decodes the plaintext of a journal; nil for anything but the output of `encoded`.
  package init?(decoding encoded: SharedSecret) {
    guard let journal = encoded.withBytes({ bytes in Self.read(bytes) }) else { return nil }
    self = journal
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) -> ImportJournal? {
    var rest = bytes[...]
    func take(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
      guard count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number() -> UInt64? { take(8)?.reduce(0) { $0 << 8 | UInt64($1) } }
    guard let time = number(), let count = number(), count <= UInt64(rest.count / 32) else { return nil }
    var entries: [Entry] = []
    for _ in 0..<count {
      guard let id = take(RecordIdentifier.byteCount).flatMap({ RecordIdentifier(bytes: $0) }), let revision = number(),
        let length = number().flatMap({ Int(exactly: $0) }), let former = take(length)
      else { return nil }
      entries.append(Entry(id: id, revision: revision, former: former.isEmpty ? nil : SharedSecret(copying: former)))
    }
    return rest.isEmpty ? ImportJournal(date: RecordBody.date(time), entries: entries) : nil
  }

  /// Reads the journal of a folder; nil if there is none that the keys open.
  static func read(from folder: VaultFolder, root: LocalRoot, keyFile: KeyFile) -> ImportJournal? {
    guard let sealed = try? VaultFile.read(folder.importJournal, limit: limit),
      let journal = try? SealedImportJournal.open(sealed, root: root, account: keyFile.account, device: keyFile.device)
    else { return nil }
    return ImportJournal(decoding: journal)
  }

  /// - Throws: `recordTooLong` above the limit for reading: such an import could never be undone.
  func write(
    to folder: VaultFolder, root: LocalRoot, keyFile: KeyFile, using generator: inout any RandomNumberGenerator
  ) throws(CredentialVaultError) {
    guard byteCount <= Self.limit - Self.sealByteCount else { throw CredentialVaultError(.recordTooLong) }
    let sealed: [UInt8]
    do {
      sealed = try SealedImportJournal.seal(encoded, root: root, account: keyFile.account, device: keyFile.device, using: &generator)
    } catch {
      throw CredentialVaultError(error)
    }
    try VaultFile.replace(folder.importJournal, with: sealed)
  }
}
