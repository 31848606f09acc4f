// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LocalEndpoint

/// The folder of a session for automated tests, with everything that programs of the session look for in a person's own folders.
///
/// It is new, so nothing of a person is in it: no vault, no other provider, no paired browser.
struct VirtualSession: Sendable {
  /// The folder's absolute path.
  let folder: String

  /// Makes the folder; it may be there already and empty.
  ///
  /// - Parameter path: where; nil makes one for temporary files.
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

  /// What a browser of the session is started with.
  var environment: [String: String] {
    [
      "HOME": folder + "/home", "XDG_CONFIG_HOME": folder + "/config", "XDG_DATA_HOME": folder + "/data",
      "XDG_CACHE_HOME": folder + "/cache", "XDG_STATE_HOME": folder + "/state", "XDG_RUNTIME_DIR": folder + "/run",
    ]
  }

  /// Where the session's broker listens.
  var runtimeFolder: RuntimeFolder { RuntimeFolder(path: folder + "/run/passfold") }

  /// Takes the folder away with all that is in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
