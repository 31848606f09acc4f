// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A link or QR-code text that sets up one-time codes: `otpauth:` (Google's key URI format) or Apple's `apple-otpauth:`.
///
/// The label's prefix is the service's name for people; the `issuer` parameter is, in Apple's use, the site's domain and decides where
/// the codes are offered. They may differ and are kept apart.
public struct SetupURL: Sendable {
  /// The two schemes, alike but for the name; Apple's is limited to time-based codes.
  public enum Scheme: String, Hashable, Sendable {
    /// Handled by the application the person chose.
    case otpauth
    /// Handled by the system's own manager.
    case appleOtpauth = "apple-otpauth"
  }

  /// The longest text read, in UTF-8 bytes.
  public static let longestByteCount = 8192

  /// The `issuer` parameter: the domain to match, or the service's name with services that know no better; `nil` when missing or empty.
  public var issuer: String?
  /// The label's prefix: the service's name to show; `nil` when missing or empty.
  public var label: String?
  /// The user name or e-mail address at the service; may be empty.
  public var account: String
  /// The secret and how codes come from it.
  public var parameters: OneTimeCodeParameters

  /// Puts together a set-up URL to be written.
  public init(label: String?, account: String, issuer: String?, parameters: OneTimeCodeParameters) {
    self.label = label
    self.account = account
    self.issuer = issuer
    self.parameters = parameters
  }

  /// Reads a set-up URL of either scheme.
  ///
  /// Tolerated, each because services write it: upper-case scheme, type and algorithm; `SHA-1` and `HMAC-SHA1` for `SHA1`; spaces that are
  /// not percent-encoded; `+` for a space in a parameter; `&amp;` for `&`; a missing label; a missing HOTP counter, taken as 0; unknown
  /// parameters. A parameter with a meaning that occurs twice is refused, since readers disagree on which one holds.
  ///
  /// - Throws: What is wrong; see ``OneTimeCodesError/Code-swift.struct``.
  public init(parsing text: String) throws(OneTimeCodesError) {
    let characters = SecretBytes(copying: text.utf8)
    self = try characters.withBytes { (bytes) throws(OneTimeCodesError) in try SetupURL(parsing: bytes) }
  }

  /// Reads a set-up URL from UTF-8 bytes, so that one that already sits in locked memory need not become a `String`.
  ///
  /// - Throws: As ``init(parsing:)-(String)``.
  public init(parsing utf8: UnsafeRawBufferPointer) throws(OneTimeCodesError) {
    let parts = try SetupURLParts(utf8)
    let query = try SetupURLQuery(parts.query)
    (label, account) = try Self.readLabel(parts.label)
    let issuer = try query.text("issuer")
    self.issuer = issuer == "" ? nil : issuer
    let encoder = try query.text("encoder")
    let isSteam = parts.type == .steam || encoder?.lowercased() == "steam"
    let digits = try query.number("digits", otherwise: .digitsOutOfRange).map { Int(clamping: $0) }
    let form: OneTimeCodeParameters.Form
    switch parts.type {
    case _ where isSteam:
      form = .steam
    case .hotp:
      form = .counterBased(counter: try query.number("counter", otherwise: .counterOutOfRange) ?? 0)
    default:
      let seconds = try query.number("period", otherwise: .periodOutOfRange) ?? 30
      form = .timeBased(period: .seconds(Int64(clamping: seconds)))
    }
    let algorithm = try Self.readAlgorithm(query.text("algorithm") ?? "SHA1")
    let secret = SharedSecret(try query.secret())
    parameters = try OneTimeCodeParameters(secret: secret, algorithm: algorithm, digits: isSteam ? nil : digits, form: form)
  }

  /// Splits the label at its first colon, or at its first encoded colon where there is no bare one.
  private static func readLabel(
    _ label: Slice<UnsafeRawBufferPointer>
  ) throws(OneTimeCodesError) -> (label: String?, account: String) {
    let colon = UInt8(ascii: ":")
    if let separator = label.firstIndex(of: colon) {
      let rest = label[label.index(after: separator)...]
      if rest.contains(colon) { throw OneTimeCodesError(.ambiguousLabel, parameter: "label") }
      return try (trimmed(label[..<separator].percentDecodedText("label")), trimmed(rest.percentDecodedText("label")) ?? "")
    }
    let text = try label.percentDecodedText("label")
    let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
    switch pieces.count {
    case 1: return (nil, trimmed(text) ?? "")
    case 2: return (trimmed(pieces[0]), trimmed(pieces[1]) ?? "")
    default: throw OneTimeCodesError(.ambiguousLabel, parameter: "label")
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String? {
    var rest = Substring(text)
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }

  private static func readAlgorithm(_ text: String) throws(OneTimeCodesError) -> OneTimeCodeAlgorithm {
    var name = text.uppercased()
    if name.hasPrefix("HMAC") { name.removeFirst(4) }
    name.removeAll { $0 == "-" || $0 == "_" }
    if let algorithm = OneTimeCodeAlgorithm(rawValue: name) { return algorithm }
    let isKnown = ["SHA224", "SHA384"].contains(name)
    throw OneTimeCodesError(isKnown ? .unsupportedAlgorithm : .unknownAlgorithm, parameter: "algorithm")
  }
}
