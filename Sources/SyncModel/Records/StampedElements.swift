// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import SecretMemory
// Imported explicitly, because Crypto has a type of the same name.
package import class SecretMemory.SharedSecret

/// A set as a field's value: a map from an element's identifier to `[value, stamp]`, so that two devices can each change one.
///
/// A removed element stays as null. Values stay encoded and in secret memory.
package struct StampedElements {
  struct Element {
    let value: SharedSecret
    let stamp: FieldStamp
  }

  private static let identifierByteCount = 8
  private static let null: [UInt8] = [0xF6]

  private(set) var elements: [[UInt8]: Element] = [:]

  /// Creates an empty set.
  package init() {}

  init(_ elements: [[UInt8]: Element]) { self.elements = elements }

  /// Decodes a field; nil for a value of a newer version.
  package init?(_ encoded: SharedSecret) {
    let read = encoded.withBytes { bytes -> [[UInt8]: Element]? in
      var cursor = SecretCBORCursor(bytes)
      return try? Self.read(&cursor)
    }
    guard let read else { return nil }
    elements = read
  }

  private static func read(_ cursor: inout SecretCBORCursor) throws(SecretCBORCursor.Malformed) -> [[UInt8]: Element] {
    let map = try cursor.readHead()
    guard map.major == .map else { throw SecretCBORCursor.Malformed() }
    var elements: [[UInt8]: Element] = [:]
    for _ in 0..<map.argument {
      let identifier = Array(try cursor.readBytes())
      guard identifier.count == identifierByteCount, try cursor.readHead() == (.array, 2) else { throw SecretCBORCursor.Malformed() }
      let value = SharedSecret(copying: try cursor.skipItem())
      guard let stamp = FieldStamp(try cursor.readBytes()) else { throw SecretCBORCursor.Malformed() }
      elements[identifier] = Element(value: value, stamp: stamp)
    }
    guard cursor.isAtEnd else { throw SecretCBORCursor.Malformed() }
    return elements
  }

  /// The encoded values that were not removed.
  package var values: [[UInt8]: SharedSecret] {
    elements.mapValues(\.value).filter { !$0.value.withBytes { $0.elementsEqual(Self.null) } }
  }

  /// Replaces the values; unchanged elements keep their stamps.
  package mutating func replace(with wanted: [[UInt8]: SharedSecret], stamp: FieldStamp) {
    for (identifier, element) in elements where wanted[identifier] == nil {
      if element.value.withBytes({ $0.elementsEqual(Self.null) }) { continue }
      elements[identifier] = Element(value: SharedSecret(copying: Self.null), stamp: stamp)
    }
    for (identifier, value) in wanted {
      if let old = elements[identifier], constantTimeEquals(old.value, value) { continue }
      elements[identifier] = Element(value: value, stamp: stamp)
    }
  }

  /// The set as a field's value.
  package var encoded: SharedSecret {
    var pieces = SecretPieces()
    pieces.append(SecretCBORCursor.head(.map, UInt64(elements.count)))
    for (identifier, element) in elements.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      pieces.append(SecretCBORCursor.head(.bytes, UInt64(identifier.count)) + identifier + SecretCBORCursor.head(.array, 2))
      pieces.append(element.value)
      pieces.append(SecretCBORCursor.head(.bytes, UInt64(FieldStamp.byteCount)) + element.stamp.bytes)
    }
    return pieces.joined()
  }

  /// Returns the identifier of an element by its name, the same on every device.
  package static func identifier(_ label: String, _ name: String) -> [UInt8] { identifier(label, Array(name.utf8)) }

  /// Returns the identifier of an element by bytes that name it.
  package static func identifier(_ label: String, _ name: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: Array(label.utf8) + name)
    return Array(hash.finalize().prefix(identifierByteCount))
  }
}
