// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A part of a text that is being read; its indices are offsets into the whole, so that a fault can be placed there.
typealias TextPart = Slice<UnsafeRawBufferPointer>

extension OneTimeCodesError {
  /// A fault at a byte of the text that `part` belongs to.
  init(
    _ code: Code, at offset: Int, of part: TextPart, character: Character? = nil, suggestion: Character? = nil, parameter: String? = nil
  ) {
    self.init(
      code, position: part.base.characterCount(before: offset), character: character, suggestion: suggestion, parameter: parameter)
  }
}

extension UnsafeRawBufferPointer {
  /// How many characters, as people count them, stand before a byte.
  ///
  /// Letters and digits are masked before they are counted, so that no secret gets into a `String`; that changes no boundary.
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
