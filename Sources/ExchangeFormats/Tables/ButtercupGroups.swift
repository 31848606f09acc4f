// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// The groups of Buttercup's table, which stand on lines of their own among the entries.
struct ButtercupGroups {
  /// The deepest group that is followed to the outermost.
  private static let mostLevels = 64
  private var groups: [String: (name: String, parent: String)] = [:]

  /// Reads the lines of groups; a table of another program has none.
  init(in bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    var (groups, unused): ([String: (name: String, parent: String)], ImportedCollection) = ([:], ImportedCollection())
    guard try TableText.withUTF8(bytes, { (text) throws(CredentialExchangeError) in text.firstRange(of: Array("!group_id".utf8)) != nil })
    else { return }
    try TableReading.read(bytes, into: &unused) { _, row in
      if Self.isGroup(row), let id = row.text("!group_id"), let name = row.text("!group_name") {
        groups[id] = (name, row.text("!group_parent") ?? "")
      }
      return .passedOver(.noPlace)
    }
    self.groups = groups
  }

  /// Where the group lies that a line is; nil for a line that is an entry.
  func group(_ row: TableRow) -> [String]? { Self.isGroup(row) ? path(row) : nil }

  /// Takes the group of an entry, and what the table has for itself alone.
  func takePath(_ row: inout TableRow) -> [String]? {
    guard row.has("!group_id") else { return nil }
    let path = path(row)
    row.pass("!type", "!group_id", "!group_name", "!group_parent", "id")
    return path
  }

  /// A group says so; older versions write two dashes for its kind and title.
  private static func isGroup(_ row: TableRow) -> Bool {
    let kind = row.peek("!type")
    guard kind == "group" || kind == "--" && row.peek("title") == "--" else { return false }
    return row.peek("username") == nil && row.peek("password") == nil
  }

  /// Older versions write the whole path for the name, on every line.
  private func path(_ row: TableRow) -> [String] {
    if row.peek("!group_parent") == nil, let name = row.peek("!group_name") { return name.split(separator: "/").map(String.init) }
    var path: [String] = []
    var id = row.peek("!group_id") ?? ""
    while let group = groups[id], path.count < Self.mostLevels {
      path.insert(group.name, at: 0)
      id = group.parent
    }
    return path
  }
}
