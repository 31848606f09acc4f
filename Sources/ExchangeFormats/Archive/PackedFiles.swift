// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import SecretMemory

/// The files of known formats inside a packed file: one file in gzip, or a folder in an archive.
///
/// Archives that are themselves a known format are excluded.
package struct PackedFiles {
  /// The maximum number of files in an archive that are examined.
  static let mostFiles = 256
  /// The maximum total size of these files, 256 MiB.
  static let mostBytes = 256 << 20

  private struct File {
    /// The file's name in the archive; empty for gzip.
    let name: String
    let content: SharedSecret
    let format: ImportFormat
  }

  /// The format of the first file.
  package let format: ImportFormat
  private var files: [File] = []
  /// The names of the other files.
  private var others: [String] = []

  /// Unpacks the files; nil if nothing is packed, or if no file in it has a known format.
  ///
  /// - Parameter bytes: The complete file, for which ``ImportFormat/detect(_:saidToBe:)`` found no format.
  /// - Throws: `malformed`, `overBounds`, `sealedArchive` or `unsupportedVariant`, like ``ZIPArchive``.
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

  /// Whether a file was added by the system when the user packed a folder.
  private static func isOfSystem(_ name: String) -> Bool {
    let parts = name.split(separator: "/")
    return parts.first == "__MACOSX" || parts.last.map { $0.hasPrefix(".") || ["Thumbs.db", "desktop.ini"].contains($0) } ?? true
  }

  /// Returns the entries of all files, in the order of the archive.
  ///
  /// - Parameter keys: The keys for encrypted files.
  /// - Throws: The errors of ``ImportReader/read(_:as:keys:)``.
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
