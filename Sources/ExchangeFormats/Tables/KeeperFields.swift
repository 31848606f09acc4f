// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The custom fields in Keeper's table: pairs of a name and a value at the end of a line.
enum KeeperFields {
  /// Keeper's columns without a heading; a shared folder and then the first name follow.
  static let headless = ["folder", "title", "username", "password", "url", "note"]
  /// The position of the address.
  static let address = 4
  /// The number of cells before the first name in such a table.
  static let headlessCount = headless.count + 1
  /// The prefix for the name of a one-time code ("two-factor code").
  static let codePrefix = "TFC:"
  /// Keeper's own name for a hidden field; the table does not state the kind of a field with another name.
  private static let hiddenField = "Hidden Field"

  /// Returns the position of the first name; nil for a table that is not Keeper's.
  static func start(in columns: TableRow.Columns) -> Int? {
    if let place = columns.places["custom fields"], columns.places["shared folder"] == place - 1 { return place }
    return columns.names.starts(with: headless) ? headlessCount : nil
  }

  static func take(_ row: inout TableRow, from start: Int, into draft: inout EntryDraft) {
    for (name, value) in row.takePairs(from: start) {
      if name.hasPrefix(codePrefix) {
        draft.add(code: value, named: "One-time code", at: name)
      } else {
        draft.keep(name, value, isHidden: SecretNames.isSecret(name) || name.hasPrefix(hiddenField))
      }
    }
  }
}
