// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The names of an archive's files, read only from its central directory (APPNOTE 6.3.10 §4.3); nothing is unpacked.
enum ZIPNames {
  static let mostCommentBytes = 65_535

  /// Returns the names; nil if the bytes are not an archive, or its directory is not where its end says.
  static func names(in bytes: UnsafeRawBufferPointer) -> Set<String>? {
    guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]), let end = endOfDirectory(bytes) else { return nil }
    // §4.3.16: the number of files, and the length and position of the directory.
    let (count, length, start) = (short(bytes, end + 10), long(bytes, end + 12), long(bytes, end + 16))
    guard start + length <= end else { return nil }
    var (position, names) = (start, Set<String>())
    for _ in 0..<count {
      // §4.3.12: 46 bytes, the name, the extra field and the comment.
      guard position + 46 <= start + length, bytes[position..<position + 4].elementsEqual([0x50, 0x4B, 0x01, 0x02]) else { return nil }
      let nameEnd = position + 46 + short(bytes, position + 28)
      let next = nameEnd + short(bytes, position + 30) + short(bytes, position + 32)
      guard next <= start + length else { return nil }
      names.insert(String(decoding: bytes[position + 46..<nameEnd], as: UTF8.self))
      position = next
    }
    return position == start + length ? names : nil
  }

  /// Returns the folder that contains all files, with a slash at its end; nil if there is none.
  ///
  /// Users who unpack an export and pack it again often pack the folder. Files that macOS adds do not count.
  static func folder(of names: some Collection<String>) -> String? {
    let names = names.filter { !$0.hasPrefix("__MACOSX/") && $0 != ".DS_Store" && !$0.hasSuffix("/") }
    guard let first = names.first, let slash = first.firstIndex(of: "/") else { return nil }
    let folder = String(first[...slash])
    return names.allSatisfy { $0.hasPrefix(folder) } ? folder : nil
  }

  /// Returns the position of the end record, whose comment extends to the end of the archive.
  private static func endOfDirectory(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let last = bytes.count - 22
    guard last >= 0 else { return nil }
    return (max(0, last - mostCommentBytes)...last).reversed().first { place in
      bytes[place..<place + 4].elementsEqual([0x50, 0x4B, 0x05, 0x06]) && place + 22 + short(bytes, place + 20) == bytes.count
    }
  }

  private static func short(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

  private static func long(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
    short(bytes, place) | short(bytes, place + 2) << 16
  }
}
