// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Recognises the format of a text by its first line: the columns of a table, or a link.
enum TextSignature {
  /// The maximum length of a table's heading.
  static let longestLine = 16_384

  static func format(of bytes: UnsafeRawBufferPointer) -> ImportFormat? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = bytes[start...].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    if let format = LinkList.format(of: text) { return format }
    if KasperskyText.isOne(text) { return .kaspersky }
    let line = text.prefix(longestLine + 1).prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.isEmpty, line.count <= longestLine else { return nil }
    // Headings name columns and hold no secrets; a first line that is not a heading is only compared.
    let format = CSVReader.heading(of: bytes, longest: longestLine).flatMap { table($0.map(\.trimmingSpace)) }
    if let format { return format }
    if let lines = CSVReader.firstLines(of: bytes, most: 16, longest: longestLine), EnpassTable.isOne(lines: lines) { return .enpassCSV }
    return HeadlessTable.names(of: bytes) == nil ? nil : .loginCSV
  }

  private static func table(_ names: [String]) -> ImportFormat? {
    if EnpassTable.isOne(names) { return .enpassCSV }
    // An extra separator at the end of the line adds no column.
    let columns = names.filter { !$0.isEmpty }
    func has(_ names: String...) -> Bool { names.allSatisfy(columns.contains) }
    if OnePasswordTable.isOne(columns) { return .onePasswordCSV }
    if has("login_uri", "login_username", "login_password") || has("login_uri", "login_totp") { return .bitwardenCSV }
    if has("url", "username", "password", "extra", "name", "grouping") { return .lastPassCSV }
    if has("url", "username", "password", "httprealm", "formactionorigin") { return .firefoxCSV }
    if DashlaneTables.name(of: columns) != nil { return .dashlaneCSV }
    if has("type", "name", "url", "password", "note", "totp", "createtime", "modifytime") { return .protonPassCSV }
    if has("name", "url", "username", "password", "note", "cardholdername", "cardnumber") { return .nordPassCSV }
    if has("secretdata"), has("secret name") || has("password name") { return .zohoCSV }
    if columns == ["account", "login name", "password", "web site", "comments"] { return .keePassCSV }
    if has("name", "url", "login", "pwd", "rf_fields") { return .roboFormCSV }
    if has("name", "url", "matchurl", "login", "pwd") { return .roboFormCSV }
    if has("group", "title", "username", "password", "url", "notes") { return .keePassXCCSV }
    // Apple's Passwords, and Safari before it, which had no notes and, earlier still, no codes.
    let isApple = columns == ["title", "url", "username", "password", "notes", "otpauth"].filter(columns.contains)
    if isApple, has("title", "url", "username", "password") { return .appleCSV }
    let isChromium = columns.allSatisfy(["name", "url", "username", "password", "note"].contains)
    if isChromium, has("name", "url", "username", "password") { return .chromiumCSV }
    return LoginTable.isOne(columns) ? .loginCSV : nil
  }
}
