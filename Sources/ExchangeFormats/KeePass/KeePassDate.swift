// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SecretMemory

/// The dates in KDBX files: ISO 8601 or, since KDBX 4, the seconds since the year 1 in eight bytes.
enum KeePassDate {
  /// The seconds from the year 1 to 1970.
  static let unixEpoch: Int64 = 62_135_596_800

  /// Reads a date in either form.
  ///
  /// - Returns: The date, or nil for the beginning of the year 1, which stands for no date; and whether the text has either form.
  static func read(_ text: UnsafeRawBufferPointer) -> (date: Date?, isWellFormed: Bool) {
    guard text.contains(where: { $0 > 0x20 }) else { return (nil, true) }
    if let bytes = Base64Text.decode(text), bytes.byteCount == 8 {
      let seconds = bytes.withBytes { bytes in bytes.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) } }
      guard seconds != 0 else { return (nil, true) }
      let date = DateText.seconds(Double(seconds) - Double(unixEpoch))
      return (date, date != nil)
    }
    let string = String(decoding: text, as: UTF8.self)
    // Early files have no time zone, and mean UTC.
    guard let date = DateText.iso8601(string) ?? DateText.iso8601(string + "Z") else { return (nil, false) }
    return (date.timeIntervalSince1970 == -Double(unixEpoch) ? nil : date, true)
  }

  /// Returns the form of KDBX 4, in whole seconds.
  static func encoded(_ date: Date) -> [UInt8] {
    (Int64(date.timeIntervalSince1970.rounded(.down)) + unixEpoch).littleEndianBytes
  }
}
