// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why the store cannot be used, or a row of it cannot be trusted.
///
/// Equality is equality of the ``code``. Failures of SQLite itself reach the caller as they are.
public struct OneTimeCodeStorageError: Error, Hashable, Sendable {
  /// The kind of fault; later versions add members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the code.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The key is not 32 bytes long.
    public static let keyLength = Code("keyLength")
    /// The key file does not exist and could not be made.
    public static let keyFileNotWritable = Code("keyFileNotWritable")
    /// The key file exists and could not be read.
    public static let keyFileNotReadable = Code("keyFileNotReadable")
    /// Others than the key file's owner may read it.
    public static let keyFileExposed = Code("keyFileExposed")
    /// A sealed secret does not open: altered, moved from another user or credential, or sealed under another key.
    public static let secretNotOpenable = Code("secretNotOpenable")
  }

  /// What was wrong.
  public let code: Code

  /// Makes the error of a code, without the database's own words.
  package init(_ code: Code) { self.code = code }
}
