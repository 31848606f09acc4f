// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// A `java.util.HashMap` of strings to strings in Java's object serialization (its specification, §6.4).
struct JavaStringMap {
  // STREAM_MAGIC and STREAM_VERSION.
  private static let mark: [UInt8] = [0xAC, 0xED, 0x00, 0x05]
  private static let mapName = "java.util.HashMap"
  static let mostEntries = 100_000

  /// The pairs in the order of the stream, which follows the hashes.
  private(set) var pairs: [(key: String, value: SharedSecret)] = []

  /// Whether bytes begin like a stream of serialized objects.
  static func recognises(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: mark) }

  /// Reads a stream whose only object is a map of strings.
  init(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    var stream = Stream(bytes: bytes)
    guard Self.recognises(bytes) else { throw stream.malformed }
    stream.position = Self.mark.count
    // newObject: TC_OBJECT, TC_CLASSDESC, the class's name, number and flags.
    guard try stream.byte() == 0x73, try stream.byte() == 0x72, try stream.text(try stream.short()) == Self.mapName else {
      throw stream.malformed
    }
    _ = try stream.range(9)
    // The fields, each a type and a name: floats and integers of four bytes.
    var fieldByteCount = 0
    for _ in 0..<(try stream.short()) {
      guard [UInt8(ascii: "F"), UInt8(ascii: "I")].contains(try stream.byte()) else { throw stream.malformed }
      _ = try stream.range(try stream.short())
      fieldByteCount += 4
    }
    // TC_ENDBLOCKDATA, no superclass, the values of the fields; then TC_BLOCKDATA of eight bytes, capacity and size.
    guard try stream.byte() == 0x78, try stream.byte() == 0x70 else { throw stream.malformed }
    _ = try stream.range(fieldByteCount)
    guard try stream.byte() == 0x77, try stream.byte() == 8 else { throw stream.malformed }
    _ = try stream.range(4)
    let count = try stream.short() << 16 | stream.short()
    guard count <= Self.mostEntries else { throw CredentialExchangeError(.overBounds, offset: stream.position) }
    for _ in 0..<count {
      let key = try stream.string()
      let value = try stream.string()
      pairs.append((key.withBytes { String(decoding: $0, as: UTF8.self) }, value))
    }
    guard try stream.byte() == 0x78, stream.position == bytes.count else { throw stream.malformed }
  }

  /// The value for a key.
  subscript(_ key: String) -> SharedSecret? { pairs.first { $0.key == key }?.value }
}

extension JavaStringMap {
  private struct Stream {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var malformed: CredentialExchangeError { CredentialExchangeError(.malformed, offset: position) }

    mutating func range(_ count: Int) throws(CredentialExchangeError) -> Range<Int> {
      guard count <= bytes.count - position else { throw malformed }
      defer { position += count }
      return position..<position + count
    }

    mutating func byte() throws(CredentialExchangeError) -> UInt8 { bytes[try range(1).lowerBound] }

    mutating func short() throws(CredentialExchangeError) -> Int { try range(2).reduce(0) { $0 << 8 | Int(bytes[$1]) } }

    mutating func text(_ count: Int) throws(CredentialExchangeError) -> String {
      String(decoding: bytes[try range(count)], as: UTF8.self)
    }

    /// newString: TC_STRING or TC_LONGSTRING, and the text in Java's modified UTF-8.
    mutating func string() throws(CredentialExchangeError) -> SharedSecret {
      let count: Int
      switch try byte() {
      case 0x74: count = try short()
      case 0x7C:
        guard try short() == 0, try short() == 0 else { throw malformed }
        count = try short() << 16 | short()
      default: throw malformed
      }
      return Self.text(bytes[try range(count)])
    }

    /// Converts Java's modified UTF-8 to standard UTF-8: Java writes a zero as two bytes, and each half of a surrogate pair as three.
    private static func text(_ java: Slice<UnsafeRawBufferPointer>) -> SharedSecret {
      guard java.contains(0xED) || java.contains(0xC0) else { return SharedSecret(copying: java) }
      var text = SecretBytes(byteCount: java.count)
      let count = text.withMutableBytes { target in
        var (place, written) = (java.startIndex, 0)
        func unit(_ place: Int) -> UInt32? {
          guard place + 2 < java.endIndex, java[place] == 0xED else { return nil }
          return 0xD000 | UInt32(java[place + 1] & 0x3F) << 6 | UInt32(java[place + 2] & 0x3F)
        }
        while place < java.endIndex {
          if java[place] == 0xC0, place + 1 < java.endIndex, java[place + 1] == 0x80 {
            target[written] = 0
            (place, written) = (place + 2, written + 1)
          } else if let high = unit(place), 0xD800...0xDBFF ~= high, let low = unit(place + 3), 0xDC00...0xDFFF ~= low {
            let scalar = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
            for (offset, shift) in [18, 12, 6, 0].enumerated() {
              target[written + offset] =
                UInt8(truncatingIfNeeded: scalar >> UInt32(shift)) & (offset == 0 ? 0x07 : 0x3F) | (offset == 0 ? 0xF0 : 0x80)
            }
            (place, written) = (place + 6, written + 4)
          } else {
            target[written] = java[place]
            (place, written) = (place + 1, written + 1)
          }
        }
        return written
      }
      return text.withBytes { SharedSecret(copying: $0.prefix(count)) }
    }
  }
}
