// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What tells an export of Bitwarden in JSON, of any of its versions.
enum BitwardenSignature {
  static func isBitwarden(_ value: JSONValue) -> Bool {
    // What `bw list items` prints is the entries alone.
    if let entries = value.elements { return entries.first.map(isEntry) == true }
    func has(_ names: String...) -> Bool { names.allSatisfy { value[$0] != nil } }
    // A sealed one has "data" in the place of "items".
    if value["encrypted"]?.isBoolean == true { return has("items") || has("data") }
    guard let items = value["items"]?.elements else { return false }
    if items.first.map(isEntry) == true { return true }
    // Before 2020 nothing was said of a seal. Others have folders and items too, but no numbers for kinds and no `folderId`.
    guard has("folders") || has("collections") else { return false }
    // Enpass has both lists, too, and its folders are called otherwise.
    guard let first = items.first else { return has("collections") || value["folders"]?.elements?.first?["id"] != nil }
    if case .number? = first["type"] {} else { guard first["folderId"] != nil else { return false } }
    return first["name"] != nil && first["category"] == nil
  }

  /// Whether a value has a kind, and the member that what is of the kind alone stands in.
  private static func isEntry(_ value: JSONValue) -> Bool {
    guard value["name"] != nil, value["type"] != nil else { return false }
    return BitwardenEntry.Kind.allCases.contains { value[$0.member]?.isObject == true }
  }
}
