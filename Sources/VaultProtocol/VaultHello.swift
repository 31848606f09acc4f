// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A client's introduction at the management door.
package struct VaultHello: Codable, Hashable, Sendable {
  /// The protocol version of this code.
  package static let protocolVersion = 1

  /// The role of a client, which limits its requests.
  package enum Role: String, Codable, Sendable {
    /// The command in a terminal: every request.
    case cli
    /// A program that only shows the vault's state: `status` and nothing else.
    case monitor
    /// The system, for the popup of a browser that the user connected: what the popup shows and changes. No other process may use this
    /// role.
    case browser
    /// The system's process that transfers encrypted bytes between the vault and its other devices: `carry` and nothing else. No other
    /// process may use this role.
    case sync
    /// The system, for a window or program that shows settings: the state of synchronising, the devices' names, and renaming one. No other
    /// process may use this role.
    case settings
    /// A window in which the user views and changes the vault. It has no terminal; its grant is only for its own process.
    case window
  }

  /// The encoding and language of the client's terminal. The vault asks the kernel for the terminal and the session for the display,
  /// because a client that named them could answer prompts there.
  package struct Place: Codable, Hashable, Sendable {
    /// The terminal's `TERM`.
    package var terminalType: String?
    /// `LC_CTYPE`.
    package var characterType: String?
    /// `LC_MESSAGES`.
    package var messages: String?

    /// Creates a value; nil if the client knows nothing.
    package init(terminalType: String? = nil, characterType: String? = nil, messages: String? = nil) {
      self.terminalType = terminalType
      self.characterType = characterType
      self.messages = messages
    }
  }

  /// The client's protocol version.
  package var protocolVersion: Int
  /// The client's role.
  package var role: Role
  /// The encoding and language of the user's terminal.
  package var place: Place?
  /// The user's name for the browser that the system represents; nil in other roles.
  package var browser: String?
  /// The settings program that the system represents, as identified by the kernel; nil in other roles.
  package var program: String?

  /// Creates the introduction of a client.
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
