// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What tells an export of Bitwarden in JSON, of any of its versions.
enum BitwardenSignature {
  static func isBitwarden(_ value: JSONValue) -> Bool {
    func has(_ names: String...) -> Bool { names.allSatisfy { value[$0] != nil } }
    // A sealed one has "data" in the place of "items".
    if value["encrypted"]?.isBoolean == true { return has("items") || has("data") }
    // Before 2020 nothing was said of a seal. Others have folders and items too, but no numbers for kinds and no `folderId`.
    guard let items = value["items"]?.elements, has("folders") || has("collections") else { return false }
    guard let first = items.first else { return true }
    if case .number? = first["type"] {} else { guard first["folderId"] != nil else { return false } }
    return first["name"] != nil && first["category"] == nil
  }
}
