// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Recognises Bitwarden's JSON exports of all versions.
enum BitwardenSignature {
  static func isBitwarden(_ value: JSONValue) -> Bool {
    // `bw list items` prints only the entries.
    if let entries = value.elements { return entries.first.map(isEntry) == true }
    func has(_ names: String...) -> Bool { names.allSatisfy { value[$0] != nil } }
    // An encrypted export has "data" in place of "items".
    if value["encrypted"]?.isBoolean == true { return has("items") || has("data") }
    guard let items = value["items"]?.elements else { return false }
    if items.first.map(isEntry) == true { return true }
    // Exports from before 2020 do not say whether they are encrypted. Other formats have folders and items too, but no numbers for kinds
    // and no `folderId`.
    guard has("folders") || has("collections") else { return false }
    // Enpass has both lists too, but its folders have different members.
    guard let first = items.first else { return has("collections") || value["folders"]?.elements?.first?["id"] != nil }
    if case .number? = first["type"] {} else { guard first["folderId"] != nil else { return false } }
    return first["name"] != nil && first["category"] == nil
  }

  /// Whether a value has a kind and the member with the data specific to a kind.
  private static func isEntry(_ value: JSONValue) -> Bool {
    guard value["name"] != nil, value["type"] != nil else { return false }
    return BitwardenEntry.Kind.allCases.contains { value[$0.member]?.isObject == true }
  }
}
