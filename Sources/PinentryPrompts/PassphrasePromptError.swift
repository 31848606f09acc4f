// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a prompt ended without an answer.
public struct PassphrasePromptError: Error, Sendable, Equatable {
  /// The reasons; more may be added.
  public struct Code: Hashable, Sendable {
    private let name: String
    private init(_ name: String) { self.name = name }

    /// The person cancelled, or the task that asked was cancelled.
    public static let canceled = Code("canceled")
    /// Nobody answered in time.
    public static let timedOut = Code("timedOut")
    /// There is no program of that name to ask with.
    public static let programNotFound = Code("programNotFound")
    /// The program could not be started, died, or did not speak the protocol.
    public static let programFailed = Code("programFailed")
    /// The program found neither a display nor a terminal to ask on.
    public static let nowhereToAsk = Code("nowhereToAsk")
    /// The answer is longer than a passphrase may be.
    public static let answerTooLong = Code("answerTooLong")
  }

  /// The reason.
  public let code: Code
  /// The number the program gave with `ERR` (libgpg-error), if it gave one; never part of what makes two errors equal.
  public let programCode: UInt32?

  /// Makes an error of one reason.
  public init(_ code: Code, programCode: UInt32? = nil) {
    self.code = code
    self.programCode = programCode
  }

  /// Two errors are equal when their reasons are.
  public static func == (a: PassphrasePromptError, b: PassphrasePromptError) -> Bool { a.code == b.code }
}

extension PassphrasePromptError {
  /// Reads the number of an `ERR` line: the lower 16 bits are libgpg-error's code, the upper ones name the source.
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
