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

  /// The longest URL read, in UTF-8 bytes.
  public static let longestByteCount = 16_384
  /// The longest label, account or issuer, in UTF-8 bytes once decoded; so every URL that is read can be written and read again.
  public static let longestTextByteCount = 1024

  /// The `issuer` parameter: the domain to match, or the service's name with services that know no better; `nil` when missing or empty.
  public let issuer: String?
  /// The label's prefix: the service's name to show; `nil` when missing or empty.
  public let label: String?
  /// The user name or e-mail address at the service; may be empty.
  public let account: String
  /// The secret and how codes come from it.
  public let parameters: OneTimeCodeParameters

  /// Puts together a set-up URL to be written; spaces around the texts are dropped, and an empty label or issuer is none.
  public init(label: String?, account: String, issuer: String?, parameters: OneTimeCodeParameters) {
    self.label = Self.named(label)
    self.account = Self.named(account) ?? ""
    self.issuer = Self.named(issuer)
    self.parameters = parameters
  }

  /// Reads a set-up URL of either scheme.
  ///
  /// What is tolerated because services and exporters write it is listed, each with its test, in `docs/formats/set-up-urls.md`.
  ///
  /// - Throws: What is wrong and where; see ``OneTimeCodesError/Code-swift.struct``.
  public init(parsing text: String) throws(OneTimeCodesError) {
    let characters = SecretBytes(copying: text.utf8)
    self = try characters.withBytes { (bytes) throws(OneTimeCodesError) in try SetupURL(parsing: bytes) }
  }

  /// Reads a set-up URL from UTF-8 bytes, so that one that already sits in locked memory need not become a `String`.
  ///
  /// - Throws: As ``init(parsing:)-(String)``.
  public init(parsing utf8: UnsafeRawBufferPointer) throws(OneTimeCodesError) {
    guard utf8.count <= Self.longestByteCount else { throw OneTimeCodesError(.tooLong) }
    // 1. Scheme and type.
    guard let parts = SetupURLParts(utf8) else { throw OneTimeCodesError(.notASetupURL) }
    let isApple = parts.scheme.equalsIgnoringCase(Scheme.appleOtpauth.rawValue)
    guard isApple || parts.scheme.equalsIgnoringCase(Scheme.otpauth.rawValue) else { throw OneTimeCodesError(.notASetupURL) }
    let isCounterBased = !isApple && parts.authority.equalsIgnoringCase("hotp")
    let isSteamType = !isApple && parts.authority.equalsIgnoringCase("steam")
    guard isCounterBased || isSteamType || parts.authority.equalsIgnoringCase("totp") else {
      throw OneTimeCodesError(.unknownType, at: parts.authority.startIndex, of: parts.authority, parameter: "type")
    }
    // 2. Names.
    let query = try SetupURLQuery(parts.query)
    let issuer = try query.text(.issuer).flatMap { $0.isEmpty ? nil : $0 }
    let label = try SetupLabel(parts.path, issuer: issuer)
    // 3. The secret and how codes come from it.
    let isCalledSteam = Self.isSteam(issuer) || Self.isSteam(label.prefix)
    let type: SetupURLQuery.CodeType = isSteamType ? .steam : isCounterBased ? .counterBased : .timeBased
    parameters = try query.parameters(type, isCalledSteam: isCalledSteam)
    self.issuer = issuer
    self.label = label.prefix
    account = label.account
  }

  private static func isSteam(_ name: String?) -> Bool { name?.lowercased() == "steam" }

  private static func named(_ text: String?) -> String? {
    guard let name = text.map({ SetupLabel.withoutSpaces($0.utf8[...]) }), !name.isEmpty else { return nil }
    return name
  }
}
