// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import SecretMemory
import SyncModel

/// The elements of an identity's sets: `[label, value, position]`, each identified by its label, so that two devices can each change one.
enum LabelledValues {
  private static let label = "passfold/labelled/v1"

  /// An element with its position among the others.
  typealias Placed<Value> = (position: UInt64, label: String, value: Value)

  static func encode(_ values: [PersonRecord.Labelled]) -> [([UInt8], SharedSecret)] {
    values.enumerated().map { position, value in
      let text = Array(value.text.utf8)
      return encode(value.label, at: position) { $0.append(SecretCBORCursor.head(.text, UInt64(text.count)) + text) }
    }
  }

  static func encode(_ documents: [PersonRecord.Document]) -> [([UInt8], SharedSecret)] {
    documents.enumerated().map { position, document in
      encode(document.label, at: position) { $0.append(byteString: document.number) }
    }
  }

  private static func encode(_ name: String, at position: Int, value: (inout SecretPieces) -> Void) -> ([UInt8], SharedSecret) {
    var pieces = SecretPieces()
    let bytes = Array(name.utf8)
    pieces.append(SecretCBORCursor.head(.array, 3) + SecretCBORCursor.head(.text, UInt64(bytes.count)) + bytes)
    value(&pieces)
    pieces.append(SecretCBORCursor.head(.unsigned, UInt64(position)))
    return (StampedElements.identifier(label, name), pieces.joined())
  }

  /// Returns the element; nil for one of a newer version.
  static func text(_ encoded: SharedSecret) -> Placed<PersonRecord.Labelled>? {
    decode(encoded) { (cursor, label) throws(SecretCBORCursor.Malformed) in PersonRecord.Labelled(label: label, text: try cursor.readText())
    }
  }

  /// Returns the element; nil for one of a newer version.
  static func document(_ encoded: SharedSecret) -> Placed<PersonRecord.Document>? {
    decode(encoded) { (cursor, label) throws(SecretCBORCursor.Malformed) in
      PersonRecord.Document(label: label, number: SharedSecret(copying: try cursor.readBytes()))
    }
  }

  private static func decode<Value>(
    _ encoded: SharedSecret, _ read: (inout SecretCBORCursor, String) throws(SecretCBORCursor.Malformed) -> Value
  ) -> Placed<Value>? {
    encoded.withBytes { bytes in
      var cursor = SecretCBORCursor(bytes)
      guard let array = try? cursor.readHead(), array == (.array, 3), let label = try? cursor.readText(),
        let value = try? read(&cursor, label), let position = try? cursor.readUnsigned(), cursor.isAtEnd
      else { return nil }
      return (position, label, value)
    }
  }

  /// Returns the values in the user's order.
  static func ordered<Value>(_ placed: [Placed<Value>]) -> [Value] {
    placed.sorted { ($0.position, $0.label) < ($1.position, $1.label) }.map(\.value)
  }
}
