// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The role of a client of the broker; it decides which requests the client may make (the client door's "Opening").
package enum ClientRole: String, Codable, Hashable, Sendable {
  /// A browser's extension, through its host; the browser vouches for each frame.
  case browser
  /// A program that uses the module AuthenticationServices.
  case app
  /// The command-line tool.
  case cli
  /// A program that draws views for requests whose client draws none.
  case surface
  /// A program that reads and changes which providers are used.
  case settings
  /// A provider's own process, over its existing conversation with the broker; no hello assigns this role.
  case provider
}
