// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import LocalTransport
import SecretMemory

/// The session's clipboard, by the programs that reach it; what is copied goes through pipes and never into their arguments.
struct Clipboard: Sendable {
  /// The display system.
  enum Kind: String, Sendable {
    case wayland
    case x11
  }

  /// Seconds after which a copied code is taken away.
  static let keepTime = 45.0

  private let kind: Kind

  /// Takes the clipboard of a kind.
  init(kind: Kind) { self.kind = kind }

  /// The clipboard of this session; nil without a display or without the program for it.
  static func ofThisSession(variable: (String) -> String? = environmentVariable) -> Clipboard? {
    if !(variable("WAYLAND_DISPLAY") ?? "").isEmpty, isInstalled("wl-copy") { return Clipboard(kind: .wayland) }
    if !(variable("DISPLAY") ?? "").isEmpty, isInstalled("xclip") { return Clipboard(kind: .x11) }
    return nil
  }

  /// Puts a code there, and sees to it that it is taken away when nothing else has been copied until then.
  func copy(_ code: SharedSecret) throws(CommandFailure) {
    try put(code)
    ClipboardKeeper.start(for: code, kind: kind)
  }

  /// Puts text there.
  private func put(_ text: SharedSecret) throws(CommandFailure) {
    var run = ProgramRun(program: program, input: text)
    switch kind {
    // The type keeps wl-copy from asking another program what the text is; the hint keeps clipboard histories from storing it.
    case .wayland: run.arguments = ["--type", "text/plain;charset=utf-8"] + (Self.takesSensitiveHint ? ["--sensitive"] : [])
    case .x11: run.arguments = ["-in", "-selection", "clipboard"]
    }
    guard try run.outcome().status == 0 else { throw .clipboardFailed(program: program) }
  }

  /// Empties the clipboard if it still holds exactly this.
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

  /// Whether this wl-copy can mark what it copies as sensitive (wl-clipboard 2.3 and later).
  private static var takesSensitiveHint: Bool {
    guard let help = try? ProgramRun(program: "wl-copy", arguments: ["--help"], outputLimit: 16_384).run().output else { return false }
    return help.withBytes { String(decoding: $0, as: UTF8.self) }.contains("--sensitive")
  }

  private static func isInstalled(_ program: String) -> Bool {
    (environmentVariable("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
