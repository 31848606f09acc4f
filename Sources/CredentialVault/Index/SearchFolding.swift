// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Folds text into the form that search compares: letters that differ only in case, accents or width become equal.
///
/// Two scalars are equal if Unicode's root collation, on which ICU's is based, gives them the same primary weights.
enum SearchFolding {
  private struct Table: Sendable {
    var scalars: [UInt32] = []
    /// The end offset of each scalar's UTF-8 replacement in `replacements`.
    var ends: [Int] = []
    var replacements: [UInt8] = []
  }

  private static let table: Table = {
    var table = Table()
    SearchFoldingTable.text.withUTF8Buffer { text in
      for item in text.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) {
        var values: [UInt32] = [0]
        for byte in item {
          switch byte {
          case UInt8(ascii: "="), UInt8(ascii: "."): values.append(0)
          case UInt8(ascii: "0")...UInt8(ascii: "9"): values[values.count - 1] = values[values.count - 1] << 4 | UInt32(byte - 48)
          default: values[values.count - 1] = values[values.count - 1] << 4 | UInt32(byte - 87)
          }
        }
        table.scalars.append(values[0])
        for scalar in values.dropFirst().filter({ $0 != 0 }).compactMap(Unicode.Scalar.init) {
          table.replacements += UTF8.encode(scalar) ?? .init()
        }
        table.ends.append(table.replacements.count)
      }
    }
    return table
  }()

  /// Appends the folded UTF-8 of a text, which never contains a line end.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20: bytes.append(0x20)
      case 0x41...0x5A: bytes.append(UInt8(scalar.value) + 0x20)
      case 0x20..<0x80: bytes.append(UInt8(scalar.value))
      case 0xAC00..<0xAC00 + 11_172: appendSyllable(scalar.value - 0xAC00, to: &bytes)
      default: appendFolded(scalar, to: &bytes)
      }
    }
  }

  /// Returns the folded UTF-8 of a text.
  static func fold(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return bytes
  }

  /// Appends a Hangul syllable as its letters (Unicode §3.12), so that a partly typed syllable matches it.
  private static func appendSyllable(_ index: UInt32, to bytes: inout [UInt8]) {
    let letters = [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (index % 28 == 0 ? [] : [0x11A7 + index % 28])
    for letter in letters.compactMap(Unicode.Scalar.init) { bytes += UTF8.encode(letter) ?? .init() }
  }

  private static func appendFolded(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    var (low, high) = (0, table.scalars.count)
    while low < high {
      let middle = (low + high) / 2
      if table.scalars[middle] < scalar.value { low = middle + 1 } else { high = middle }
    }
    if low < table.scalars.count, table.scalars[low] == scalar.value {
      bytes += table.replacements[(low == 0 ? 0 : table.ends[low - 1])..<table.ends[low]]
    } else {
      bytes += UTF8.encode(scalar) ?? .init()
    }
  }
}
