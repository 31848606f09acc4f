// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// Where the recovery kit goes, opened before the vault is made: the terminal itself or a new file, never standard output.
struct RecoveryKitPlace {
  private let descriptor: Int32
  private let file: String?

  /// The terminal that the command was started in.
  ///
  /// - Throws: `nowhereForRecoveryKit` when there is none.
  static func terminal() throws(CommandFailure) -> RecoveryKitPlace {
    let descriptor = open("/dev/tty", O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .nowhereForRecoveryKit }
    return RecoveryKitPlace(descriptor: descriptor, file: nil)
  }

  /// A file that must not exist yet and that only its owner may read.
  ///
  /// - Throws: `fileExists`, `system`.
  init(newFile path: String) throws(CommandFailure) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw errno == EEXIST ? .fileExists(path: path) : .system(path: path, errorNumber: errno) }
    file = path
  }

  private init(descriptor: Int32, file: String?) {
    self.descriptor = descriptor
    self.file = file
  }

  /// Writes the kit and, to a file, makes sure that it is on the disk.
  func write(_ kit: SharedSecret) throws(CommandFailure) {
    defer { close(descriptor) }
    if file == nil { Array(Presenter.recoveryKitHeading.utf8).withUnsafeBytes { _ = DescriptorOutput.write($0, to: descriptor) } }
    let isWritten =
      kit.withBytes { DescriptorOutput.write($0, to: descriptor) }
      && [UInt8(ascii: "\n")].withUnsafeBytes { DescriptorOutput.write($0, to: descriptor) } && (file == nil || fsync(descriptor) == 0)
    guard isWritten else { throw .system(path: file ?? "/dev/tty", errorNumber: errno) }
  }

  /// Leaves no empty file behind when no vault was made.
  func abandon() {
    close(descriptor)
    if let file { unlink(file) }
  }
}
