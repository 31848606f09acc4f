// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md), read in place; only requested values are extracted.
struct MessagePackText {
  static let deepest = 32
  static let mostElements = 65_536

  /// The kinds of value.
  enum Head {
    case nothing, boolean(Bool), float
    case integer(Int64)
    case text(Range<Int>)
    case binary(Range<Int>)
    case array(Int)
    case map(Int)
  }

  let bytes: UnsafeRawBufferPointer

  /// Returns the value at a position, and the position of its elements or of the next value; nil for invalid bytes.
  func head(at place: Int) -> (head: Head, next: Int)? {
    guard place >= 0, place < bytes.count else { return nil }
    let first = bytes[place]
    func number(_ count: Int) -> UInt64? {
      guard bytes.count - place > count else { return nil }
      return bytes[place + 1..<place + 1 + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
    func span(_ countBytes: Int) -> Range<Int>? {
      guard let count = number(countBytes), count <= UInt64(bytes.count - place - 1 - countBytes) else { return nil }
      return place + 1 + countBytes..<place + 1 + countBytes + Int(count)
    }
    func elements(_ countBytes: Int) -> Int? { number(countBytes).flatMap { $0 <= UInt64(Self.mostElements) ? Int($0) : nil } }
    switch first {
    case 0x00...0x7F: return (.integer(Int64(first)), place + 1)
    case 0xE0...0xFF: return (.integer(Int64(Int8(bitPattern: first))), place + 1)
    case 0x80...0x8F: return (.map(Int(first & 0x0F)), place + 1)
    case 0x90...0x9F: return (.array(Int(first & 0x0F)), place + 1)
    case 0xA0...0xBF:
      let count = Int(first & 0x1F)
      guard bytes.count - place > count else { return nil }
      return (.text(place + 1..<place + 1 + count), place + 1 + count)
    case 0xC0: return (.nothing, place + 1)
    case 0xC2, 0xC3: return (.boolean(first == 0xC3), place + 1)
    case 0xC4...0xC6: return span(1 << Int(first - 0xC4)).map { (.binary($0), $0.upperBound) }
    case 0xCA, 0xCB:
      let count = first == 0xCA ? 4 : 8
      return bytes.count - place > count ? (.float, place + 1 + count) : nil
    case 0xCC...0xCF:
      let count = 1 << Int(first - 0xCC)
      return number(count).flatMap { Int64(exactly: $0) }.map { (.integer($0), place + 1 + count) }
    case 0xD0...0xD3:
      let count = 1 << Int(first - 0xD0)
      return number(count).map { value in
        let shift = UInt64(64 - 8 * count)
        return (.integer(Int64(bitPattern: value << shift) >> Int64(shift)), place + 1 + count)
      }
    case 0xD9...0xDB: return span(1 << Int(first - 0xD9)).map { (.text($0), $0.upperBound) }
    case 0xDC, 0xDD:
      let count = first == 0xDC ? 2 : 4
      return elements(count).map { (.array($0), place + 1 + count) }
    case 0xDE, 0xDF:
      let count = first == 0xDE ? 2 : 4
      return elements(count).map { (.map($0), place + 1 + count) }
    default: return nil
    }
  }

  /// Returns the end of the value at a position.
  func end(of place: Int, depth: Int = 0) -> Int? {
    guard depth < Self.deepest, let (head, next) = head(at: place) else { return nil }
    let count: Int
    switch head {
    case .array(let elements): count = elements
    case .map(let members): count = members * 2
    default: return next
    }
    var place = next
    for _ in 0..<count {
      guard let end = end(of: place, depth: depth + 1) else { return nil }
      place = end
    }
    return place
  }

  /// Returns the position of a map's member.
  func member(_ name: String, of place: Int?) -> Int? {
    guard let place, case (.map(let count), var position)? = head(at: place) else { return nil }
    for _ in 0..<count {
      guard let value = end(of: position) else { return nil }
      if string(at: position) == name { return value }
      guard let next = end(of: value) else { return nil }
      position = next
    }
    return nil
  }

  /// Returns the positions of an array's elements; nil if it is not an array.
  func elements(of place: Int?) -> [Int]? {
    guard let place, case (.array(let count), var position)? = head(at: place) else { return nil }
    var places: [Int] = []
    for _ in 0..<count {
      places.append(position)
      guard let next = end(of: position) else { return nil }
      position = next
    }
    return places
  }

  func string(at place: Int?) -> String? {
    guard let place, case (.text(let range), _)? = head(at: place) else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  func integer(at place: Int?) -> Int64? {
    guard let place, case (.integer(let number), _)? = head(at: place) else { return nil }
    return number
  }

  /// Returns bytes, stored as such or as an array of numbers, in secret memory.
  func secret(at place: Int?) -> SharedSecret? {
    guard let place, let (head, next) = head(at: place) else { return nil }
    switch head {
    case .binary(let range): return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[range]))
    case .array(let count):
      var secret = SecretBytes(byteCount: count)
      let isWhole = secret.withMutableBytes { target in
        var position = next
        for index in 0..<count {
          guard case (.integer(let number), let after)? = self.head(at: position), let byte = UInt8(exactly: number) else { return false }
          target[index] = byte
          position = after
        }
        return true
      }
      return isWhole ? SharedSecret(secret) : nil
    default: return nil
    }
  }
}
