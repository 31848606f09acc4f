// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import LocalEndpoint

/// Programs of the user's session, such as the one that opens links.
enum SessionProgram {
  /// The program is missing or failed.
  struct Failure: Error {}

  /// Whether windows can be shown.
  static var hasDisplay: Bool {
    ["WAYLAND_DISPLAY", "DISPLAY"].contains { environmentVariable($0).map { !$0.isEmpty } ?? false }
  }

  /// Returns the path of a program, found in `PATH` or given directly.
  static func path(of name: String) -> String? {
    if name.hasPrefix("/") { return name }
    return (environmentVariable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
      .map { String($0) + "/" + name }.first { access($0, X_OK) == 0 }
  }

  /// Runs a program until it ends and returns its output without the final line break. A program that keeps running, such as a browser that
  /// was not open before, is left running after two seconds.
  ///
  /// - Throws: ``Failure`` if the program is missing or exits with an error.
  static func output(of words: [String]) async throws -> String {
    guard let name = words.first, let path = path(of: name) else { throw Failure() }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = Array(words.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    let (ends, continuation) = AsyncStream.makeStream(of: Int32?.self)
    process.terminationHandler = { continuation.yield($0.terminationStatus) }
    try process.run()
    let patience = Task {
      try await Task.sleep(for: .seconds(2))
      continuation.yield(nil)
    }
    defer { patience.cancel() }
    for await status in ends {
      guard let status else { return "" }
      guard status == 0 else { throw Failure() }
      let text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
    throw CancellationError()
  }
}
