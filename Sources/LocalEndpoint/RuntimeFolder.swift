// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The folder of one login session for Passfold's sockets and locks: `$XDG_RUNTIME_DIR/passfold`.
package struct RuntimeFolder: Sendable, Equatable {
  /// The folder's absolute path.
  package let path: String

  /// Creates a value for a given folder, as used by tests and the demo.
  package init(path: String) {
    self.path = path
  }

  /// Finds the folder of this login session.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  package init(variable: (String) -> String? = environmentVariable) {
    let user = geteuid()
    if let base = variable("XDG_RUNTIME_DIR"), base.hasPrefix("/") {
      path = base + "/passfold"
    } else if access("/run/user/\(user)", W_OK) == 0 {
      path = "/run/user/\(user)/passfold"
    } else {
      // Without a session folder: a separate folder, which `prepare` rejects unless only this user has access.
      path = "/tmp/passfold-\(user)"
    }
  }

  /// The socket at which clients and the browser host reach the broker.
  package var brokerSocket: String { path + "/broker.sock" }
  /// The socket at which the command reaches the built-in provider's management interface.
  package var vaultSocket: String { path + "/vault.sock" }
  /// The lock held by the running broker, so that there is only one.
  package var brokerLock: String { path + "/broker.lock" }
  /// The file for the broker's log if there is no terminal or journal.
  package var brokerLog: String { path + "/broker.log" }

  /// Creates the folder if necessary and checks it.
  ///
  /// - Throws: `noRuntimeFolder`, and the errors of ``check()``.
  package func prepare() throws(LocalEndpointError) {
    try checkLength()
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw LocalEndpointError(.noRuntimeFolder, path: path, errorNumber: errno)
    }
    try check()
  }

  /// Checks that no other user can access or replace the folder. A folder that does not exist passes.
  ///
  /// - Throws: `unsafeRuntimeFolder`, `openRuntimeFolder`, `noRuntimeFolder`; `pathTooLong` if a socket path would not fit.
  package func check() throws(LocalEndpointError) {
    try checkLength()
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return }
      throw LocalEndpointError(.noRuntimeFolder, path: path, errorNumber: errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else { throw LocalEndpointError(.unsafeRuntimeFolder, path: path) }
    guard status.st_mode & 0o077 == 0 else { throw LocalEndpointError(.openRuntimeFolder, path: path) }
    // Any user with write access to the parent folder could rename this one, unless the parent is sticky, as /tmp is.
    let around = Self.folder(around: path)
    guard stat(around, &status) == 0, status.st_mode & 0o022 != 0, status.st_mode & S_ISVTX == 0 else { return }
    throw LocalEndpointError(status.st_uid == geteuid() ? .openRuntimeFolder : .unsafeRuntimeFolder, path: around)
  }

  private func checkLength() throws(LocalEndpointError) {
    guard UnixSocket.fits(brokerSocket) else { throw LocalEndpointError(.pathTooLong, path: path) }
  }

  /// Returns the folder that contains a path.
  static func folder(around path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// Returns the value of an environment variable of this process.
package func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  return String(cString: value)
}
