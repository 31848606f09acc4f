// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange

/// The groups in Buttercup's table, which have lines of their own among the entries.
struct ButtercupGroups {
  /// The maximum depth at which a group's path is followed.
  private static let mostLevels = 64
  private var groups: [String: (name: String, parent: String)] = [:]

  /// Reads the lines of groups; tables of other programs have none.
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

  /// Returns the path of the group on a line; nil for a line with an entry.
  func group(_ row: TableRow) -> [String]? { Self.isGroup(row) ? path(row) : nil }

  /// Returns the path of an entry's group, and ignores Buttercup's internal columns.
  func takePath(_ row: inout TableRow) -> [String]? {
    guard row.has("!group_id") else { return nil }
    let path = path(row)
    row.pass("!type", "!group_id", "!group_name", "!group_parent", "id")
    return path
  }

  /// Whether a line is a group: it says so, or has two dashes as its kind and title, as in older versions.
  private static func isGroup(_ row: TableRow) -> Bool {
    let kind = row.peek("!type")
    guard kind == "group" || kind == "--" && row.peek("title") == "--" else { return false }
    return row.peek("username") == nil && row.peek("password") == nil
  }

  /// Returns the path of a line's group; older versions write the whole path as the name, on every line.
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
