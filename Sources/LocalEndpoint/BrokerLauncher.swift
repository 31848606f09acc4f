// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Starts the broker if no session manager has done so: the first client that needs it does.
package struct BrokerLauncher: Sendable {
  private let folder: RuntimeFolder
  private let installation: Installation

  /// Creates a launcher for the broker of `installation` and the session of `folder`.
  package init(folder: RuntimeFolder = RuntimeFolder(), installation: Installation = Installation()) {
    self.folder = folder
    self.installation = installation
  }

  /// Connects to the broker, starting it first if no process is listening.
  ///
  /// - Returns: A blocking descriptor.
  /// - Throws: `brokerNotFound`, `brokerDidNotAnswer` after five seconds, or the reason why the socket cannot be used.
  package func connect() throws(LocalEndpointError) -> CInt {
    do {
      return try UnixSocket.connect(to: folder.brokerSocket)
    } catch  where error.code == .nobodyListens {
      try start()
      return try waitForSocket(folder.brokerSocket)
    }
  }

  /// Waits until a server started by ``start()`` answers at `path`, for at most five seconds.
  ///
  /// - Throws: `brokerDidNotAnswer`; immediately, any error that waiting cannot resolve.
  package func waitForSocket(_ path: String) throws(LocalEndpointError) -> CInt {
    for _ in 0..<1_000 {
      do {
        return try UnixSocket.connect(to: path)
      } catch  where error.code == .nobodyListens || error.code == .systemCallFailed {
        usleep(5_000)
      }
    }
    throw LocalEndpointError(.brokerDidNotAnswer, path: path)
  }

  /// Starts the broker in a separate session. A second broker ends when it finds the lock taken.
  package func start() throws(LocalEndpointError) {
    try folder.prepare()
    guard let program = installation.broker else {
      throw LocalEndpointError(.brokerNotFound, path: installation.programFolder)
    }
    let log = open(folder.brokerLog, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard log >= 0 else { throw LocalEndpointError(.systemCallFailed, path: folder.brokerLog, errorNumber: errno) }
    defer { close(log) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, log, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID: the broker must outlive the terminal or browser that started it.
    posix_spawnattr_setflags(&attributes, 0x80)
    var process: pid_t = 0
    let result = program.withCString { name in
      var arguments: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: name), nil]
      return posix_spawn(&process, name, &actions, &attributes, &arguments, environ)
    }
    guard result == 0 else { throw LocalEndpointError(.systemCallFailed, path: program, errorNumber: result) }
  }
}
