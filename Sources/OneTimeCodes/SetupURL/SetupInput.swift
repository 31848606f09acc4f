// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// What a person may paste to set up codes: a set-up URL, or the bare Base32 secret that services print beside the QR code.
///
/// The text that KeeOtp keeps in KeePass (`key=…&size=6&step=30`) is read as well, as a secret with parameters, and so is `steam://` with a
/// seed of Steam Guard, as a link without names.
public enum SetupInput: Sendable {
  /// A link, with whatever names it has.
  case url(SetupURL)
  /// A secret without names; a bare one with the usual parameters: time-based, SHA-1, six digits, 30 seconds.
  case secret(OneTimeCodeParameters)

  /// Reads text; what holds a colon is a URL, as Base32 has none.
  ///
  /// - Throws: As ``SetupURL/init(parsing:)-(String)`` or ``Base32/decode(_:)-(String)``; `unsupportedEncoding` for KeeOtp's other keys.
  public init(parsing text: String) throws(OneTimeCodesError) {
    let characters = SecretBytes(copying: text.utf8)
    self = try characters.withBytes { (bytes) throws(OneTimeCodesError) in try SetupInput(parsing: bytes) }
  }

  /// Reads UTF-8 bytes, so that a secret that already sits in locked memory need not become a `String`.
  ///
  /// - Throws: As ``init(parsing:)-(String)``.
  public init(parsing utf8: UnsafeRawBufferPointer) throws(OneTimeCodesError) {
    guard utf8.count <= SetupURL.longestByteCount else { throw OneTimeCodesError(.tooLong) }
    if SteamLink.recognises(utf8.trimmingWhitespace()) {
      self = .url(try SteamLink.setup(utf8.trimmingWhitespace()))
    } else if utf8.contains(UInt8(ascii: ":")) {
      self = .url(try SetupURL(parsing: utf8))
    } else if KeeOtpText.recognises(utf8.trimmingWhitespace()) {
      self = .secret(try KeeOtpText.parameters(utf8.trimmingWhitespace()))
    } else {
      self = .secret(try OneTimeCodeParameters(secret: SharedSecret(try Base32.decode(utf8))))
    }
  }

  /// The link, or one without names around the bare secret.
  public var setup: SetupURL {
    switch self {
    case .url(let url): url
    case .secret(let parameters): SetupURL(label: nil, account: "", issuer: nil, parameters: parameters)
    }
  }

  /// Whether it says anything of the service or the account; if not, a person has to.
  public var hasNames: Bool {
    guard case .url(let url) = self else { return false }
    return url.label != nil || url.issuer != nil || !url.account.isEmpty
  }
}
