// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import LocalEndpoint

/// The surface in the program's own terminal, where there is no display: the command `passfold surface`, for as long as a request lasts.
struct TerminalSurface: Sendable {
  private let process: pid_t

  /// Starts it; nil where windows can be shown, the program has no terminal, or nothing is to be shown yet.
  static func start(for mode: AuthorizationFlow.Mode) -> TerminalSurface? {
    if case .autofill = mode { return nil }
    // It attaches to the session's broker, so it could draw for no other.
    guard BrokerClient.current === BrokerClient.shared else { return nil }
    guard !SessionProgram.hasDisplay, isInTerminal, let command = Installation.foundBySearchPath().command else { return nil }
    var process: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [strdup(command), strdup("surface"), nil]
    defer { words.forEach { free($0) } }
    // It has the program's own input and output: the terminal.
    guard posix_spawn(&process, command, nil, nil, words, environ) == 0 else { return nil }
    return TerminalSurface(process: process)
  }

  /// Ends it and gives the terminal back to the program.
  func end() {
    kill(process, SIGTERM)
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private static var isInTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }
}
