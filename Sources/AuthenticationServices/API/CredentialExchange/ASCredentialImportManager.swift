// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Imports the credentials that another credential manager exports.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public class ASCredentialImportManager {
  /// Creates a manager.
  public init() {}

  /// Returns the data that wait under a token. The token can be used once.
  ///
  /// - Parameter token: The token that the system passed to the provider under ``ASCredentialImportToken``.
  /// - Throws: ``ASAuthorizationError`` `credentialImport` for a token that belongs to another provider, was already used or has expired,
  ///   and for data that are not CXF or exceed the limits.
  public nonisolated(nonsending) func importCredentials(token: UUID) async throws -> ASExportedCredentialData {
    try await CredentialTransfer.read(token)
  }
}
