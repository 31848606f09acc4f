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

  /// Makes the folder if need be and checks that nobody else can get at it.
  ///
  /// - Throws: `unsafeRuntimeFolder` when it is a link, belongs to another user or is open to group or others.
  package func prepare() throws(LocalEndpointError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw LocalEndpointError(.systemCallFailed, path: path, errorNumber: errno)
    }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw LocalEndpointError(.systemCallFailed, path: path, errorNumber: errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw LocalEndpointError(.unsafeRuntimeFolder, path: path)
    }
  }
}

/// Reads one variable of this process's environment.
package func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  return String(cString: value)
}
