// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LocalEndpoint

/// The settings in passfold-window.
enum SettingsWindow {
  /// Opens the settings.
  ///
  /// - Throws: ``ASAuthorizationError`` with the reason `noSettings` if no program can show them.
  static func open() async throws {
    guard SessionProgram.hasDisplay, let program = Installation.foundBySearchPath().windowProgram else {
      throw AuthorizationFailure.noSettings.error
    }
    do {
      _ = try await SessionProgram.output(of: [program, "--settings"])
    } catch {
      try Task.checkCancellation()
      throw AuthorizationFailure.noSettings.error
    }
  }
}
