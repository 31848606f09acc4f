// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The label of a set-up URL, told apart: `prefix:account`.
struct SetupLabel {
  /// The service's name; `nil` when missing or empty.
  let prefix: String?
  /// The user name; may be empty.
  let account: String

  /// Splits an encoded label.
  ///
  /// The one bare colon separates; without one the first encoded colon does. Where there are several, the label is split behind the
  /// issuer if it begins with it, since a name may hold a port, and else at the first; what follows belongs to the account.
  ///
  /// - Throws: As ``PercentDecoder/text()``.
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

  /// Splits a label that is not encoded (any more): behind the issuer if it begins with it, else at the first colon.
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

  /// A part of a text without the spaces around it, by bytes: a mark that combines with a space does not keep it.
  static func withoutSpaces(_ part: Substring.UTF8View) -> String {
    var rest = part
    while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    while rest.last == UInt8(ascii: " ") { rest.removeLast() }
    return String(Substring(rest))
  }
}
