// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The label of a set-up URL, split into its parts: `prefix:account`.
struct SetupLabel {
  /// The service's name; `nil` when missing or empty.
  let prefix: String?
  /// The user name, possibly empty.
  let account: String

  /// Splits an encoded label.
  ///
  /// A single unencoded colon is the separator; without one, the first encoded colon is. If there are several, the label is split after the
  /// issuer if it starts with it, because a name may contain a port; otherwise at the first colon. The rest belongs to the account.
  ///
  /// - Throws: The same errors as ``PercentDecoder/text()``.
  init(_ label: TextPart, issuer: String?) throws(OneTimeCodesError) {
    let colon = UInt8(ascii: ":")
    let bareColon = label.firstIndex(of: colon)
    let hasSeveral = bareColon.map { label[$0...].dropFirst().contains(colon) } ?? false
    if let bareColon, !hasSeveral {
      self.init(prefix: try Self.text(label[..<bareColon]), account: try Self.text(label[bareColon...].dropFirst()))
      return
    }
    let text = try Self.text(label)
    if let bareColon, issuer.map({ !text.utf8.starts(with: "\($0):".utf8) }) ?? true {
      self.init(prefix: try Self.text(label[..<bareColon]), account: try Self.text(label[bareColon...].dropFirst()))
    } else {
      self.init(text: text, issuer: issuer)
    }
  }

  /// Splits a decoded label: after the issuer if the label starts with it, otherwise at the first colon.
  init(text: String, issuer: String?) {
    if let issuer, text.utf8.starts(with: "\(issuer):".utf8) {
      self.init(prefix: issuer, account: Self.withoutSpaces(text.utf8.dropFirst(issuer.utf8.count + 1)))
    } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      self.init(prefix: Self.withoutSpaces(text.utf8[..<colon]), account: Self.withoutSpaces(text.utf8[colon...].dropFirst()))
    } else {
      self.init(prefix: "", account: text)
    }
  }

  private init(prefix: String, account: String) {
    self.prefix = prefix.isEmpty ? nil : prefix
    self.account = account
  }

  private static func text(_ part: TextPart) throws(OneTimeCodesError) -> String {
    try PercentDecoder(part, .percent, parameter: "label").text()
  }

  /// Returns part of a text without surrounding spaces. Compares bytes, so that a combining mark after a space does not preserve it.
  static func withoutSpaces(_ part: Substring.UTF8View) -> String {
    var rest = part
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    return String(Substring(rest))
  }
}
