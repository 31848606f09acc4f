// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a QR code could not be created or drawn. It never contains the content of the code.
public struct QRCodesError: Error, Sendable, Equatable {
  /// The kinds of failure. The set may grow.
  public struct Code: Hashable, Sendable {
    /// A stable name for logs and tests.
    public let name: String

    /// There is nothing to encode.
    public static let nothingToEncode = Code(name: "nothingToEncode")
    /// The bytes do not fit into the largest symbol with this error correction.
    public static let tooLong = Code(name: "tooLong")
    /// The scale is outside the range of ``QRSymbol/png(scale:)``.
    public static let scaleOutOfRange = Code(name: "scaleOutOfRange")
    /// The encoding library or the PNG library reported a failure, most likely because of insufficient memory.
    public static let libraryFailed = Code(name: "libraryFailed")
  }

  /// The kind of failure.
  public let code: Code

  init(_ code: Code) {
    self.code = code
  }
}
