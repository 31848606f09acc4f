// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a person has added to an entry, as Keeper writes it: behind everything else, in pairs of a name and a value.
enum KeeperFields {
  /// Keeper's columns where there is no heading; behind them stands a shared folder, and then the first name.
  private static let headless = ["folder", "title", "username", "password", "url", "note"]
  /// How many cells stand before the first name there.
  static let headlessCount = headless.count + 1
  /// How the name of a one-time code begins ("two-factor code").
  private static let codePrefix = "TFC:"

  /// Where the first name stands; nil for a table that is not Keeper's.
  static func start(in columns: TableRow.Columns) -> Int? {
    if let place = columns.places["custom fields"], columns.places["shared folder"] == place - 1 { return place }
    return columns.names.starts(with: headless) ? headlessCount : nil
  }

  static func take(_ row: inout TableRow, from start: Int, into draft: inout EntryDraft) {
    for (name, value) in row.takePairs(from: start) {
      if name.hasPrefix(codePrefix) {
        draft.add(code: value, named: "One-time code", at: name)
      } else {
        draft.keep(name, value, isHidden: SecretNames.isSecret(name))
      }
    }
  }
}
