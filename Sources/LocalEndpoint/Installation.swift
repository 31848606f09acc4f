// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The location of this Passfold installation, found from the running program.
package struct Installation: Sendable {
  /// The folder of the running program.
  package let programFolder: String

  /// Creates a value from `/proc/self/exe`.
  package init() {
    programFolder = Self.parent(of: symbolicLinkTarget(of: "/proc/self/exe") ?? "")
  }

  /// Creates a value from the folder of the running program.
  package init(programFolder: String) {
    self.programFolder = programFolder
  }

  /// Finds the installation whose command is first in `PATH`, for a program that is not part of one; otherwise returns the running
  /// program's own folder.
  package static func foundBySearchPath(variable: (String) -> String? = environmentVariable) -> Installation {
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin").split(separator: ":").filter { $0.hasPrefix("/") }
    guard let command = folders.map({ String($0) + "/passfold" }).first(where: { access($0, X_OK) == 0 }),
      let resolved = realpath(command, nil)
    else { return Installation() }
    defer { free(resolved) }
    return Installation(programFolder: parent(of: String(cString: resolved)))
  }

  /// The prefix that contains `bin`, `libexec` and `lib`.
  package var prefix: String {
    if programFolder.hasSuffix("/libexec/passfold") { return Self.parent(of: Self.parent(of: programFolder)) }
    return Self.parent(of: programFolder)
  }

  /// The path of the broker: next to the running program (in a build folder), otherwise in its installed location.
  package var broker: String? { program(named: "passfold-broker") }

  /// The path of the browser host, found in the same way.
  package var browserHost: String? { program(named: "passfold-browser-host") }

  /// The path of the program that reads and draws QR codes, found in the same way.
  package var qrProgram: String? { program(named: "passfold-qr") }

  /// The path of the command, found in the same way or in `bin`.
  package var command: String? { program(named: "passfold") ?? [prefix + "/bin/passfold"].first { access($0, X_OK) == 0 } }

  /// The path of the program that shows windows, found in the same way.
  package var windowProgram: String? { program(named: "passfold-window") }

  /// The path of the program that fetches well-known documents, found in the same way.
  package var fetchProgram: String? { program(named: "passfold-fetch") }

  /// The path of the program that transfers encrypted bytes between the vault and a sync server, found in the same way.
  package var syncProgram: String? { program(named: "passfold-sync") }

  /// Returns the path of a program that the vault starts for untrusted files. It is next to the vault, in a build folder as well as in its
  /// bundle.
  package func vaultHelper(named name: String) -> String? {
    let path = programFolder + "/" + name
    return access(path, X_OK) == 0 ? path : nil
  }

  /// The folder of the provider bundles included in this installation.
  package var providerFolder: String { prefix + "/lib/passfold/providers" }

  /// The folder of translations in gettext's layout. Also correct for the vault, whose program is in a bundle in ``providerFolder``.
  package var localeFolder: String {
    let bundles = "/lib/passfold/providers"
    let folder = Self.parent(of: programFolder)
    return (folder.hasSuffix(bundles) ? String(folder.dropLast(bundles.count)) : prefix) + "/share/locale"
  }

  private func program(named name: String) -> String? {
    let candidates = [programFolder + "/" + name, prefix + "/libexec/passfold/" + name]
    return candidates.first { access($0, X_OK) == 0 }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}

/// Returns the target of a symbolic link; nil if the path is not one.
func symbolicLinkTarget(of path: String) -> String? {
  let bytes = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
    count = buffer.baseAddress.map { max(readlink(path, $0, buffer.count), 0) } ?? 0
  }
  return bytes.isEmpty ? nil : String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
