// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An IPv6 address, parsed and serialised as the URL standard prescribes.
struct IPv6Address: Hashable, Sendable, CustomStringConvertible {
  private let pieces: [UInt16]

  /// Reads the text form without brackets and without a zone; nil if it is invalid.
  init?(_ text: String) {
    let halves = Self.split(text)
    guard let first = halves.first, let head = Self.pieces(of: first, last: halves.count == 1) else { return nil }
    guard halves.count == 2, let second = halves.last else {
      guard head.count == 8 else { return nil }
      pieces = head
      return
    }
    guard let tail = Self.pieces(of: second, last: true), head.count + tail.count <= 7 else { return nil }
    pieces = head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  /// The shortest form: lower-case hexadecimal with the first longest run of zero pieces omitted.
  var description: String {
    var longest = 0..<0
    var start = 0
    while start < pieces.count {
      let end = pieces[start...].firstIndex { $0 != 0 } ?? pieces.count
      if end - start > max(1, longest.count) { longest = start..<end }
      start = max(end, start + 1)
    }
    func hex(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
    guard !longest.isEmpty else { return hex(pieces[...]) }
    return hex(pieces[..<longest.lowerBound]) + "::" + hex(pieces[longest.upperBound...])
  }

  /// Returns the fields before and after the first `::`, or all fields if there is none.
  private static func split(_ text: String) -> [[Substring]] {
    func fields(_ part: Substring) -> [Substring] { part.isEmpty ? [] : part.split(separator: ":", omittingEmptySubsequences: false) }
    guard let gap = text.firstRange(of: "::") else { return [fields(text[...])] }
    return [fields(text[..<gap.lowerBound]), fields(text[gap.upperBound...])]
  }

  private static func pieces(of fields: [Substring], last: Bool) -> [UInt16]? {
    var pieces: [UInt16] = []
    for (index, field) in fields.enumerated() {
      if last, index == fields.count - 1, field.contains(".") {
        let numbers = field.split(separator: ".", omittingEmptySubsequences: false).compactMap { part in
          UInt8(part).flatMap { String($0) == String(part) ? UInt16($0) : nil }
        }
        guard numbers.count == 4, field.split(separator: ".", omittingEmptySubsequences: false).count == 4 else { return nil }
        pieces += [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
      } else {
        guard (1...4).contains(field.count), field.allSatisfy(\.isHexDigit), let piece = UInt16(field, radix: 16) else { return nil }
        pieces.append(piece)
      }
    }
    return pieces
  }
}
