// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A link or QR-code text that sets up one-time codes: `otpauth:` (Google's key URI format) or Apple's `apple-otpauth:`.
///
/// The label's prefix is the service's display name. The `issuer` parameter, as Apple uses it, is the site's domain and decides where the
/// codes are offered. The two may differ and are stored separately.
public struct SetupURL: Sendable {
  /// The two schemes. They differ only in name, except that Apple's supports only time-based codes.
  public enum Scheme: String, Hashable, Sendable {
    /// Opened by the app that the user chose.
    case otpauth
    /// Opened by the system's own password manager.
    case appleOtpauth = "apple-otpauth"
  }

  /// The maximum length of a URL to read, in UTF-8 bytes.
  public static let maximumByteCount = 16_384
  /// The maximum length of a decoded label, account or issuer, in UTF-8 bytes. It ensures that any URL that was read can be written and
  /// read again.
  public static let maximumTextByteCount = 1024

  /// The `issuer` parameter: the domain to match or, from some services, the service's name; `nil` when missing or empty.
  public let issuer: String?
  /// The label's prefix: the service's name for display; `nil` when missing or empty.
  public let label: String?
  /// The user name or e-mail address at the service, possibly empty.
  public let account: String
  /// The secret and the parameters of its codes.
  public let parameters: OneTimeCodeParameters

  /// Creates a set-up URL for writing. Surrounding spaces are removed; an empty label or issuer becomes `nil`.
  public init(label: String?, account: String, issuer: String?, parameters: OneTimeCodeParameters) {
    self.label = Self.named(label)
    self.account = Self.named(account) ?? ""
    self.issuer = Self.named(issuer)
    self.parameters = parameters
  }

  /// Reads a set-up URL of either scheme.
  ///
  /// `docs/formats/set-up-urls.md` lists the deviations tolerated because services and exporters write them, each with its test.
  ///
  /// - Throws: The error and its position; see ``OneTimeCodesError/Code-swift.struct``.
  public init(parsing text: String) throws(OneTimeCodesError) {
    let characters = SecretBytes(copying: text.utf8)
    self = try characters.withBytes { (bytes) throws(OneTimeCodesError) in try SetupURL(parsing: bytes) }
  }

  /// Reads a set-up URL from UTF-8 bytes, so that a URL that is already in locked memory need not become a `String`.
  ///
  /// - Throws: The same errors as ``init(parsing:)-(String)``.
  public init(parsing utf8: UnsafeRawBufferPointer) throws(OneTimeCodesError) {
    guard utf8.count <= Self.maximumByteCount else { throw OneTimeCodesError(.tooLong) }
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
    // 3. The secret and the parameters of its codes.
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
