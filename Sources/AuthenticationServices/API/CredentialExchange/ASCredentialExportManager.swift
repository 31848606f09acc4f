// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Hands everything that a credential manager keeps over to another one, without a file.
///
/// The system asks the person, outside of the program, and the person picks the other manager. What is handed over goes through the system's
/// memory and is never written to a disk.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public class ASCredentialExportManager {
  /// What the system and the other manager take.
  public struct ExportOptions: Codable, Hashable, Sendable {
    /// The version of the format to hand over.
    public let formatVersion: ASExportedCredentialData.FormatVersion
  }

  let export = PendingExport()

  init() {}

  /// Makes a manager.
  ///
  /// - Parameter presentationAnchor: The program's window. The system's question has a window of its own here.
  public convenience init(presentationAnchor: ASPresentationAnchor) { self.init() }

  /// Asks the person whether, and to whom, everything is to be handed over.
  ///
  /// - Parameter extensionBundleIdentifier: The provider that hands over; nil for the one that the program is, or that it lies in the folder of.
  /// - Returns: What to hand over.
  /// - Throws: ``ASAuthorizationError`` `canceled` when the person says no, `credentialExport` when it cannot be done; its reason says why.
  public nonisolated(nonsending) func requestExport(for extensionBundleIdentifier: String? = nil) async throws -> ExportOptions {
    try await export.request(for: extensionBundleIdentifier)
    return ExportOptions(formatVersion: .v1)
  }

  /// Hands everything over, and waits until the other manager keeps it.
  ///
  /// Each leave of ``requestExport(for:)`` is good for one call, within ten minutes.
  /// - Parameter credentialData: At most 100 000 items and 96 MiB of CXF.
  /// - Throws: ``ASAuthorizationError`` `canceled` when the person says no to the other manager, `credentialExport` when it cannot be done. The
  ///   other manager then keeps nothing of it, unless it had told the system that it does.
  public nonisolated(nonsending) func exportCredentials(_ credentialData: ASExportedCredentialData) async throws {
    try await export.send(credentialData)
  }
}
