// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a QR code could not be made or drawn; it never holds what the code says.
public struct QRCodesError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  public struct Code: Hashable, Sendable {
    /// A stable name, for logs and tests.
    public let name: String

    /// There is nothing to encode.
    public static let nothingToEncode = Code(name: "nothingToEncode")
    /// The bytes do not fit into the largest symbol at this error correction.
    public static let tooLong = Code(name: "tooLong")
    /// The scale is outside what ``QRSymbol/png(scale:)`` draws.
    public static let scaleOutOfRange = Code(name: "scaleOutOfRange")
    /// The library that encodes, or the one that writes PNG, reported a failure, out of memory most likely.
    public static let libraryFailed = Code(name: "libraryFailed")
  }

  /// What went wrong.
  public let code: Code

  init(_ code: Code) {
    self.code = code
  }
}
