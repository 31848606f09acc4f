// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Everything that one credential manager hands over to another, in the model of FIDO's Credential Exchange Format 1.0 (CXF).
///
/// Its `Codable` form is the JSON of that format, whatever the strategies of the coder are. The secrets in it are plain `String` and `Data`, as
/// Apple has them: they can be copied, printed and swapped out like any other, so keep a value of this type for no longer than it takes.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASExportedCredentialData: Codable, Hashable, Sendable {
  /// The versions of the format.
  public enum FormatVersion: String, CaseIterable, Codable, Sendable {
    /// CXF 1.0.
    case v1
  }

  /// The version of the format that the data keep to.
  public let formatVersion: FormatVersion
  /// The domain of the exporting manager, such as `manager.example`; the manager says it of itself.
  public let exporterRelyingPartyIdentifier: String
  /// What the exporting manager calls itself.
  public let exporterDisplayName: String
  /// When the data were gathered, to the second.
  public let timestamp: Date
  /// The accounts that the person has with the exporting manager, each with its items.
  public var accounts: [ASImportableAccount]

  /// Gathers what is handed over.
  public init(
    accounts: [ASImportableAccount], formatVersion: FormatVersion, exporterRelyingPartyIdentifier: String, exporterDisplayName: String,
    timestamp: Date
  ) {
    self.accounts = accounts
    self.formatVersion = formatVersion
    self.exporterRelyingPartyIdentifier = exporterRelyingPartyIdentifier
    self.exporterDisplayName = exporterDisplayName
    self.timestamp = timestamp
  }
}
