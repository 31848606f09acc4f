// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// All data that one credential manager exports to another, in the model of FIDO's Credential Exchange Format 1.0 (CXF).
///
/// Its `Codable` form is the JSON of that format, whatever the coder's strategies are. As in Apple's API, the secrets are plain `String`
/// and `Data` values. They can be copied, printed and swapped out, so keep a value of this type no longer than necessary.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASExportedCredentialData: Codable, Hashable, Sendable {
  /// The versions of the format.
  public enum FormatVersion: String, CaseIterable, Codable, Sendable {
    /// CXF 1.0.
    case v1
  }

  /// The version of the format of the data.
  public let formatVersion: FormatVersion
  /// The domain of the exporting manager, such as `manager.example`, as the manager itself states.
  public let exporterRelyingPartyIdentifier: String
  /// The display name of the exporting manager, as the manager itself states.
  public let exporterDisplayName: String
  /// The time at which the data were collected, to the second.
  public let timestamp: Date
  /// The user's accounts with the exporting manager, each with its items.
  public var accounts: [ASImportableAccount]

  /// Creates the data for an export.
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
