// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A custom field, as an element of the set of custom fields: `[0 shown or 1 hidden, name, value, position]` (docs/formats/vault.md, "Record content").
package struct CustomField: Sendable {
  private static let label = "passfold/custom-field/v1"

  /// Whether the value is shown only on request.
  package let isHidden: Bool
  /// The name that the user gave it.
  package let name: String
  /// The value in UTF-8.
  package let value: SharedSecret
  /// Its position among the other fields.
  package let position: UInt64

  /// Creates a field.
  package init(isHidden: Bool, name: String, value: SharedSecret, position: UInt64) {
    self.isHidden = isHidden
    self.name = name
    self.value = value
    self.position = position
  }

  /// Reads an element; nil for one from a newer version.
  package init?(_ encoded: SharedSecret) {
    let read = encoded.withBytes { bytes -> CustomField? in
      var cursor = SecretCBORCursor(bytes)
      guard let array = try? cursor.readHead(), array == (.array, 4), let kind = try? cursor.readUnsigned(), kind <= 1,
        let name = try? cursor.readText(), let value = try? cursor.readBytes(), let position = try? cursor.readUnsigned(), cursor.isAtEnd
      else { return nil }
      return CustomField(isHidden: kind == 1, name: name, value: SharedSecret(copying: value), position: position)
    }
    guard let read else { return nil }
    self = read
  }

  /// The element of the set.
  package var encoded: SharedSecret {
    var pieces = SecretPieces()
    let name = Array(name.utf8)
    pieces.append(
      SecretCBORCursor.head(.array, 4) + SecretCBORCursor.head(.unsigned, isHidden ? 1 : 0)
        + SecretCBORCursor.head(.text, UInt64(name.count)) + name)
    pieces.append(byteString: value)
    pieces.append(SecretCBORCursor.head(.unsigned, position))
    return pieces.joined()
  }

  /// Returns the key of a field with this name in the set.
  package static func identifier(of name: String) -> [UInt8] { StampedElements.identifier(label, name) }
}
