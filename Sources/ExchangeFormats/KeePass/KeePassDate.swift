// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SecretMemory

/// The points in time of a KDBX file: ISO 8601, or since KDBX 4 the seconds since the year 1 in eight bytes.
enum KeePassDate {
  /// How many seconds 1970 is after the year 1.
  static let unixEpoch: Int64 = 62_135_596_800

  /// Reads either form.
  ///
  /// - Returns: The point, or nil for the very beginning of the year 1, which stands for none; false for what is neither form.
  static func read(_ text: UnsafeRawBufferPointer) -> (date: Date?, isWellFormed: Bool) {
    guard text.contains(where: { $0 > 0x20 }) else { return (nil, true) }
    if let bytes = Base64Text.decode(text), bytes.byteCount == 8 {
      let seconds = bytes.withBytes { bytes in bytes.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) } }
      guard seconds != 0 else { return (nil, true) }
      let date = DateText.seconds(Double(seconds) - Double(unixEpoch))
      return (date, date != nil)
    }
    let string = String(decoding: text, as: UTF8.self)
    // Early files have no zone, and mean UTC.
    guard let date = DateText.iso8601(string) ?? DateText.iso8601(string + "Z") else { return (nil, false) }
    return (date.timeIntervalSince1970 == -Double(unixEpoch) ? nil : date, true)
  }

  /// The form of KDBX 4; a fraction of the second is left out.
  static func encoded(_ date: Date) -> [UInt8] {
    (Int64(date.timeIntervalSince1970.rounded(.down)) + unixEpoch).littleEndianBytes
  }
}
