// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Transfers all credentials of a credential manager to another one, without a file.
///
/// The system asks the user, outside the program, and the user picks the other manager. The data pass through the system's memory and are
/// never written to disk.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public class ASCredentialExportManager {
  /// The format that the system and the other manager accept.
  public struct ExportOptions: Codable, Hashable, Sendable {
    /// The version of the format to export.
    public let formatVersion: ASExportedCredentialData.FormatVersion
  }

  let export = PendingExport()

  init() {}

  /// Creates a manager.
  ///
  /// - Parameter presentationAnchor: The program's window. The system shows its question in a separate window here.
  public convenience init(presentationAnchor: ASPresentationAnchor) { self.init() }

  /// Asks the user whether, and to which manager, everything may be exported.
  ///
  /// - Parameter extensionBundleIdentifier: The exporting provider; nil for the provider that this program is, or whose folder contains it.
  /// - Returns: The options for the export.
  /// - Throws: ``ASAuthorizationError`` `canceled` if the user refuses, `credentialExport` if the export is not possible; its details
  ///   contain the reason.
  public nonisolated(nonsending) func requestExport(for extensionBundleIdentifier: String? = nil) async throws -> ExportOptions {
    try await export.request(for: extensionBundleIdentifier)
    return ExportOptions(formatVersion: .v1)
  }

  /// Exports everything, and waits until the other manager has stored it.
  ///
  /// Each permission from ``requestExport(for:)`` is valid for one call, within ten minutes.
  ///
  /// - Parameter credentialData: At most 100 000 items and 96 MiB of CXF.
  /// - Throws: ``ASAuthorizationError`` `canceled` if the user refuses in the other manager, `credentialExport` if the export fails. The
  ///   other manager has then stored nothing, unless it had reported to the system that it did.
  public nonisolated(nonsending) func exportCredentials(_ credentialData: ASExportedCredentialData) async throws {
    try await export.send(credentialData)
  }
}
