// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A part of a text being read. Its indices are offsets into the whole text, so errors can report their position.
typealias TextPart = Slice<UnsafeRawBufferPointer>

extension OneTimeCodesError {
  /// Creates an error at a byte of the text that `part` belongs to.
  init(
    _ code: Code, at offset: Int, of part: TextPart, character: Character? = nil, suggestion: Character? = nil, parameter: String? = nil
  ) {
    self.init(
      code, position: part.base.characterCount(before: offset), character: character, suggestion: suggestion, parameter: parameter)
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the number of characters (grapheme clusters) before a byte.
  ///
  /// Letters and digits are masked before counting, so that no secret gets into a `String`. Masking does not change any boundary.
  fileprivate func characterCount(before offset: Int) -> Int {
    let masked = prefix(offset).map { byte -> UInt8 in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        UInt8(ascii: "x")
      default: byte
      }
    }
    return String(decoding: masked, as: UTF8.self).count
  }
}
