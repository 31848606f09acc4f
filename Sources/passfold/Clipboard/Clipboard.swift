// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import LocalTransport
import SecretMemory

/// The session's clipboard, accessed through helper programs. Copied text goes through pipes, never through arguments.
struct Clipboard: Sendable {
  /// The display system.
  enum Kind: String, Sendable {
    case wayland
    case x11
  }

  /// The seconds after which a copied code is cleared.
  static let keepTime = 45.0

  private let kind: Kind

  /// Uses the clipboard of the given kind.
  init(kind: Kind) { self.kind = kind }

  /// The clipboard of this session; nil without a display or without the program for it.
  static func ofThisSession(variable: (String) -> String? = environmentVariable) -> Clipboard? {
    if !(variable("WAYLAND_DISPLAY") ?? "").isEmpty, isInstalled("wl-copy") { return Clipboard(kind: .wayland) }
    if !(variable("DISPLAY") ?? "").isEmpty, isInstalled("xclip") { return Clipboard(kind: .x11) }
    return nil
  }

  /// Copies a code, and arranges for it to be cleared unless something else is copied first.
  func copy(_ code: SharedSecret) throws(CommandFailure) {
    try put(code)
    ClipboardKeeper.start(for: code, kind: kind)
  }

  /// Copies text.
  private func put(_ text: SharedSecret) throws(CommandFailure) {
    var run = ProgramRun(program: program, input: text)
    switch kind {
    // The type keeps wl-copy from asking another program what the text is; the hint keeps clipboard histories from storing it.
    case .wayland: run.arguments = ["--type", "text/plain;charset=utf-8"] + (Self.takesSensitiveHint ? ["--sensitive"] : [])
    case .x11: run.arguments = ["-in", "-selection", "clipboard"]
    }
    guard try run.outcome().status == 0 else { throw .clipboardFailed(program: program) }
  }

  /// Clears the clipboard if it still contains exactly this text.
  func clear(ifHolding code: SharedSecret) {
    var run = ProgramRun(program: kind == .wayland ? "wl-paste" : "xclip", outputLimit: max(4_096, code.byteCount + 1))
    run.arguments = kind == .wayland ? ["--no-newline"] : ["-out", "-selection", "clipboard"]
    guard let held = try? run.run().output, constantTimeEquals(held, code) else { return }
    switch kind {
    case .wayland: _ = try? ProgramRun(program: "wl-copy", arguments: ["--clear"]).run()
    case .x11: try? put(SharedSecret(copying: EmptyCollection()))
    }
  }

  private var program: String { kind == .wayland ? "wl-copy" : "xclip" }

  /// Whether this wl-copy can mark copied text as sensitive (wl-clipboard 2.3 and later).
  private static var takesSensitiveHint: Bool {
    guard let help = try? ProgramRun(program: "wl-copy", arguments: ["--help"], outputLimit: 16_384).run().output else { return false }
    return help.withBytes { String(decoding: $0, as: UTF8.self) }.contains("--sensitive")
  }

  private static func isInstalled(_ program: String) -> Bool {
    (environmentVariable("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
