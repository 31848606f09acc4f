// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LocalEndpoint

/// The folder of a session for automated tests, with everything that programs of the session look for in a user's folders.
///
/// It is new, so it contains nothing of the user's: no vault, no other provider, no paired browser.
struct VirtualSession: Sendable {
  /// The folder's absolute path.
  let folder: String

  /// Creates the folder, which may exist already if it is empty.
  ///
  /// - Parameter path: The folder's path; nil creates a temporary one.
  /// - Throws: ``VirtualSessionError``.
  init(at path: String?) throws(VirtualSessionError) {
    if let path {
      guard path.hasPrefix("/") else { throw VirtualSessionError(.notAbsolute, path: path) }
      if mkdir(path, 0o700) != 0 {
        guard errno == EEXIST else { throw VirtualSessionError(.notMade, path: path, errorNumber: errno) }
      }
      folder = path
    } else {
      var template = Array("/tmp/passfold-virtual-XXXXXX\0".utf8.map(CChar.init(bitPattern:)))
      guard mkdtemp(&template) != nil else { throw VirtualSessionError(.notMade, path: "/tmp", errorNumber: errno) }
      folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw VirtualSessionError(.notPrivate, path: folder)
    }
    guard (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty == true else {
      throw VirtualSessionError(.notEmpty, path: folder)
    }
    for name in Self.folders where mkdir(folder + "/" + name, 0o700) != 0 {
      throw VirtualSessionError(.notMade, path: folder + "/" + name, errorNumber: errno)
    }
  }

  private static let folders = ["home", "config", "data", "cache", "state", "run"]

  /// The environment that a browser of the session is started with.
  var environment: [String: String] {
    [
      "HOME": folder + "/home", "XDG_CONFIG_HOME": folder + "/config", "XDG_DATA_HOME": folder + "/data",
      "XDG_CACHE_HOME": folder + "/cache", "XDG_STATE_HOME": folder + "/state", "XDG_RUNTIME_DIR": folder + "/run",
    ]
  }

  /// The folder with the socket of the session's broker.
  var runtimeFolder: RuntimeFolder { RuntimeFolder(path: folder + "/run/passfold") }

  /// Removes the folder with its contents.
  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
