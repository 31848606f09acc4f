// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import KeePassXCProvider

/// The real KeePassXC on its own display, with a database of three entries. Its dialogs are answered with key presses.
// @unchecked: the mutable state is set during initialisation only.
final class RealKeePassXC: @unchecked Sendable {
  static let password = "database password"
  static let codeSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

  let folder: String
  private var display = ""
  private var programs: [ChildProgram] = []

  /// Makes the database, starts a display and KeePassXC on it, and waits until it listens.
  ///
  /// - Parameter isOpen: Whether the database is unlocked at the start.
  init(isOpen: Bool = true) throws {
    folder = "/tmp/pf-" + String(UUID().uuidString.prefix(8))
    for path in ["/run", "/home", "/own"] {
      try FileManager.default.createDirectory(
        atPath: folder + path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    try write(
      """
      [General]
      ConfigVersion=2
      [Browser]
      Enabled=true
      AlwaysAllowAccess=true
      NoMigrationPrompt=true
      UpdateBinaryPath=false
      [GUI]
      CheckForUpdates=false
      """, to: "keepassxc.ini")
    try write("[General]\n", to: "local.ini")
    try write("\(Self.password)\n", to: "password")
    try write(Self.database, to: "database.xml")
    try run("(cat password; cat password) | keepassxc-cli import --quiet -p database.xml database.kdbx")
    display = try startDisplay()
    try startKeePassXC(isOpen: isOpen)
  }

  deinit {
    for program in programs.reversed() { program.end() }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The socket of this version of KeePassXC.
  var socket: String { folder + "/run/app/org.keepassxc.KeePassXC/org.keepassxc.KeePassXC.BrowserServer" }
  /// The socket of older versions.
  var olderSocket: String { folder + "/run/org.keepassxc.KeePassXC.BrowserServer" }
  var own: URL { URL(fileURLWithPath: folder + "/own", isDirectory: true) }

  /// Waits for a KeePassXC window, types the text into it and presses Return.
  func answer(_ window: String, typing text: String) throws {
    try run(
      """
      for step in $(seq 200); do
        number=$(xdotool search --onlyvisible --name '\(window)' | head -n 1)
        [ -n "$number" ] && break
        sleep 0.05
      done
      [ -n "$number" ] && sleep 0.3 && xdotool windowfocus --sync "$number" && xdotool type --delay 5 '\(text)' && xdotool key Return
      """)
  }

  /// Waits for a KeePassXC window and dismisses it.
  func dismiss(_ window: String) throws {
    try run(
      """
      for step in $(seq 200); do
        number=$(xdotool search --onlyvisible --name '\(window)' | head -n 1)
        [ -n "$number" ] && break
        sleep 0.05
      done
      [ -n "$number" ] && sleep 0.3 && xdotool windowfocus --sync "$number" && xdotool key Escape
      """)
  }

  private func startDisplay() throws -> String {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(command: "pipe") }
    defer { close(ends[0]) }
    try start(["/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"], output: ends[1])
    close(ends[1])
    var text = ""
    while !text.hasSuffix("\n") {
      var piece = [UInt8](repeating: 0, count: 16)
      let count = read(ends[0], &piece, piece.count)
      guard count > 0 else { throw Failure(command: "Xvfb") }
      text += String(decoding: piece.prefix(count), as: UTF8.self)
    }
    return ":" + text.dropLast()
  }

  private func startKeePassXC(isOpen: Bool) throws {
    let arguments = ["--config", folder + "/keepassxc.ini", "--localconfig", folder + "/local.ini"] + (isOpen ? ["--pw-stdin"] : [])
    try start(["/usr/bin/keepassxc"] + arguments + [folder + "/database.kdbx"], input: folder + "/password")
    for _ in 0..<400 where access(socket, F_OK) != 0 { usleep(50_000) }
    guard access(socket, F_OK) == 0 else { throw Failure(command: "keepassxc listens") }
    guard isOpen else { return }
    try run("for step in $(seq 200); do xdotool search --name 'test - KeePassXC' && exit; sleep 0.05; done; exit 1")
  }

  private func start(_ words: [String], input: String = "/dev/null", output: CInt? = nil) throws {
    guard let program = ChildProgram(words, environment: environment, input: input, output: output) else {
      throw Failure(command: words.joined(separator: " "))
    }
    programs.append(program)
  }

  private var environment: [String: String] {
    [
      "HOME": folder + "/home", "TMPDIR": folder + "/home", "XDG_RUNTIME_DIR": folder + "/run", "DISPLAY": display, "PATH": "/usr/bin:/bin",
      "LC_ALL": "C.UTF-8",
      "QT_QPA_PLATFORM": display.isEmpty ? "offscreen" : "xcb",
    ]
  }

  private func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }

  private func run(_ command: String) throws {
    let program = ChildProgram(["/bin/sh", "-c", "cd \(folder); " + command], environment: environment)
    guard let program, program.wait() == 0 else { throw Failure(command: command) }
  }

  struct Failure: Error {
    let command: String
  }

  /// KeePass's XML: a login with a code, one for another site, and one without a site.
  private static let database: String = {
    func entry(_ fields: [(String, String)]) -> String {
      "<Entry><UUID>\(Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString())</UUID>"
        + fields.map { "<String><Key>\($0.0)</Key><Value>\($0.1)</Value></String>" }.joined() + "</Entry>"
    }
    let entries = [
      entry([
        ("Title", "Shop"), ("UserName", "anne"), ("Password", "hunter2"), ("URL", "https://shop.example/sign-in"),
        ("otp", "otpauth://totp/Shop:anne?secret=\(codeSecret)&amp;period=30&amp;digits=6&amp;issuer=Shop"),
      ]), entry([("Title", "Bank"), ("UserName", "anne.b"), ("Password", "correct horse"), ("URL", "https://bank.example")]),
      entry([("Title", "Notes"), ("UserName", ""), ("Password", "nothing"), ("URL", "")]),
    ]
    let group = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <KeePassFile><Meta><Generator>test</Generator><DatabaseName>test</DatabaseName></Meta><Root><Group><UUID>\(group)</UUID>\
      <Name>Passwords</Name>\(entries.joined())</Group></Root></KeePassFile>
      """
  }()
}
