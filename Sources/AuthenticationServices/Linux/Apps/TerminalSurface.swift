// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import LocalEndpoint

/// The surface in the program's own terminal, used if there is no display: the command `passfold surface`, for the duration of a request.
struct TerminalSurface: Sendable {
  private let process: pid_t

  /// Starts the surface; nil if windows can be shown, the program has no terminal, or nothing is to be shown yet.
  static func start(for mode: AuthorizationFlow.Mode) -> TerminalSurface? {
    if case .autofill = mode { return nil }
    // The surface connects to the session's broker, so it cannot serve another one.
    guard BrokerClient.current === BrokerClient.shared else { return nil }
    guard !SessionProgram.hasDisplay, isInTerminal, let command = Installation.foundBySearchPath().command else { return nil }
    var process: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [strdup(command), strdup("surface"), nil]
    defer { words.forEach { free($0) } }
    // The child inherits the program's standard streams: the terminal.
    guard posix_spawn(&process, command, nil, nil, words, environ) == 0 else { return nil }
    return TerminalSurface(process: process)
  }

  /// Ends the surface and returns the terminal to the program.
  func end() {
    kill(process, SIGTERM)
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private static var isInTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }
}
