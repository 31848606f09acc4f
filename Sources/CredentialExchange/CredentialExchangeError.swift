// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a file was not read or written at all; what concerns single entries is an ``ImportFinding``.
package struct CredentialExchangeError: Error, Hashable, Sendable {
  /// The kinds of failure; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The bytes are of no format that is known.
    package static let unknownFormat = Code("unknownFormat")
    /// The file is of the format, and this build cannot read that version or variant of it.
    package static let unsupportedVariant = Code("unsupportedVariant")
    /// The file breaks off, or is not built as its format says.
    package static let malformed = Code("malformed")
    /// The file is sealed, and no passphrase was given.
    package static let passphraseNeeded = Code("passphraseNeeded")
    /// The passphrase does not open the file, or somebody changed it: few formats can tell the two apart.
    package static let notOpenable = Code("notOpenable")
    /// The file, something in it, or what opening it would cost is over the bounds.
    package static let overBounds = Code("overBounds")

    /// The file is a table, and nothing tells which of its columns has the passwords.
    package static let columnsUnknown = Code("columnsUnknown")
    /// The file is a message of OpenPGP for somebody's key, or not as a program of passwords writes it.
    package static let sealedMessage = Code("sealedMessage")
    /// The file is an archive (ZIP) whose files are under a password of the archive's.
    package static let sealedArchive = Code("sealedArchive")
    /// The file is of 1Password's OPVault, the database of its older versions, which is no export.
    package static let opVault = Code("opVault")
    /// The file is Authy's own; Authy exports nothing.
    package static let authyFile = Code("authyFile")

    /// All of them.
    package static let all: [Code] = [
      unknownFormat, unsupportedVariant, malformed, passphraseNeeded, notOpenable, overBounds, columnsUnknown, sealedMessage, sealedArchive,
      opVault, authyFile,
    ]

    /// Finds a code by its name; nil for one that this build does not know.
    package init?(named name: String) {
      guard let code = Self.all.first(where: { $0.description == name }) else { return nil }
      self = code
    }
  }

  /// The kind of failure.
  package let code: Code
  /// How many bytes into the file it was noticed, where that is known.
  package let offset: Int?

  /// Describes a failure.
  package init(_ code: Code, offset: Int? = nil) {
    self.code = code
    self.offset = offset
  }
}
