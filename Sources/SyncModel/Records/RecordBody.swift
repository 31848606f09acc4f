// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// The content of a record: its kind, and for each field an encoded value with the stamp of its last change.
///
/// Values stay encoded and in secret memory, so that fields of a newer version are preserved byte for byte.
package struct RecordBody: Sendable {
  /// A field's value with its stamp, as in the content.
  package struct Field: Sendable {
    /// The value, CBOR-encoded.
    package let value: SharedSecret
    /// The time and device of its last change.
    package let stamp: FieldStamp

    /// Creates a field.
    package init(value: SharedSecret, stamp: FieldStamp) {
      self.value = value
      self.stamp = stamp
    }
  }

  /// The number of the kind, which may be from a newer version.
  package let kind: UInt8
  /// The fields by number.
  package private(set) var fields: [UInt64: Field]

  /// Creates a body without validating it: an unknown kind or field is kept as it is.
  package init(kind: UInt8, fields: [UInt64: Field] = [:]) {
    self.kind = kind
    self.fields = fields
  }

  /// Sets a field, with a new stamp only if its value changes.
  package mutating func set(_ key: UInt64, to value: SharedSecret, stamp: FieldStamp) {
    if let old = fields[key], constantTimeEquals(old.value, value) { return }
    fields[key] = Field(value: value, stamp: stamp)
  }

  /// Decodes a body; nil for anything but the unique encoding of a body.
  package init?(content: borrowing SecretBytes) {
    guard let body = content.withBytes({ bytes in try? RecordBody(bytes) }) else { return nil }
    self = body
  }

  private init(_ bytes: UnsafeRawBufferPointer) throws(SecretCBORCursor.Malformed) {
    guard let kind = bytes.first else { throw SecretCBORCursor.Malformed() }
    var fields: [UInt64: Field] = [:]
    var cursor = SecretCBORCursor(bytes, from: 1)
    let map = try cursor.readHead()
    guard map.major == .map, map.argument <= UInt64(bytes.count) else { throw SecretCBORCursor.Malformed() }
    var last: UInt64?
    for _ in 0..<map.argument {
      let key = try cursor.readUnsigned()
      if let last, key <= last { throw SecretCBORCursor.Malformed() }
      last = key
      guard try cursor.readHead() == (.array, 2) else { throw SecretCBORCursor.Malformed() }
      let value = SharedSecret(copying: try cursor.skipItem(depth: 2))
      guard let stamp = FieldStamp(try cursor.readBytes()) else { throw SecretCBORCursor.Malformed() }
      fields[key] = Field(value: value, stamp: stamp)
    }
    guard cursor.isAtEnd else { throw SecretCBORCursor.Malformed() }
    self.init(kind: kind, fields: fields)
  }

  /// Returns the body's unique encoding.
  package func encoded() -> SecretBytes {
    let ordered = fields.sorted { $0.key < $1.key }
    let stampHead = SecretCBORCursor.head(.bytes, UInt64(FieldStamp.byteCount))
    let opening = [kind] + SecretCBORCursor.head(.map, UInt64(ordered.count))
    let heads = ordered.map { SecretCBORCursor.head(.unsigned, $0.key) + SecretCBORCursor.head(.array, 2) }
    let valueByteCount = ordered.reduce(0) { $0 + $1.value.value.byteCount + stampHead.count + FieldStamp.byteCount }
    var content = SecretBytes(byteCount: opening.count + heads.reduce(0) { $0 + $1.count } + valueByteCount)
    content.withMutableBytes { content in
      var position = 0
      func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: content[position...]).copyMemory(from: bytes)
        position += bytes.count
      }
      opening.withUnsafeBytes(append)
      for (head, (_, field)) in zip(heads, ordered) {
        head.withUnsafeBytes(append)
        field.value.withBytes(append)
        (stampHead + field.stamp.bytes).withUnsafeBytes(append)
      }
    }
    return content
  }
}
