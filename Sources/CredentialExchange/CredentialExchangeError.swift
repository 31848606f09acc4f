// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason that a complete file was not read or written. Problems of single entries are an ``ImportFinding``.
package struct CredentialExchangeError: Error, Hashable, Sendable {
  /// The kinds of failure; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The bytes are not in a known format.
    package static let unknownFormat = Code("unknownFormat")
    /// The file has the format, but this build cannot read its version or variant.
    package static let unsupportedVariant = Code("unsupportedVariant")
    /// The file is truncated, or violates its format.
    package static let malformed = Code("malformed")
    /// The file is encrypted, and no passphrase was given.
    package static let passphraseNeeded = Code("passphraseNeeded")
    /// The passphrase does not open the file, or the file was altered: few formats can distinguish the two.
    package static let notOpenable = Code("notOpenable")
    /// The file, a part of it, or the cost of opening it exceeds the limits.
    package static let overBounds = Code("overBounds")

    /// The file is a table, and the column with the passwords cannot be determined.
    package static let columnsUnknown = Code("columnsUnknown")
    /// The file is an OpenPGP message for a key, or not in the form that password managers write.
    package static let sealedMessage = Code("sealedMessage")
    /// The file is a ZIP archive whose files are protected by the archive's password.
    package static let sealedArchive = Code("sealedArchive")
    /// The file is 1Password's OPVault, the database of its older versions, which is not an export.
    package static let opVault = Code("opVault")
    /// The file is Authy's own; Authy has no export.
    package static let authyFile = Code("authyFile")

    /// All codes.
    package static let all: [Code] = [
      unknownFormat, unsupportedVariant, malformed, passphraseNeeded, notOpenable, overBounds, columnsUnknown, sealedMessage, sealedArchive,
      opVault, authyFile,
    ]

    /// Returns the code with a name; nil for one that this build does not know.
    package init?(named name: String) {
      guard let code = Self.all.first(where: { $0.description == name }) else { return nil }
      self = code
    }
  }

  /// The kind of failure.
  package let code: Code
  /// The offset in bytes at which it was noticed, if known.
  package let offset: Int?

  /// Creates a failure.
  package init(_ code: Code, offset: Int? = nil) {
    self.code = code
    self.offset = offset
  }
}
