// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation
import Glibc

/// A prompt that asks `Tests/Support/scripted-pinentry` instead of the user.
final class ScriptedPinentry: Sendable {
  let prompt: PassphrasePrompt
  private let folder: URL
  private let hanging: String

  init(_ answers: [[String: any Sendable]], unknown: String = "", display: String? = ":77") throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "passfold-pinentry-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    hanging = folder.appending(path: "hanging").path
    let json = try JSONSerialization.data(withJSONObject: answers)
    var environment = [
      "PASSFOLD_PINENTRY": TestSupport.path(of: "scripted-pinentry"),
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "SCRIPTED_PINENTRY_ANSWERS": String(decoding: json, as: UTF8.self),
      "SCRIPTED_PINENTRY_STATE": folder.appending(path: "state").path,
      "SCRIPTED_PINENTRY_LOG": folder.appending(path: "log").path,
      "SCRIPTED_PINENTRY_UNKNOWN": unknown,
      "SCRIPTED_PINENTRY_HANGING": hanging,
      "GPG_TTY": "/dev/pts/78",
    ]
    environment["DISPLAY"] = display
    prompt = PassphrasePrompt(environment: environment)
    guard mkfifo(hanging, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Every line that the program received.
  func log() throws -> [String] {
    try String(contentsOf: folder.appending(path: "log"), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Returns once a prompt that hangs is open. A separate thread waits, because polling would delay the prompt itself.
  func waitUntilAsked() async {
    let pipe = hanging
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // Returns when the program opens the other end.
        let end = open(pipe, O_RDONLY | O_CLOEXEC)
        if end >= 0 { close(end) }
        continuation.resume()
      }
    }
  }
}

/// A pseudo-terminal with simulated typing (`Tests/Support/pinentry-on-a-terminal`).
final class Typist {
  let terminal: String
  private let process = Process()
  private let input = Pipe()

  init(_ texts: [String]) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: TestSupport.path(of: "pinentry-on-a-terminal"))
    process.arguments = texts
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    terminal = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func end() {
    input.fileHandleForWriting.closeFile()
    process.waitUntilExit()
  }
}

enum TestSupport {
  /// Returns the path of a program in `Tests/Support`.
  static func path(of program: String, from file: String = #filePath) -> String {
    URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Support/\(program)").path
  }
}
