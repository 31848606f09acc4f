// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Recognises files in FIDO's Credential Exchange Format by their header, or by the account that some programs write without one.
enum CXFSignature {
  static func isCXF(_ value: JSONValue) -> Bool {
    func has(_ names: String...) -> Bool { names.allSatisfy { value[$0] != nil } }
    if value["accounts"]?.elements != nil { return has("exporterRpId") || has("exporter") || has("version", "timestamp") }
    guard let items = value["items"]?.elements else { return false }
    // An account without items still has its address.
    return items.first.map { $0["credentials"]?.elements != nil } ?? (has("collections", "email") && (has("username") || has("userName")))
  }
}
