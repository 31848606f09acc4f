// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Takes what another credential manager hands over.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public class ASCredentialImportManager {
  /// Makes a manager.
  public init() {}

  /// Takes what waits under a token; the token is spent by that.
  ///
  /// - Parameter token: What the system called the provider with, under ``ASCredentialImportToken``.
  /// - Throws: ``ASAuthorizationError`` `credentialImport` for a token that is another provider's, was used or is too old, and for data that are
  ///   no CXF or out of bounds.
  public nonisolated(nonsending) func importCredentials(token: UUID) async throws -> ASExportedCredentialData {
    try await CredentialTransfer.read(token)
  }
}
