// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// The columns that only the table of Passwords for Nextcloud has.
enum NextcloudFields {
  private static let fields = ["customfields", "custom fields", "benutzerdefinierte felder"]
  private static let folderIdentifiers = ["folderid", "folder id", "ordner-id"]

  /// Takes custom fields and internal identifiers, if a table has a folder's identifier.
  static func take(_ row: inout TableRow, into draft: inout EntryDraft) {
    guard folderIdentifiers.contains(where: row.has), row.has("revision") else { return }
    for name in folderIdentifiers + ["id", "revision"] { row.pass(name) }
    for name in fields { take(row.secret(name), named: name, into: &draft) }
  }

  /// Keeps fields written as lines of a label, a comma, a kind, a colon and the value; a cell with other lines is kept whole.
  private static func take(_ cell: SharedSecret?, named name: String, into draft: inout EntryDraft) {
    let fields = cell?.withBytes { bytes in bytes.split(separator: 0x0A).map { field(UnsafeRawBufferPointer(rebasing: $0)) } } ?? []
    guard fields.allSatisfy({ $0 != nil }) else { return draft.keep(name, cell, isHidden: true, because: .malformedValue) }
    for field in fields.compactMap(\.self) {
      let isHidden = field.kind == "secret" || field.kind == "data" || SecretNames.isSecret(field.label)
      draft.keep(field.label, field.value, isHidden: isHidden)
    }
  }

  private static func field(_ line: UnsafeRawBufferPointer) -> (label: String, kind: String, value: SharedSecret)? {
    let kinds = ["text", "secret", "email", "url", "file", "data"]
    let bytes = Array(line)
    for kind in kinds {
      let mark = Array(", \(kind): ".utf8)
      guard let place = bytes.firstRange(of: mark), place.lowerBound > 0 else { continue }
      return (String(decoding: bytes[..<place.lowerBound], as: UTF8.self), kind, SharedSecret(copying: bytes[place.upperBound...]))
    }
    return nil
  }
}
