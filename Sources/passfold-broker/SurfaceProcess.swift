// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Dispatch
import Glibc
import LocalEndpoint

/// Starts the program that draws views in windows of the desktop.
enum SurfaceProcess {
  /// Starts it with a ticket in its environment, and reports its end.
  ///
  /// - Throws: `surfaceDidNotStart` when there is no display, or the program cannot be started.
  static func start(
    _ program: String, ticket: String, ended: @escaping @Sendable () async -> Void
  ) throws(BrokerError) {
    // The broker's own display, never one that a client names: a client that draws the question could also answer it.
    guard ["WAYLAND_DISPLAY", "DISPLAY"].contains(where: { !(environmentVariable($0) ?? "").isEmpty }) else {
      throw BrokerError(.surfaceDidNotStart, subject: "no display")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(strdup(variable))
      next += 1
    }
    variables += [strdup("PASSFOLD_SURFACE_TICKET=" + ticket), nil]
    let arguments = [strdup(program), nil]
    defer { (variables + arguments).forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, nil, arguments, variables) == 0 else {
      throw BrokerError(.surfaceDidNotStart, subject: program)
    }
    let started = process
    DispatchQueue.global().async {
      var status: CInt = 0
      while waitpid(started, &status, 0) < 0, errno == EINTR {}
      Task { await ended() }
    }
  }
}
