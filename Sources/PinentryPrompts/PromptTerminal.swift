// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Where a prompt may appear: the terminal and display of whoever caused it.
///
/// Pinentry programs with a window use the display; the others use the terminal; those with both prefer the display.
public struct PromptTerminal: Sendable, Hashable {
  /// The path of the terminal, below `/dev/`.
  public var name: String?
  /// The value of `TERM` there.
  public var type: String?
  /// The locale's `LC_CTYPE`, which decides how the terminal's bytes are read.
  public var characterType: String?
  /// The locale's `LC_MESSAGES`.
  public var messages: String?
  /// The X display.
  public var display: String?
  /// The Wayland display.
  public var waylandDisplay: String?

  /// Describes a place; what is nil is left to the prompting program and its environment.
  public init(
    name: String? = nil, type: String? = nil, characterType: String? = nil, messages: String? = nil, display: String? = nil,
    waylandDisplay: String? = nil
  ) {
    self.name = name
    self.type = type
    self.characterType = characterType
    self.messages = messages
    self.display = display
    self.waylandDisplay = waylandDisplay
  }

  /// The options that carry it over Assuan, in the order pinentry programs expect; values of a foreign form are left out.
  var options: [String] {
    var options: [String] = []
    if let name, name.hasPrefix("/dev/"), Self.isPlain(name) { options.append("ttyname=\(name)") }
    if let type, Self.isPlain(type) { options.append("ttytype=\(type)") }
    if let characterType, Self.isPlain(characterType) { options.append("lc-ctype=\(characterType)") }
    if let messages, Self.isPlain(messages) { options.append("lc-messages=\(messages)") }
    return options
  }

  /// The variables that carry the display, which Assuan has no option for.
  var environment: [String: String] {
    var environment: [String: String] = [:]
    if let display, Self.isPlain(display) { environment["DISPLAY"] = display }
    if let waylandDisplay, Self.isPlain(waylandDisplay) { environment["WAYLAND_DISPLAY"] = waylandDisplay }
    return environment
  }

  /// Whether a value is short, printable ASCII without spaces or a percent sign, so that it needs no escaping in any reading.
  private static func isPlain(_ value: String) -> Bool {
    let bytes = value.utf8
    return !bytes.isEmpty && bytes.count <= 255 && bytes.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "%") }
  }
}
