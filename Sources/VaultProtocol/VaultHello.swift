// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How a client of the management door introduces itself.
package struct VaultHello: Codable, Hashable, Sendable {
  /// The version of the door that this code speaks.
  package static let protocolVersion = 1

  /// What a client is, which bounds what it may ask.
  package enum Role: String, Codable, Sendable {
    /// The command in a terminal: every request.
    case cli
    /// Something that only shows how things stand: `status` and nothing else.
    case monitor
    /// The system, for the popup of a browser that the person connected: what the popup shows and changes. Nobody else may take this role.
    case browser
    /// The system's process that carries sealed bytes between the vault and its other devices: `carry` and nothing else. Nobody else may take
    /// this role.
    case sync
    /// The system, for a window or program that shows settings: how the vault stands to its other devices, their names, and another name for
    /// one. Nobody else may take this role.
    case settings
    /// A window in which a person looks at the vault and changes what is in it. It has no terminal; its grant is for its own process alone.
    case window
  }

  /// How the client's terminal reads and writes. Which terminal it is the vault asks the kernel, and the display is the session's: whoever
  /// named either could answer there.
  package struct Place: Codable, Hashable, Sendable {
    /// The terminal's `TERM`.
    package var terminalType: String?
    /// `LC_CTYPE`.
    package var characterType: String?
    /// `LC_MESSAGES`.
    package var messages: String?

    /// Describes a terminal; nil where the client knows nothing.
    package init(terminalType: String? = nil, characterType: String? = nil, messages: String? = nil) {
      self.terminalType = terminalType
      self.characterType = characterType
      self.messages = messages
    }
  }

  /// The version that the client speaks.
  package var protocolVersion: Int
  /// What the client is.
  package var role: Role
  /// How the terminal of the person behind the client reads and writes.
  package var place: Place?
  /// The person's name for the browser that the system speaks for; nil in other roles.
  package var browser: String?
  /// The program of the settings that the system speaks for, as the kernel tells it; nil in other roles.
  package var program: String?

  /// Introduces a client of this version.
  package init(
    role: Role, place: Place? = nil, browser: String? = nil, program: String? = nil, protocolVersion: Int = VaultHello.protocolVersion
  ) {
    self.protocolVersion = protocolVersion
    self.role = role
    self.place = place
    self.browser = browser
    self.program = program
  }

  enum CodingKeys: String, CodingKey {
    case protocolVersion = "protocol"
    case role
    case place
    case browser
    case program
  }
}
