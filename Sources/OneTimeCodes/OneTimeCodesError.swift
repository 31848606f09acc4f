// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a set-up URL, a Base32 text or a set of parameters was rejected.
///
/// Errors with the same ``code`` are equal. ``position`` and ``character`` give the location in the text; they reveal no more of a secret
/// than the one invalid character.
public struct OneTimeCodesError: Error, Hashable, Sendable {
  /// The kind of error.
  public let code: Code
  /// The offset of the invalid character in the text, in characters from 0; `nil` if the error has no single position.
  public let position: Int?
  /// The invalid character, if there is one.
  public let character: Character?
  /// The character that was probably meant if the invalid one is a look-alike (`O` for `0`, `I` or `L` for `1`, `B` for `8`).
  ///
  /// Let the user decide; this library never applies it.
  public let suggestion: Character?
  /// The parameter or part of the URL that caused the error, as the key URI format names it ("digits", "label"), if there is one.
  public let parameter: String?

  init(_ code: Code, position: Int? = nil, character: Character? = nil, suggestion: Character? = nil, parameter: String? = nil) {
    self.code = code
    self.position = position
    self.character = character
    self.suggestion = suggestion
    self.parameter = parameter
  }

  /// Two errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Hashes only the code, consistent with equality.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension OneTimeCodesError {
  /// The kind of error. Later versions add members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the code, as the conformance program prints it.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The text is not a URL with the scheme `otpauth:` or `apple-otpauth:`.
    public static let notASetupURL = Code("notASetupURL")
    /// The URL's type is not `totp`, `hotp` or `steam` or, for `apple-otpauth:`, not `totp`.
    public static let unknownType = Code("unknownType")
    /// The text is longer than ``SetupURL/maximumByteCount``.
    public static let tooLong = Code("tooLong")
    /// A percent sign is not followed by two hexadecimal digits, or the decoded bytes are not UTF-8.
    public static let invalidPercentEncoding = Code("invalidPercentEncoding")
    /// A decoded text contains a control character.
    public static let controlCharacter = Code("controlCharacter")
    /// A known parameter occurs twice.
    public static let duplicateParameter = Code("duplicateParameter")
    /// There is no secret, or it is empty.
    public static let missingSecret = Code("missingSecret")
    /// The secret contains a character outside A–Z and 2–7; see ``OneTimeCodesError/position`` and ``OneTimeCodesError/character``.
    public static let secretNotBase32 = Code("secretNotBase32")
    /// The secret's length does not correspond to whole bytes (1, 3 or 6 characters beyond a multiple of 8): part of it is missing.
    public static let secretIncomplete = Code("secretIncomplete")
    /// The URL declares an encoding of the secret other than Base32.
    public static let unsupportedEncoding = Code("unsupportedEncoding")
    /// The secret is longer than ``OneTimeCodeParameters/maximumSecretByteCount``.
    public static let secretTooLong = Code("secretTooLong")
    /// The secret is shorter than the minimum for verification (16 bytes; RFC 4226 §4 R6).
    public static let secretTooShort = Code("secretTooShort")
    /// The algorithm is unknown.
    public static let unknownAlgorithm = Code("unknownAlgorithm")
    /// The algorithm is known but not supported (SHA-224, SHA-384).
    public static let unsupportedAlgorithm = Code("unsupportedAlgorithm")
    /// The number of digits is not 6 to 10 (5 for Steam) or, for a code to issue, not 6 to 8.
    public static let digitsOutOfRange = Code("digitsOutOfRange")
    /// The period is not a whole number of seconds from 1 second to 1 day.
    public static let periodOutOfRange = Code("periodOutOfRange")
    /// The counter is not an integer from 0 to 2^64-1.
    public static let counterOutOfRange = Code("counterOutOfRange")
    /// The text is not a URL with the scheme `otpauth-migration:` and the host `offline`.
    public static let notAMigrationURL = Code("notAMigrationURL")
    /// The migration URL has no `data` parameter.
    public static let missingData = Code("missingData")
    /// The data is not Base64 in either alphabet.
    public static let dataNotBase64 = Code("dataNotBase64")
    /// The data is not a migration payload: it is truncated or not a well-formed protocol buffer.
    public static let malformedPayload = Code("malformedPayload")
    /// The payload's batch is empty or too large, or does not include the part's own index.
    public static let batchOutOfRange = Code("batchOutOfRange")
    /// The payload belongs to another batch, or its index was already seen with different content.
    public static let foreignPart = Code("foreignPart")
    /// The type of a migrated code is unknown.
    public static let unknownCodeType = Code("unknownCodeType")
    /// A text in the payload is not UTF-8.
    public static let textNotUTF8 = Code("textNotUTF8")
    /// The requested scheme cannot express the parameters: `apple-otpauth:` supports only time-based codes, `otpauth-migration:` only 6 or
    /// 8 digits and 30 seconds.
    public static let formNotExpressible = Code("formNotExpressible")
  }
}
