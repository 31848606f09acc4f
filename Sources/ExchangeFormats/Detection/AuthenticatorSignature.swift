// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Distinguishes the JSON of authenticator programs by the members that each program always writes, even without entries.
enum AuthenticatorSignature {
  static func format(of value: JSONValue) -> ImportFormat? {
    if let elements = value.elements { return elements.lazy.compactMap(entry).first }
    func has(_ names: String...) -> Bool { names.allSatisfy { value[$0] != nil } }
    func isArray(_ name: String) -> Bool { value[name]?.elements != nil }
    func first(_ name: String) -> JSONValue? { value[name]?.elements?.first }
    if has("header", "db") { return .aegis }
    if has("schemaVersion"), has("services") || has("servicesEncrypted") { return .twoFAS }
    if first("services")?["otp"] != nil, first("services")?["secret"] != nil { return .twoFAS }
    if has("kdfParams", "encryptedData", "encryptionNonce") { return .enteAuth }
    if isArray("tokens"), has("tokenOrder") || first("tokens")?["secret"]?.elements != nil { return .freeOTPPlus }
    if isArray("Authenticators") { return .stratum }
    if isArray("data"), has("app", "schema") || first("data")?["otp_type"] != nil { return .twoFAuth }
    if isArray("accounts"), !has("exporterRpId"), has("localDeviceId") || first("accounts")?["issuerName"] != nil {
      return .lastPassAuthenticator
    }
    if let entries = value["entries"]?.elements, has("version") {
      return entries.isEmpty || entries[0]["content"]?["uri"] != nil ? .protonAuthenticator : nil
    }
    // The encrypted form has these three members, and nothing that identifies the program.
    if case .object(let members) = value, Set(members.map(\.name)) == ["version", "salt", "content"] { return .protonAuthenticator }
    return nil
  }

  /// Returns the format whose entries look like this one, for a file that is an array of entries.
  private static func entry(_ entry: JSONValue) -> ImportFormat? {
    guard entry["secret"] != nil else { return nil }
    if entry["kind"] != nil, entry["timer"] != nil || entry["account"] != nil { return .raivo }
    // Before andOTP, which has a label and no link.
    if entry["name"] != nil, entry["url"] != nil, entry["label"] == nil { return .extractedSecrets }
    return entry["type"] != nil || entry["label"] != nil ? .andOTP : nil
  }
}
