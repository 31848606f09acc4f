// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a prompt ended without an answer.
public struct PassphrasePromptError: Error, Sendable, Equatable {
  /// The kinds of error. More may be added.
  public struct Code: Hashable, Sendable {
    private let name: String
    private init(_ name: String) { self.name = name }

    /// The user or the calling task cancelled.
    public static let canceled = Code("canceled")
    /// The user did not answer in time.
    public static let timedOut = Code("timedOut")
    /// The program does not exist.
    public static let programNotFound = Code("programNotFound")
    /// The program could not be started, ended unexpectedly, or violated the protocol.
    public static let programFailed = Code("programFailed")
    /// The program found neither a display nor a terminal to ask on.
    public static let nowhereToAsk = Code("nowhereToAsk")
    /// The answer exceeds the maximum length of a passphrase.
    public static let answerTooLong = Code("answerTooLong")
  }

  /// The kind of error.
  public let code: Code
  /// The libgpg-error code that the program sent with `ERR`, if any. Ignored by equality.
  public let programCode: UInt32?

  /// Creates an error.
  public init(_ code: Code, programCode: UInt32? = nil) {
    self.code = code
    self.programCode = programCode
  }

  /// Errors with the same code are equal.
  public static func == (a: PassphrasePromptError, b: PassphrasePromptError) -> Bool { a.code == b.code }
}

extension PassphrasePromptError {
  /// Reads the number in an `ERR` line: the lower 16 bits are libgpg-error's code, the upper ones identify the source.
  init(programCode: UInt32) {
    let code: Code
    switch programCode & 0xffff {
    case 99, 198, 114: code = .canceled  // CANCELED, FULLY_CANCELED, NOT_CONFIRMED
    case 62: code = .timedOut  // TIMEOUT
    case 86, 0x8001...0xffff: code = .nowhereToAsk  // PIN_ENTRY, or a system error such as ENOTTY
    default: code = .programFailed
    }
    self.init(code, programCode: programCode)
  }
}
