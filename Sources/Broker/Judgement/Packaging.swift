// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension CallerIdentity.Packaging {
  /// Reads the file `/.flatpak-info` that Flatpak puts into every sandbox; nil when it names no application.
  package init?(flatpakInformation text: String) {
    guard let name = KeyFile(parsing: text).value("name", in: "Application"), Self.isIdentifier(name), name.contains(".") else {
      return nil
    }
    self = .flatpak(name)
  }

  /// Reads a process's control groups, whose last names a snap's scope or service: `snap.NAME.APP…`.
  ///
  /// Anyone may make a scope of any name for himself, so the program must also lie in the snap, whose file system belongs to root.
  ///
  /// - Parameters:
  ///   - text: `/proc/PID/cgroup`.
  ///   - executable: The program's path.
  package init?(controlGroups text: String, executable: String?) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let unit = line.split(separator: "/").last, unit.hasPrefix("snap.") else { continue }
      let parts = unit.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count >= 3, let executable else { continue }
      let name = String(parts[1])
      guard Self.isIdentifier(name), ["/snap/", "/var/lib/snapd/snap/"].contains(where: { executable.hasPrefix($0 + name + "/") }) else {
        continue
      }
      self = .snap(name)
      return
    }
    return nil
  }

  private static func isIdentifier(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
