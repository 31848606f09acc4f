// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A lock file held for the lifetime of a process, so that each endpoint has one server.
package struct EndpointLock: ~Copyable, Sendable {
  private var descriptor: CInt

  /// Takes the lock at `path` and writes this process's number to the file.
  ///
  /// - Throws: `alreadyRunning` with the holder's process number if another process holds the lock.
  package init(at path: String) throws(LocalEndpointError) {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { throw LocalEndpointError(.systemCallFailed, path: path, errorNumber: errno) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let digits = [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
        count = max(pread(opened, buffer.baseAddress, buffer.count, 0), 0)
      }
      close(opened)
      let holder = CInt(String(decoding: digits.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
      throw LocalEndpointError(.alreadyRunning, path: path, holder: holder)
    }
    let number = Array("\(getpid())\n".utf8)
    ftruncate(opened, 0)
    _ = number.withUnsafeBytes { pwrite(opened, $0.baseAddress, $0.count, 0) }
    descriptor = opened
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
    lock.descriptor = -1
  }

  deinit {
    guard descriptor >= 0 else { return }
    // The file remains: if it were removed, two processes could lock two files of the same name.
    close(descriptor)
  }
}
