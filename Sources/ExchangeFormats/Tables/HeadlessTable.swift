// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Recognises a table of logins without a heading by the contents and positions of its columns.
///
/// Only one column may contain addresses; the user name and the password come directly after or before it, in this order, as in every
/// program. If both are possible, one of them must have e-mail addresses as user names. Anything else is left to the user.
enum HeadlessTable {
  /// The maximum number of lines examined; it is low because they are kept as strings, passwords included.
  private static let mostLines = 16
  private static let mostBytes = 16_384
  private static let columnCounts = 3...12

  /// Returns the names of the columns in terms of ``LoginTable``, empty for unknown ones; nil if this is not such a table, or not
  /// unambiguously.
  static func names(of bytes: UnsafeRawBufferPointer) -> [String]? {
    guard let all = firstLines(bytes) else { return nil }
    if isKeeper(all) { return KeeperFields.headless + [""] }
    guard let (lines, count) = alike(all) else { return nil }
    func column(_ number: Int) -> [String] { lines.map { $0[number] }.filter { !$0.isEmpty } }
    let addresses = (0..<count).filter { !column($0).isEmpty && column($0).allSatisfy(isAddress) }
    guard addresses.count == 1, let address = addresses.first else { return nil }
    var places = [(address + 1, address + 2), (address - 2, address - 1)].filter { user, password in
      user >= 0 && password < count && isUser(column(user)) && isPassword(column(password), of: lines.count)
    }
    if places.count > 1 { places = places.filter { user, _ in column(user).contains(where: isEmail) } }
    guard places.count == 1, let (user, password) = places.first else { return nil }
    var names = [String](repeating: "", count: count)
    (names[address], names[user], names[password]) = ("url", "username", "password")
    let hasFolder = user == 2 && names[1].isEmpty
    if hasFolder {
      (names[0], names[1]) = ("folder", "title")
    } else if names[0].isEmpty {
      names[0] = "title"
    }
    // The column after all of these is the note, if it is the last one or the table has folders.
    let last = max(address, password) + 1
    if last == count - 1 || hasFolder && last < count { names[last] = "note" }
    return names
  }

  /// Whether a text is a table of any kind, for a more specific error.
  static func isTable(_ bytes: UnsafeRawBufferPointer) -> Bool { firstLines(bytes).map { hasPairs($0) || alike($0) != nil } ?? false }

  private static func firstLines(_ bytes: UnsafeRawBufferPointer) -> [[String]]? {
    guard UTF8Bytes.firstWrongPlace(UnsafeRawBufferPointer(rebasing: bytes.prefix(mostBytes / 2))) == nil || bytes.count > mostBytes / 2
    else { return nil }
    return CSVReader.firstLines(of: bytes, most: mostLines, longest: mostBytes)
  }

  /// Whether lines continue after the columns of Keeper's table with pairs of a name and a value, as many as the entry has.
  private static func hasPairs(_ lines: [[String]]) -> Bool {
    let count = KeeperFields.headlessCount
    return lines.allSatisfy { $0.count >= count && ($0.count - count).isMultiple(of: 2) } && lines.contains { $0.count > count }
  }

  /// Whether lines are those of Keeper's table. No other has such pairs, so a user name may have spaces, and many passwords be missing.
  private static func isKeeper(_ lines: [[String]]) -> Bool {
    guard hasPairs(lines) else { return false }
    let addresses = lines.map { $0[KeeperFields.address] }.filter { !$0.isEmpty }
    return !addresses.isEmpty && addresses.allSatisfy(isAddress)
  }

  /// Returns the lines with the most common number of cells, and that number.
  private static func alike(_ lines: [[String]]) -> (lines: [[String]], columnCount: Int)? {
    // Some programs omit empty cells at the end of a line, or write an extra one.
    let groups = Dictionary(grouping: lines, by: \.count)
    if let (count, whole) = groups.first(where: { $0.value.count * 2 > lines.count }), columnCounts.contains(count) {
      return (whole, count)
    }
    return nil
  }

  /// Whether a cell contains an address of any kind, which no heading does.
  static func isAddressOrEmail(_ text: String) -> Bool { text.contains("://") || isEmail(text) }

  private static func isAddress(_ text: String) -> Bool {
    ["http://", "https://", "android://"].contains { text.lowercased().hasPrefix($0) } && !text.contains(" ")
  }

  private static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
  }

  private static func isUser(_ texts: [String]) -> Bool { !texts.isEmpty && texts.allSatisfy { !$0.contains(where: \.isWhitespace) } }

  private static func isPassword(_ texts: [String], of lineCount: Int) -> Bool {
    texts.count * 2 >= lineCount && texts.allSatisfy { !$0.contains(where: \.isNewline) && !isEmail($0) && !isAddress($0) }
  }
}
