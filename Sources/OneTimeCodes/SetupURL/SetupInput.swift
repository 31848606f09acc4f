// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Text that the user can paste to set up codes: a set-up URL, or the plain Base32 secret that services print next to the QR code.
///
/// The format that KeeOtp stores in KeePass (`key=…&size=6&step=30`) is also accepted, as a secret with parameters; so is `steam://` with a
/// Steam Guard seed, as a URL without names.
public enum SetupInput: Sendable {
  /// A URL, with any names it contains.
  case url(SetupURL)
  /// A secret without names. A plain secret gets the usual parameters: time-based, SHA-1, six digits, 30 seconds.
  case secret(OneTimeCodeParameters)

  /// Reads text. Text with a colon is treated as a URL, because Base32 has no colon.
  ///
  /// - Throws: The same errors as ``SetupURL/init(parsing:)-(String)`` or ``Base32/decode(_:)-(String)``; `unsupportedEncoding` for
  ///   KeeOtp's other key encodings.
  public init(parsing text: String) throws(OneTimeCodesError) {
    let characters = SecretBytes(copying: text.utf8)
    self = try characters.withBytes { (bytes) throws(OneTimeCodesError) in try SetupInput(parsing: bytes) }
  }

  /// Reads UTF-8 bytes, so that a secret that is already in locked memory need not become a `String`.
  ///
  /// - Throws: The same errors as ``init(parsing:)-(String)``.
  public init(parsing utf8: UnsafeRawBufferPointer) throws(OneTimeCodesError) {
    guard utf8.count <= SetupURL.maximumByteCount else { throw OneTimeCodesError(.tooLong) }
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

  /// The URL; for a plain secret, a URL without names.
  public var setup: SetupURL {
    switch self {
    case .url(let url): url
    case .secret(let parameters): SetupURL(label: nil, account: "", issuer: nil, parameters: parameters)
    }
  }

  /// Whether the input names the service or the account. If not, ask the user.
  public var hasNames: Bool {
    guard case .url(let url) = self else { return false }
    return url.label != nil || url.issuer != nil || !url.account.isEmpty
  }
}
