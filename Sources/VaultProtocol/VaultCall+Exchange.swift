// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// A step of bringing another program's file into the vault: it is announced, sent in parts, looked at, and then taken in as one act.
  package struct ImportStep: Codable, Hashable, Sendable {
    /// Which step it is.
    package enum Step: String, Codable, Sendable {
      /// Announces a file; its parts follow.
      case begin
      /// The next part of it, which is the secret part. The last one is answered by the report; where the file is sealed, a prompt asks for its
      /// passphrase first.
      case part
      /// Stores what the report told of.
      case apply
      /// Takes the last import back.
      case undo
      /// Tells, once, what the person was shown of a handover by another provider of which nothing was kept.
      case preview
    }

    /// The longest file, in bytes: 96 MiB.
    package static let longestFile = 96 << 20
    /// The longest key file, in bytes.
    package static let longestKeyFile = 1 << 20

    /// Which step it is.
    package var step: Step
    /// For `begin`: the file's length in bytes.
    package var bytes: Int?
    /// For `begin`: the length of the key file that follows the file, 0 or nil for none.
    package var keyFileBytes: Int?
    /// For `begin`: what the person says that the file is, by a format's name; it counts where nothing in the file tells.
    package var format: String?
    /// For `part` and `apply`: the file, as `begin` was answered.
    package var transfer: String?
    /// For `apply`: what becomes of records that differ: `mine`, `theirs` or `both`; nil is `mine`.
    package var differing: String?
    /// For `apply`: what becomes of single ones, by their places as the report names them.
    package var choices: [String: String]?

    /// For `preview`: the name of the provider that handed over.
    package var from: String?

    /// Puts a step together.
    package init(
      _ step: Step, bytes: Int? = nil, keyFileBytes: Int? = nil, format: String? = nil, transfer: String? = nil, differing: String? = nil,
      choices: [String: String]? = nil, from: String? = nil
    ) {
      self.from = from
      self.step = step
      self.bytes = bytes
      self.keyFileBytes = keyFileBytes
      self.format = format
      self.transfer = transfer
      self.differing = differing
      self.choices = choices
    }
  }

  /// A step of writing what the vault has into a file of another program's format.
  package struct ExportStep: Codable, Hashable, Sendable {
    /// Which step it is.
    package enum Step: String, Codable, Sendable {
      /// Makes the file, once the person has typed the vault's passphrase, and one for the file unless it is to be plain.
      case begin
      /// The next part of the file, which is the answer's secret part.
      case part
    }

    /// Which step it is.
    package var step: Step
    /// For `begin`: `cxf`, `kdbx`, `bitwarden-json`, `csv` or `otpauth`.
    package var format: String?
    /// For `begin`: whether the file is to be readable by everybody.
    package var plain: Bool?
    /// For `begin`: whether only the report is wanted.
    package var preview: Bool?
    /// For `part`: the file, as `begin` was answered.
    package var transfer: String?

    /// Puts a step together.
    package init(_ step: Step, format: String? = nil, plain: Bool? = nil, preview: Bool? = nil, transfer: String? = nil) {
      self.step = step
      self.format = format
      self.plain = plain
      self.preview = preview
      self.transfer = transfer
    }
  }
}
