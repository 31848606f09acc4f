// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The first byte of a response (CTAP 2.2 §6.3, "Status codes"); the codes that this authenticator uses.
public struct CTAP2Status: RawRepresentable, Error, Hashable, Sendable {
  /// The byte.
  public let rawValue: UInt8

  /// Creates a status from any byte.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// CTAP2_OK.
  public static let ok = CTAP2Status(rawValue: 0x00)
  /// CTAP1_ERR_INVALID_COMMAND: unsupported command.
  public static let invalidCommand = CTAP2Status(rawValue: 0x01)
  /// CTAP1_ERR_INVALID_PARAMETER: a parameter has a value that is not allowed.
  public static let invalidParameter = CTAP2Status(rawValue: 0x02)
  /// CTAP1_ERR_INVALID_LENGTH: no command byte, or parameters after a command that has none.
  public static let invalidLength = CTAP2Status(rawValue: 0x03)
  /// CTAP2_ERR_CBOR_UNEXPECTED_TYPE.
  public static let unexpectedType = CTAP2Status(rawValue: 0x11)
  /// CTAP2_ERR_INVALID_CBOR: not canonical CBOR, or a required member of an entity is missing.
  public static let invalidCBOR = CTAP2Status(rawValue: 0x12)
  /// CTAP2_ERR_MISSING_PARAMETER.
  public static let missingParameter = CTAP2Status(rawValue: 0x14)
  /// CTAP2_ERR_LIMIT_EXCEEDED: a list with more items than authenticatorGetInfo states.
  public static let limitExceeded = CTAP2Status(rawValue: 0x15)
  /// CTAP2_ERR_CREDENTIAL_EXCLUDED.
  public static let credentialExcluded = CTAP2Status(rawValue: 0x19)
  /// CTAP2_ERR_UNSUPPORTED_ALGORITHM.
  public static let unsupportedAlgorithm = CTAP2Status(rawValue: 0x26)
  /// CTAP2_ERR_OPERATION_DENIED: the user did not agree or was not verified.
  public static let operationDenied = CTAP2Status(rawValue: 0x27)
  /// CTAP2_ERR_KEY_STORE_FULL.
  public static let keyStoreFull = CTAP2Status(rawValue: 0x28)
  /// CTAP2_ERR_UNSUPPORTED_OPTION.
  public static let unsupportedOption = CTAP2Status(rawValue: 0x2b)
  /// CTAP2_ERR_INVALID_OPTION.
  public static let invalidOption = CTAP2Status(rawValue: 0x2c)
  /// CTAP2_ERR_NO_CREDENTIALS.
  public static let noCredentials = CTAP2Status(rawValue: 0x2e)
  /// CTAP2_ERR_NOT_ALLOWED: no pending assertion.
  public static let notAllowed = CTAP2Status(rawValue: 0x30)
  /// CTAP2_ERR_PIN_AUTH_INVALID: an invalid proof.
  public static let pinAuthInvalid = CTAP2Status(rawValue: 0x33)
  /// CTAP2_ERR_PIN_NOT_SET: no PIN is set.
  public static let pinNotSet = CTAP2Status(rawValue: 0x35)
  /// CTAP2_ERR_REQUEST_TOO_LARGE.
  public static let requestTooLarge = CTAP2Status(rawValue: 0x39)
  /// CTAP2_ERR_INVALID_SUBCOMMAND.
  public static let invalidSubcommand = CTAP2Status(rawValue: 0x3e)
  /// CTAP1_ERR_OTHER.
  public static let other = CTAP2Status(rawValue: 0x7f)

  /// The CTAP2 status for an operation's error.
  init(_ error: WebAuthnAuthenticatorError) {
    self =
      switch error.code {
      case .invalidState: .credentialExcluded
      case .notAllowed: .operationDenied
      case .notSupported: .unsupportedAlgorithm
      case .constraint: .keyStoreFull
      default: .other
      }
  }
}
