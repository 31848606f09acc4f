// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The text that the KeePass plug-in KeeOtp stores in an entry: `key=…&size=6&step=30&otpHashMode=Sha256`.
enum KeeOtpText {
  private static let names: [(name: String, meaning: SetupURLQuery.Name)] = [
    ("key", .secret), ("size", .digits), ("step", .period), ("counter", .counter), ("otphashmode", .algorithm), ("type", .encoder),
    ("encoding", .encoding),
  ]

  /// Whether a text is in this format: it contains a `key`.
  static func recognises(_ text: TextPart) -> Bool {
    text.startsIgnoringCase(with: "key=")
      || text.split(separator: UInt8(ascii: "&")).dropFirst().contains { $0.startsIgnoringCase(with: "key=") }
  }

  /// Reads a text in this format.
  ///
  /// - Throws: The same errors as ``SetupURL/init(parsing:)-(String)``; `unsupportedEncoding` if the key is not Base32.
  static func parameters(_ text: TextPart) throws(OneTimeCodesError) -> OneTimeCodeParameters {
    let query = try SetupURLQuery(text, names: names)
    guard try query.text(.encoding).map({ $0.lowercased() == "base32" }) ?? true else {
      throw query.fault(.unsupportedEncoding, .encoding)
    }
    let isCounterBased = try query.text(.encoder)?.lowercased() == "hotp"
    return try query.parameters(isCounterBased ? .counterBased : .timeBased, isCalledSteam: false)
  }
}
