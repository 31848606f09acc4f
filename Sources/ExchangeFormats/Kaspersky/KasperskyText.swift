// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads Kaspersky Password Manager's export for printing: headings, followed by entries of lines `NAME: VALUE` with `---` between entries.
/// The last line of an entry, a comment or a note's text, extends to the entry's end.
enum KasperskyText {
  private static let headings: Set<String> = ["Websites", "Applications", "Other Accounts", "Notes"]
  private static let firstNames: Set<String> = ["Website name", "Application", "Account name", "Name"]
  private static let separator = Array("---".utf8)
  private static let longestName = 100

  /// Whether a text is such a file: a heading followed by the first line of an entry.
  static func isOne(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    var lines = text.prefix(4096).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })[...]
    guard let first = lines.popFirst(), isHeading(first) else { return false }
    while let next = lines.first, isHeading(next) || next.elementsEqual(separator) { lines = lines.dropFirst() }
    return lines.first.flatMap(field).map { firstNames.contains($0.name) } == true
  }

  static func read(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = ImportedCollection()
    try TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in
      for entry in entries(in: text) { collection.add(draft(entry, number: collection.readCount)) }
    }
    return collection
  }

  private typealias Line = Slice<UnsafeRawBufferPointer>

  private static func isHeading(_ line: Line) -> Bool {
    line.count <= 20 && headings.contains(String(decoding: line, as: UTF8.self).trimmingSpace)
  }

  /// Returns the lines of each entry.
  private static func entries(in text: UnsafeRawBufferPointer) -> [[Line]] {
    var (entries, lines) = ([[Line]](), [Line]())
    func close() {
      // Empty lines around an entry are dropped.
      while lines.last?.isEmpty == true { lines.removeLast() }
      if !lines.isEmpty { entries.append(lines) }
      lines = []
    }
    var rest = text[(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      var line = rest[..<end]
      rest = rest[end...].dropFirst()
      if line.last == 0x0D { line = line.dropLast() }
      if line.elementsEqual(separator) {
        close()
      } else if !lines.isEmpty || !line.isEmpty && !isHeading(line) {
        lines.append(line)
      }
    }
    close()
    return entries
  }

  /// Returns a line's name and value.
  private static func field(_ line: Line) -> (name: String, value: Line)? {
    guard let colon = line.prefix(longestName).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    var value = line[(colon + 1)...]
    if value.first == 0x20 { value = value.dropFirst() }
    return (String(decoding: line[..<colon], as: UTF8.self), value)
  }

  private static func draft(_ lines: [Line], number: Int) -> EntryDraft {
    func string(_ value: Line) -> String { String(decoding: value, as: UTF8.self) }
    var draft = EntryDraft(number: number, title: "")
    var others: [Line] = []
    loop: for (index, line) in lines.enumerated() {
      guard let (name, value) = field(line) else {
        others.append(line)
        continue
      }
      switch name {
      case "Website name", "Application", "Account name", "Name":
        if draft.item.title.isEmpty { draft.item.title = string(value) } else { draft.keep(name, text: string(value)) }
        draft.isLogin = draft.isLogin || name != "Name"
      // The user's name for the account there.
      case "Login name": draft.keep(name, text: string(value))
      case "Website URL": draft.add(address: string(value), at: name)
      case "Login" where draft.login.user.isEmpty: draft.login.user = string(value)
      case "Password" where draft.login.password == nil:
        if !value.isEmpty { draft.login.password = SharedSecret(copying: UnsafeRawBufferPointer(rebasing: value)) }
      case "Comment", "Text":
        let text = joined([value] + lines[(index + 1)...])
        if name == "Text" { draft.others.append(.note(ExchangedNote(text: text))) } else { draft.add(note: text) }
        break loop
      default:
        let secret = SharedSecret(copying: UnsafeRawBufferPointer(rebasing: value))
        draft.keep(name, secret, isHidden: SecretNames.isSecret(name), because: .unknownMember)
      }
    }
    if !others.isEmpty { draft.keep("lines", joined(others), isHidden: true, because: .malformedValue) }
    return draft
  }

  /// Joins lines into one text.
  private static func joined(_ lines: some Collection<Line>) -> SharedSecret {
    var text = SecretBuilder(capacity: lines.reduce(0) { $0 + $1.count + 1 })
    for (index, line) in lines.enumerated() {
      if index > 0 { text.append(UInt8(ascii: "\n")) }
      text.append(UnsafeRawBufferPointer(rebasing: line))
    }
    return text.secret()
  }
}
