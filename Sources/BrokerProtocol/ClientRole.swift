// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a client of the broker is; it decides which requests the client may make (the client door's "Opening").
package enum ClientRole: String, Codable, Hashable, Sendable {
  /// A browser's extension, through its host; the browser vouches for each frame.
  case browser
  /// A program that asks by the module AuthenticationServices.
  case app
  /// The command.
  case cli
  /// Draws views for requests whose client draws none.
  case surface
  /// Reads and changes which providers are used.
  case settings
  /// A provider's own process, over the conversation that it has with the broker anyway; no hello brings this role.
  case provider
}
