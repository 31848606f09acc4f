// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The folder of one login session that holds Passfold's sockets and locks: `$XDG_RUNTIME_DIR/passfold`.
package struct RuntimeFolder: Sendable, Equatable {
  /// The folder's absolute path.
  package let path: String

  /// Uses a folder as it is; tests and the throw-away demo name their own.
  package init(path: String) {
    self.path = path
  }

  /// Finds the folder of this login session.
  ///
  /// - Parameter variable: looks up an environment variable.
  package init(variable: (String) -> String? = environmentVariable) {
    let user = geteuid()
    if let base = variable("XDG_RUNTIME_DIR"), base.hasPrefix("/") {
      path = base + "/passfold"
    } else if access("/run/user/\(user)", W_OK) == 0 {
      path = "/run/user/\(user)/passfold"
    } else {
      // Without a session folder: a folder of our own, which `prepare` refuses unless it is ours alone.
      path = "/tmp/passfold-\(user)"
    }
  }

  /// Where clients and the browser host find the broker.
  package var brokerSocket: String { path + "/broker.sock" }
  /// Where the command finds the built-in provider's management door.
  package var vaultSocket: String { path + "/vault.sock" }
  /// Held by the running broker, so that there is one.
  package var brokerLock: String { path + "/broker.lock" }
  /// What the broker says when no terminal or journal listens.
  package var brokerLog: String { path + "/broker.log" }

  /// Makes the folder if need be and checks it.
  ///
  /// - Throws: `noRuntimeFolder`, and what ``check()`` throws.
  package func prepare() throws(LocalEndpointError) {
    try checkLength()
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw LocalEndpointError(.noRuntimeFolder, path: path, errorNumber: errno)
    }
    try check()
  }

  /// Checks that nobody else can get at the folder or put another one in its place; one that is not there yet is nobody's.
  ///
  /// - Throws: `unsafeRuntimeFolder`, `openRuntimeFolder`, `noRuntimeFolder`; `pathTooLong` where no socket fits into it.
  package func check() throws(LocalEndpointError) {
    try checkLength()
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return }
      throw LocalEndpointError(.noRuntimeFolder, path: path, errorNumber: errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else { throw LocalEndpointError(.unsafeRuntimeFolder, path: path) }
    guard status.st_mode & 0o077 == 0 else { throw LocalEndpointError(.openRuntimeFolder, path: path) }
    // Whoever may write into the folder around it could rename it, unless that is sticky, as /tmp is.
    let around = Self.folder(around: path)
    guard stat(around, &status) == 0, status.st_mode & 0o022 != 0, status.st_mode & S_ISVTX == 0 else { return }
    throw LocalEndpointError(status.st_uid == geteuid() ? .openRuntimeFolder : .unsafeRuntimeFolder, path: around)
  }

  private func checkLength() throws(LocalEndpointError) {
    guard UnixSocket.fits(brokerSocket) else { throw LocalEndpointError(.pathTooLong, path: path) }
  }

  /// The folder that something lies in.
  static func folder(around path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// Reads one variable of this process's environment.
package func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  return String(cString: value)
}
