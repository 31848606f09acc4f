// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialModel
import FoundationEssentials
import SyncModel

/// A release in CBOR (docs/formats/vault.md, "Releases"): `[time, door, kind, record, title, user, recipient]`.
enum ReleaseNoteValue {
  /// The maximum length of each text in bytes; all of them together fit an entry.
  private static let textLimit = 140

  static func encode(_ note: ReleaseNote) -> CBORValue {
    .array([
      .unsigned(RecordBody.milliseconds(note.date)), .unsigned(UInt64(note.door.rawValue)), .unsigned(UInt64(note.kind.rawValue)),
      note.record.map { .bytes($0.bytes) } ?? .null, .text(cut(note.title)), .text(cut(note.user)), .text(cut(note.recipient)),
    ])
  }

  /// Returns the release; nil for a value of another version.
  static func decode(_ value: CBORValue) -> ReleaseNote? {
    guard case .array(let parts) = value, parts.count == 7, case .unsigned(let time) = parts[0],
      case .unsigned(let doorNumber) = parts[1], let door = UInt8(exactly: doorNumber).flatMap(ReleaseNote.Door.init(rawValue:)),
      case .unsigned(let kindNumber) = parts[2], let kind = UInt8(exactly: kindNumber).flatMap(ReleaseNote.Kind.init(rawValue:)),
      case .text(let title) = parts[4], case .text(let user) = parts[5], case .text(let recipient) = parts[6]
    else { return nil }
    return ReleaseNote(
      date: RecordBody.date(time), door: door, kind: kind, record: parts[3].bytesValue.flatMap { RecordIdentifier(bytes: $0) },
      title: title, user: user, recipient: recipient)
  }

  /// Returns a text cut to its limit at a character boundary.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > textLimit else { return text }
    var kept = ""
    for character in text {
      guard kept.utf8.count + character.utf8.count <= textLimit - 3 else { break }
      kept.append(character)
    }
    return kept + "…"
  }
}
