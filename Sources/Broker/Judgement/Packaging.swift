// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The claims of a file `/.flatpak-info` at the root of a process's file system. Anyone who creates a mount namespace can put one there, so
/// it counts only together with Flatpak's own record of the sandbox.
package struct FlatpakClaim: Hashable, Sendable {
  /// The application's identifier.
  package let identifier: String
  /// The number of the running sandbox instance.
  package let instance: String

  /// Parses the file; nil if it names no application or no running sandbox.
  package init?(information text: String) {
    let file = DesktopEntryText(parsing: text)
    guard let name = file.value("name", in: "Application"), CallerIdentity.Packaging.isIdentifier(name), name.contains("."),
      let instance = file.value("instance-id", in: "Instance"), (1...20).contains(instance.utf8.count),
      instance.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    identifier = name
    self.instance = instance
  }
}

extension CallerIdentity.Packaging {
  /// Parses a process's control groups, the last of which names a snap's scope or service: `snap.NAME.APP…`.
  ///
  /// Anyone may create a scope with any name, so the program must also be in the snap, whose file system belongs to root, and snapd must
  /// confirm the process.
  ///
  /// - Parameters:
  ///   - text: The content of `/proc/PID/cgroup`.
  ///   - executable: The program's path.
  ///   - isVouchedFor: Whether snapd's own state confirms that the process belongs to the snap with a name.
  /// - Returns: nil for a process that does not claim to be in a snap; `unknown` for one that snapd does not confirm.
  package init?(controlGroups text: String, executable: String?, isVouchedFor: (String) -> Bool) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let unit = line.split(separator: "/").last, unit.hasPrefix("snap.") else { continue }
      let parts = unit.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count >= 3, let executable else { continue }
      let name = String(parts[1])
      guard Self.isIdentifier(name), ["/snap/", "/var/lib/snapd/snap/"].contains(where: { executable.hasPrefix($0 + name + "/") }) else {
        continue
      }
      self = isVouchedFor(name) ? .snap(name) : .unknown
      return
    }
    return nil
  }

  static func isIdentifier(_ name: String) -> Bool {
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
