// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The terminal that controls a process, by the kernel's word: `tty_nr` of `/proc/PID/stat`, matched with the device below `/dev`.
///
/// A path that a program names may be any terminal, also one that it made itself and types into. The controlling terminal is at least its
/// own; who sits there is proven by a passphrase that is typed there, never by a mere yes.
package struct ControllingTerminal: Hashable, Sendable {
  /// The terminal's path below `/dev`.
  package let path: String
  /// The terminal's device number, as stat(2) tells it of `path`.
  package let device: UInt64
  /// The id of the session that the terminal controls.
  package let session: Int32

  /// Finds the controlling terminal of a process; nil for a process that has none, whose terminal this process does not see, or that has
  /// ended.
  ///
  /// - Parameters:
  ///   - number: The process.
  ///   - process: A hold on it, so that what is read under its number is its own.
  package init?(ofProcess number: Int32, heldBy process: PeerProcess) {
    guard let status = ProcessStatus.ofProcess(number), let terminal = ControllingTerminal(status), process.isRunning else { return nil }
    self = terminal
  }

  /// Finds the terminal that a status names.
  ///
  /// - Parameter deviceOf: Tells the number of the character device at a path; nil for anything else.
  package init?(_ status: ProcessStatus, deviceOf: (String) -> UInt64? = Self.characterDevice) {
    let number = status.terminal
    // The kernel's new_encode_dev: twelve bits of major between the low eight and the high twelve of minor.
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

  /// The number of the character device at a path; a link is none.
  package static func characterDevice(at path: String) -> UInt64? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    return UInt64(status.st_rdev)
  }
}
