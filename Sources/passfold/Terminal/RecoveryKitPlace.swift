// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalFiles
import SecretMemory
import VaultProtocol

/// The destination of the recovery kit, opened before the vault is asked: the terminal or a new file, never standard output.
struct RecoveryKitPlace {
  private enum Place {
    case terminal(Dialogue)
    case text(path: String, descriptor: Int32)
    case picture(path: String, descriptor: Int32, program: QRProgram)
  }

  private let place: Place
  // More than a kit of either kind needs.
  private static let (textSize, pictureSize): (off_t, off_t) = (8_192, 131_072)

  /// Opens the given file, or else the controlling terminal. A name that ends with `.svg` gets a page with a QR code.
  ///
  /// - Throws: `nowhereForRecoveryKit` without a terminal; `fileExists`, `system`, `programMissing`.
  init(file path: String?) throws(CommandFailure) {
    guard let path else {
      guard let terminal = Dialogue() else { throw .nowhereForRecoveryKit }
      place = .terminal(terminal)
      return
    }
    let program = path.lowercased().hasSuffix(".svg") ? try QRProgram() : nil
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw errno == EEXIST ? .fileExists(path: path) : .system(path: path, errorNumber: errno) }
    place = program.map { .picture(path: path, descriptor: descriptor, program: $0) } ?? .text(path: path, descriptor: descriptor)
    // Detects a full disk now, while the key on paper still works.
    let fault = posix_fallocate(descriptor, 0, program == nil ? Self.textSize : Self.pictureSize)
    guard ![ENOSPC, EDQUOT, EFBIG, EIO].contains(fault) else {
      abandon()
      throw .system(path: path, errorNumber: fault)
    }
  }

  /// Delivers the key. When this returns, a file is on disk, or the user has typed two groups at the terminal.
  ///
  /// If the file cannot be written after all, the terminal shows the key.
  ///
  /// - Throws: `recoveryKeyNotConfirmed`; `recoveryKitLost` if there is no terminal either.
  func hand(over kit: VaultAnswer.RecoveryKit, _ key: SharedSecret) throws(CommandFailure) {
    switch place {
    case .terminal(let terminal): try RecoveryKeyOnScreen(terminal: terminal).show(key, kit)
    case .text(let path, let descriptor):
      try write(RecoveryKitPage.text(kit, key), to: descriptor, path: path, orShow: key, kit)
    case .picture(let path, let descriptor, let program):
      let symbol: SharedSecret
      do {
        symbol = try program.draw(key, format: "svg")
      } catch {
        // The key exists nowhere else, so it is written without the picture.
        try write(RecoveryKitPage.text(kit, key), to: descriptor, path: path, orShow: key, kit)
        throw error
      }
      try write(RecoveryKitPage.picture(kit, key, symbol: symbol), to: descriptor, path: path, orShow: key, kit)
    }
  }

  private func write(
    _ pieces: [OutputPiece], to descriptor: Int32, path: String, orShow key: SharedSecret, _ kit: VaultAnswer.RecoveryKit
  ) throws(CommandFailure) {
    // Removes unneeded reserved space.
    if DescriptorOutput.write(pieces, to: descriptor), ftruncate(descriptor, lseek(descriptor, 0, SEEK_CUR)) == 0, fsync(descriptor) == 0 {
      do {
        try DurableFile.synchroniseFolder(of: path)
        close(descriptor)
        return StandardError.write(Presenter.recoveryKit(in: path))
      } catch {
        errno = error.errorNumber
      }
    }
    let number = errno
    abandon()
    guard let terminal = Dialogue() else { throw .recoveryKitLost(path: path, errorNumber: number) }
    StandardError.write(Presenter.recoveryKitShownInstead(of: path, errorNumber: number))
    try RecoveryKeyOnScreen(terminal: terminal).show(key, kit)
  }

  /// Removes the empty file if the vault created no key.
  func abandon() {
    switch place {
    case .terminal: break
    case .text(let path, let descriptor), .picture(let path, let descriptor, _):
      close(descriptor)
      unlink(path)
    }
  }
}
