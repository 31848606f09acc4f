// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why the store cannot be used or a row cannot be trusted.
///
/// Errors with the same ``code`` are equal. SQLite's own errors are passed on unchanged.
public struct OneTimeCodeStorageError: Error, Hashable, Sendable {
  /// The kind of error. Later versions add members.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the code.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The key is not 32 bytes long.
    public static let keyLength = Code("keyLength")
    /// The key file does not exist and could not be created.
    public static let keyFileNotWritable = Code("keyFileNotWritable")
    /// The key file exists but could not be read.
    public static let keyFileNotReadable = Code("keyFileNotReadable")
    /// Users other than the key file's owner may read it.
    public static let keyFileExposed = Code("keyFileExposed")
    /// An encrypted secret cannot be decrypted: it was altered, moved from another user or credential, or encrypted with another key.
    public static let secretNotOpenable = Code("secretNotOpenable")
  }

  /// The kind of error.
  public let code: Code

  /// Creates an error with a code, without the database's own message.
  package init(_ code: Code) { self.code = code }
}
