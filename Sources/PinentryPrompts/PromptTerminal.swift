// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The terminal on which a passphrase may be typed where there is no display, and how its bytes are read.
///
/// It names no display: a prompt appears on the display of the environment that the ``PassphrasePrompt`` was made with, since whoever named
/// another could answer there. For the same reason a terminal is only for passphrases; a yes is taken on the display alone.
public struct PromptTerminal: Sendable, Hashable {
  /// The path of the terminal, below `/dev/`.
  public var name: String?
  /// The value of `TERM` there.
  public var type: String?
  /// The locale's `LC_CTYPE`, which decides how the terminal's bytes are read.
  public var characterType: String?
  /// The locale's `LC_MESSAGES`.
  public var messages: String?

  /// Describes a terminal; what is nil is left to the prompting program and its environment.
  public init(name: String? = nil, type: String? = nil, characterType: String? = nil, messages: String? = nil) {
    self.name = name
    self.type = type
    self.characterType = characterType
    self.messages = messages
  }

  /// The options that carry it over Assuan, in the order pinentry programs expect; values of a foreign form are left out.
  var options: [String] {
    var options: [String] = []
    if let name, name.hasPrefix("/dev/"), Self.isPlain(name) { options.append("ttyname=\(name)") }
    // The name of a terminal type is no path: programs look it up as a file.
    if let type, Self.isPlain(type), !type.contains("/") { options.append("ttytype=\(type)") }
    if let characterType, Self.isPlain(characterType) { options.append("lc-ctype=\(characterType)") }
    if let messages, Self.isPlain(messages) { options.append("lc-messages=\(messages)") }
    return options
  }

  /// Whether a value is short, printable ASCII without spaces or a percent sign, so that it needs no escaping in any reading.
  private static func isPlain(_ value: String) -> Bool {
    let bytes = value.utf8
    return !bytes.isEmpty && bytes.count <= 255 && bytes.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "%") }
  }
}
