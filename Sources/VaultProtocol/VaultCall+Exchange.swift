// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// A step of importing another program's file: it is announced, sent in parts, examined, and then imported in one step.
  package struct ImportStep: Codable, Hashable, Sendable {
    /// The kinds of step.
    package enum Step: String, Codable, Sendable {
      /// Announces a file; its parts follow.
      case begin
      /// Sends the next part, which is the secret part. The last one is answered with the report; if the file is encrypted, a prompt asks
      /// for its passphrase first.
      case part
      /// Stores the data described in the report.
      case apply
      /// Undoes the last import.
      case undo
      /// Reports, once, the preview shown to the user of another provider's handover that was not stored.
      case preview
    }

    /// The maximum length of a file in bytes: 96 MiB.
    package static let longestFile = 96 << 20
    /// The maximum length of a key file in bytes.
    package static let longestKeyFile = 1 << 20

    /// The kind of step.
    package var step: Step
    /// For `begin`: the file's length in bytes.
    package var bytes: Int?
    /// For `begin`: the length in bytes of the key file that follows the file; 0 or nil if there is none.
    package var keyFileBytes: Int?
    /// For `begin`: the format named by the user. It is used if the file itself does not reveal its format.
    package var format: String?
    /// For `part` and `apply`: the file, as returned by `begin`.
    package var transfer: String?
    /// For `apply`: the outcome for records that differ: `mine`, `theirs` or `both`; nil means `mine`.
    package var differing: String?
    /// For `apply`: the outcome for single records, by their place in the report.
    package var choices: [String: String]?

    /// For `preview`: the name of the provider that handed over.
    package var from: String?

    /// Creates a step.
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

  /// A step of exporting the vault into a file in another program's format.
  package struct ExportStep: Codable, Hashable, Sendable {
    /// The kinds of step.
    package enum Step: String, Codable, Sendable {
      /// Creates the file, once the user has typed the vault's passphrase, and one for the file unless it is unencrypted.
      case begin
      /// Requests the next part of the file, which is the answer's secret part.
      case part
    }

    /// The kind of step.
    package var step: Step
    /// For `begin`: `cxf`, `kdbx`, `bitwarden-json`, `csv` or `otpauth`.
    package var format: String?
    /// For `begin`: whether the file is unencrypted.
    package var plain: Bool?
    /// For `begin`: whether only the report is requested.
    package var preview: Bool?
    /// For `part`: the file, as returned by `begin`.
    package var transfer: String?

    /// Creates a step.
    package init(_ step: Step, format: String? = nil, plain: Bool? = nil, preview: Bool? = nil, transfer: String? = nil) {
      self.step = step
      self.format = format
      self.plain = plain
      self.preview = preview
      self.transfer = transfer
    }
  }
}
