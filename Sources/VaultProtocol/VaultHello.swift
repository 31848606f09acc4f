// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How a client of the management door introduces itself, and where it may be asked.
package struct VaultHello: Codable, Hashable, Sendable {
  /// The version of the door that this code speaks.
  package static let protocolVersion = 1

  /// What a client is, which bounds what it may ask.
  package enum Role: String, Codable, Sendable {
    /// The command in a terminal: every request.
    case cli
    /// Something that only shows how things stand: `status` and nothing else.
    case monitor
  }

  /// The terminal and display of the client: prompts appear there.
  package struct Place: Codable, Hashable, Sendable {
    /// The terminal's path below `/dev/`.
    package var terminal: String?
    /// The terminal's `TERM`.
    package var terminalType: String?
    /// `LC_CTYPE`.
    package var characterType: String?
    /// `LC_MESSAGES`.
    package var messages: String?
    /// `DISPLAY`.
    package var display: String?
    /// `WAYLAND_DISPLAY`.
    package var waylandDisplay: String?

    /// Describes a place; nil where the client knows nothing.
    package init(
      terminal: String? = nil, terminalType: String? = nil, characterType: String? = nil, messages: String? = nil, display: String? = nil,
      waylandDisplay: String? = nil
    ) {
      self.terminal = terminal
      self.terminalType = terminalType
      self.characterType = characterType
      self.messages = messages
      self.display = display
      self.waylandDisplay = waylandDisplay
    }
  }

  /// The version that the client speaks.
  package var protocolVersion: Int
  /// What the client is.
  package var role: Role
  /// Where the person behind the client can be asked.
  package var place: Place?

  /// Introduces a client of this version.
  package init(role: Role, place: Place? = nil, protocolVersion: Int = VaultHello.protocolVersion) {
    self.protocolVersion = protocolVersion
    self.role = role
    self.place = place
  }

  enum CodingKeys: String, CodingKey {
    case protocolVersion = "protocol"
    case role
    case place
  }
}
