// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The terminal on which a passphrase may be typed if there is no display, and the encoding of its input.
///
/// It does not name a display: a prompt appears on the display of the environment of the ``PassphrasePrompt``, because a process that could
/// name another display could answer there. For the same reason, a terminal is used only for passphrases; a confirmation is accepted only
/// on the display.
public struct PromptTerminal: Sendable, Hashable {
  /// The path of the terminal, below `/dev/`.
  public var name: String?
  /// The value of `TERM` there.
  public var type: String?
  /// The locale's `LC_CTYPE`, which determines the encoding of the terminal's input.
  public var characterType: String?
  /// The locale's `LC_MESSAGES`.
  public var messages: String?

  /// Creates a value. The prompting program and its environment determine what is nil.
  public init(name: String? = nil, type: String? = nil, characterType: String? = nil, messages: String? = nil) {
    self.name = name
    self.type = type
    self.characterType = characterType
    self.messages = messages
  }

  /// The options for Assuan, in the order that pinentry programs expect. Invalid values are left out.
  var options: [String] {
    var options: [String] = []
    if let name, name.hasPrefix("/dev/"), Self.isPlain(name) { options.append("ttyname=\(name)") }
    // A terminal type must not be a path, because programs look it up as a file.
    if let type, Self.isPlain(type), !type.contains("/") { options.append("ttytype=\(type)") }
    if let characterType, Self.isPlain(characterType) { options.append("lc-ctype=\(characterType)") }
    if let messages, Self.isPlain(messages) { options.append("lc-messages=\(messages)") }
    return options
  }

  /// Returns whether a value is short, printable ASCII without spaces or a percent sign, so that it never needs escaping.
  private static func isPlain(_ value: String) -> Bool {
    let bytes = value.utf8
    return !bytes.isEmpty && bytes.count <= 255 && bytes.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "%") }
  }
}
