// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The controlling terminal of a process, as reported by the kernel: `tty_nr` of `/proc/PID/stat`, matched with the device under `/dev`.
///
/// A path that a program names may be any terminal, including one that it created and types into. The controlling terminal at least belongs
/// to the program. Only a passphrase typed there proves who uses it, never a confirmation.
package struct ControllingTerminal: Hashable, Sendable {
  /// The terminal's path under `/dev`.
  package let path: String
  /// The terminal's device number, as stat(2) reports it for `path`.
  package let device: UInt64
  /// The ID of the session that the terminal controls.
  package let session: Int32

  /// Finds the controlling terminal of a process; nil if the process has none, has ended, or its terminal is not visible to this process.
  ///
  /// - Parameters:
  ///   - number: The process.
  ///   - process: A handle for it, which ensures that the data read under its number belong to it.
  package init?(ofProcess number: Int32, heldBy process: PeerProcess) {
    guard let status = ProcessStatus.ofProcess(number), let terminal = ControllingTerminal(status), process.isRunning else { return nil }
    self = terminal
  }

  /// Finds the terminal in a process status.
  ///
  /// - Parameter deviceOf: Returns the number of the character device at a path; nil for anything else.
  package init?(_ status: ProcessStatus, deviceOf: (String) -> UInt64? = Self.characterDevice) {
    let number = status.terminal
    // The kernel's new_encode_dev: twelve bits of major number between the low eight and the high twelve bits of the minor number.
    let (major, minor) = (number >> 8 & 0xfff, number & 0xff | number >> 12 & 0xfff00)
    let path: String
    switch major {
    case 136: path = "/dev/pts/\(minor)"
    case 4 where (1..<64).contains(minor): path = "/dev/tty\(minor)"
    case 4 where minor >= 64: path = "/dev/ttyS\(minor - 64)"
    default: return nil
    }
    guard let device = deviceOf(path), device == UInt64(number) else { return nil }
    self.path = path
    self.device = device
    session = status.session
  }

  /// Returns the number of the character device at a path, without following a link.
  package static func characterDevice(at path: String) -> UInt64? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    return UInt64(status.st_rdev)
  }
}
