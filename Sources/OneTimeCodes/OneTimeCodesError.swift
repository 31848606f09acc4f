// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a set-up URL, a Base32 text or a set of parameters was refused.
///
/// Equality is equality of the ``code``; ``position`` and ``character`` say where in the text, and never carry more of a secret than
/// the one character that does not belong there.
public struct OneTimeCodesError: Error, Hashable, Sendable {
  /// What was wrong.
  public let code: Code
  /// Offset of the offending character in the text that was read, counted in characters from 0; `nil` where no single place is at fault.
  public let position: Int?
  /// The offending character, where one is at fault.
  public let character: Character?
  /// The character that was likely meant where the offending one is a look-alike (`O` for `0`, `I` or `L` for `1`, `B` for `8`).
  ///
  /// It is for people to judge; no reader of this library applies it.
  public let suggestion: Character?
  /// The parameter or part of the URL at fault, in the words of the key URI format ("digits", "label"), where one is at fault.
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

  /// Hashes the code alone, as equality does.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension OneTimeCodesError {
  /// The kind of fault; later versions add members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the code, as the conformance program prints it.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The text is not a URL with the scheme `otpauth:` or `apple-otpauth:`.
    public static let notASetupURL = Code("notASetupURL")
    /// The URL's type is none of `totp`, `hotp`, `steam`; for `apple-otpauth:` anything but `totp`.
    public static let unknownType = Code("unknownType")
    /// The text is longer than ``SetupURL/longestByteCount``.
    public static let tooLong = Code("tooLong")
    /// A percent sign is not followed by two hexadecimal digits, or the decoded bytes are not UTF-8.
    public static let invalidPercentEncoding = Code("invalidPercentEncoding")
    /// A decoded text holds a control character.
    public static let controlCharacter = Code("controlCharacter")
    /// A parameter with a meaning occurs twice.
    public static let duplicateParameter = Code("duplicateParameter")
    /// There is no secret, or it is empty.
    public static let missingSecret = Code("missingSecret")
    /// The secret holds a character outside A–Z and 2–7; ``OneTimeCodesError/position`` and ``OneTimeCodesError/character`` say which.
    public static let secretNotBase32 = Code("secretNotBase32")
    /// The secret's number of characters cannot come from whole bytes (1, 3 or 6 beyond a multiple of 8): part of it is missing.
    public static let secretIncomplete = Code("secretIncomplete")
    /// The secret is said to be in another form than Base32.
    public static let unsupportedEncoding = Code("unsupportedEncoding")
    /// The secret is longer than ``OneTimeCodeParameters/longestSecretByteCount``.
    public static let secretTooLong = Code("secretTooLong")
    /// The secret is shorter than a service may verify with (16 bytes; RFC 4226 §4 R6).
    public static let secretTooShort = Code("secretTooShort")
    /// The algorithm is not known.
    public static let unknownAlgorithm = Code("unknownAlgorithm")
    /// The algorithm is known, and this library does not compute it (SHA-224, SHA-384).
    public static let unsupportedAlgorithm = Code("unsupportedAlgorithm")
    /// The number of digits is not 6 to 10 (5 for Steam), or not 6 to 8 where a code is issued.
    public static let digitsOutOfRange = Code("digitsOutOfRange")
    /// The period is not a whole number of seconds from 1 second to 1 day.
    public static let periodOutOfRange = Code("periodOutOfRange")
    /// The counter is not a number from 0 to 2^64-1.
    public static let counterOutOfRange = Code("counterOutOfRange")
    /// The text is not a URL with the scheme `otpauth-migration:` and the host `offline`.
    public static let notAMigrationURL = Code("notAMigrationURL")
    /// The migration URL has no `data`.
    public static let missingData = Code("missingData")
    /// The data is not Base64 of either alphabet.
    public static let dataNotBase64 = Code("dataNotBase64")
    /// The data is not a migration payload: cut off, or not well-formed as a protocol buffer.
    public static let malformedPayload = Code("malformedPayload")
    /// The payload's batch is empty, too large, or does not hold the part's own place.
    public static let batchOutOfRange = Code("batchOutOfRange")
    /// The payload belongs to another batch, or its part was seen with other content.
    public static let foreignPart = Code("foreignPart")
    /// The type of a migrated code is none that this library knows.
    public static let unknownCodeType = Code("unknownCodeType")
    /// A text in the payload is not UTF-8.
    public static let textNotUTF8 = Code("textNotUTF8")
    /// The parameters cannot be written in the scheme asked for: `apple-otpauth:` knows time-based codes only,
    /// `otpauth-migration:` only 6 or 8 digits and 30 seconds.
    public static let formNotExpressible = Code("formNotExpressible")
  }
}
