// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import SecretMemory

/// Files of formats that are known within one that is packed: a file under gzip, or a folder as an archive.
///
/// Archives that are a format themselves are none of these.
package struct PackedFiles {
  /// The most files of an archive that are looked at.
  static let mostFiles = 256
  /// The most bytes of them together, 256 MiB.
  static let mostBytes = 256 << 20

  private struct File {
    /// Its name in the archive; empty under gzip.
    let name: String
    let content: SharedSecret
    let format: ImportFormat
  }

  /// The format of the first of them.
  package let format: ImportFormat
  private var files: [File] = []
  /// The names of the others.
  private var others: [String] = []

  /// Unpacks; nil for what is not packed, and where no file in it is of a format that is known.
  ///
  /// - Parameter bytes: The whole file, in which ``ImportFormat/detect(_:saidToBe:)`` found nothing.
  /// - Throws: `malformed`, `overBounds`, `sealedArchive` or `unsupportedVariant`, as ``ZIPArchive`` does.
  package init?(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    var (files, others) = ([File](), [String]())
    if bytes.starts(with: [0x1F, 0x8B, 0x08]) {
      let content = try Gzip.unpack(bytes, atMost: min(Gzip.mostBytes(from: bytes.count), Self.mostBytes)).secret()
      if let format = content.withBytes({ ImportFormat.detect($0) }) { files.append(File(name: "", content: content, format: format)) }
    } else if ZIPNames.names(in: bytes) != nil {
      let archive = try ZIPArchive(bytes)
      var left = Self.mostBytes
      for name in archive.names where !Self.isOfSystem(name) {
        guard files.count + others.count < Self.mostFiles else { throw CredentialExchangeError(.overBounds) }
        guard let content = try archive.content(name, atMost: left) else { continue }
        left -= content.byteCount
        if let format = content.withBytes({ ImportFormat.detect($0) }) {
          files.append(File(name: name, content: content, format: format))
        } else {
          others.append(name)
        }
      }
    }
    guard let first = files.first else { return nil }
    format = first.format
    (self.files, self.others) = (files, others)
  }

  /// What systems put beside a person's files when they pack a folder.
  private static func isOfSystem(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    return parts.first == "__MACOSX" || parts.last.map { $0.hasPrefix(".") || ["Thumbs.db", "desktop.ini"].contains($0) } ?? true
  }

  /// The entries of all of them, in the order of the archive.
  ///
  /// - Parameter keys: What opens them, where they are sealed.
  /// - Throws: As ``ImportReader/read(_:as:keys:)``.
  package func read(keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    var all = ImportedCollection()
    for file in files {
      let collection = try file.content.withBytes { (bytes) throws(CredentialExchangeError) in
        try ImportReader.read(bytes, as: file.format, keys: keys)
      }
      let (start, prefix) = (all.readCount, file.name.isEmpty ? "" : "\(file.name): ")
      all.items += collection.items
      all.readCount += collection.readCount
      all.findings += collection.findings.map { finding in
        let place = finding.place
        return ImportFinding(
          finding.reason, at: ImportFinding.Place(entry: place.entry.map { $0 + start }, title: place.title, path: prefix + place.path),
          outcome: finding.outcome)
      }
    }
    for name in others { all.tell(.noPlace, name) }
    return all
  }
}
