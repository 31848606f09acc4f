// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalFiles

/// A lock file held for the lifetime of a process, so that each endpoint has one server.
package struct EndpointLock: ~Copyable, Sendable {
  private let lock: ProcessLock

  /// Takes the lock at `path` and writes this process's number to the file.
  ///
  /// - Throws: `alreadyRunning` with the holder's process number if another process holds the lock.
  package init(at path: String) throws(LocalEndpointError) {
    do {
      lock = try ProcessLock(at: path)
    } catch {
      switch error {
      case .isHeld(let holder): throw LocalEndpointError(.alreadyRunning, path: path, holder: holder)
      case .systemCallFailed(let errorNumber): throw LocalEndpointError(.systemCallFailed, path: path, errorNumber: errorNumber)
      }
    }
  }

  /// Takes the lock for a process that was passed the endpoint's socket. The current holder is no longer reachable there and gets SIGTERM.
  ///
  /// - Parameters:
  ///   - path: The path of the lock file.
  ///   - rounds: The number of attempts, 50 milliseconds apart.
  /// - Throws: `alreadyRunning` if the holder does not end in time.
  package init(takingOver path: String, rounds: Int = 100) throws(LocalEndpointError) {
    var told = false
    for round in 1... {
      do {
        self = try EndpointLock(at: path)
        return
      } catch  where error.code == .alreadyRunning && round < rounds {
        // The holder has written its number and lives as long as it holds the lock.
        if !told, let holder = error.holder, holder > 1 { told = kill(holder, SIGTERM) == 0 }
        usleep(50_000)
      }
    }
    throw LocalEndpointError(.alreadyRunning, path: path)
  }

  /// Keeps a lock until the process ends in any way; then the kernel releases it.
  package static func holdForever(_ lock: consuming EndpointLock) {
    lock.lock.holdUntilExit()
  }
}
