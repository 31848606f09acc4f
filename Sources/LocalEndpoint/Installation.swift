// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where this copy of Passfold is installed, found from the running program.
package struct Installation: Sendable {
  /// The folder of the running program.
  package let programFolder: String

  /// Looks at `/proc/self/exe`.
  package init() {
    programFolder = Self.parent(of: symbolicLinkTarget(of: "/proc/self/exe") ?? "")
  }

  /// Takes the folder of the running program as given.
  package init(programFolder: String) {
    self.programFolder = programFolder
  }

  /// Finds the installation whose command is first in `PATH`, for a program that is no part of one; else the running program's own folder.
  package static func foundBySearchPath(variable: (String) -> String? = environmentVariable) -> Installation {
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin").split(separator: ":").filter { $0.hasPrefix("/") }
    guard let command = folders.map({ String($0) + "/passfold" }).first(where: { access($0, X_OK) == 0 }),
      let resolved = realpath(command, nil)
    else { return Installation() }
    defer { free(resolved) }
    return Installation(programFolder: parent(of: String(cString: resolved)))
  }

  /// The prefix that `bin`, `libexec` and `lib` are under.
  package var prefix: String {
    if programFolder.hasSuffix("/libexec/passfold") { return Self.parent(of: Self.parent(of: programFolder)) }
    return Self.parent(of: programFolder)
  }

  /// The broker's program: beside the running one (a build folder), else where an installation has it.
  package var broker: String? { program(named: "passfold-broker") }

  /// The browser host's program, found the same way.
  package var browserHost: String? { program(named: "passfold-browser-host") }

  /// The program that reads and draws QR codes, found the same way.
  package var qrProgram: String? { program(named: "passfold-qr") }

  /// The command, found the same way or in `bin`.
  package var command: String? { program(named: "passfold") ?? [prefix + "/bin/passfold"].first { access($0, X_OK) == 0 } }

  /// The program that draws windows, found the same way.
  package var windowProgram: String? { program(named: "passfold-window") }

  /// The program that fetches well-known documents, found the same way.
  package var fetchProgram: String? { program(named: "passfold-fetch") }

  /// The program that carries sealed bytes between the vault and a sync server, found the same way.
  package var syncProgram: String? { program(named: "passfold-sync") }

  /// A program that the vault starts for strangers' files; it lies beside the vault, in a build folder as in its bundle.
  package func vaultHelper(named name: String) -> String? {
    let path = programFolder + "/" + name
    return access(path, X_OK) == 0 ? path : nil
  }

  /// The folder of provider bundles that came with this installation.
  package var providerFolder: String { prefix + "/lib/passfold/providers" }

  /// The folder of translations, as gettext lays it out; of the vault, too, whose program lies in a bundle of ``providerFolder``.
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

/// Reads where a symbolic link points; nil when it is none.
func symbolicLinkTarget(of path: String) -> String? {
  let bytes = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
    count = buffer.baseAddress.map { max(readlink(path, $0, buffer.count), 0) } ?? 0
  }
  return bytes.isEmpty ? nil : String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
