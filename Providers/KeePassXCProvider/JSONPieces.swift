// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Cuts a stream into JSON objects: the protocol writes one after the other, with nothing between them.
package struct JSONPieces: Sendable {
  /// The most bytes of one object.
  private static let limit = 4 << 20

  private var pending: [UInt8] = []
  private var position = 0
  private var depth = 0
  private var isInText = false
  private var isEscaped = false

  /// Nothing has come yet.
  package init() {}

  /// Takes bytes and returns the objects that are whole now.
  ///
  /// - Throws: ``KeePassXCError`` `badAnswer` for what is no object, or too large a one.
  package mutating func take(_ bytes: some Sequence<UInt8>) throws(KeePassXCError) -> [[UInt8]] {
    pending += bytes
    var objects: [[UInt8]] = []
    while position < pending.count {
      let byte = pending[position]
      position += 1
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        guard depth >= 0 else { throw KeePassXCError(.badAnswer) }
        if depth == 0 {
          objects.append(Array(pending[..<position]))
          pending.removeSubrange(..<position)
          position = 0
        }
      case UInt8(ascii: "\""):
        guard depth > 0 else { throw KeePassXCError(.badAnswer) }
        isInText = true
      case 0x20, 0x09, 0x0a, 0x0d: break
      default: guard depth > 0 else { throw KeePassXCError(.badAnswer) }
      }
    }
    guard pending.count <= Self.limit else { throw KeePassXCError(.badAnswer) }
    return objects
  }
}
