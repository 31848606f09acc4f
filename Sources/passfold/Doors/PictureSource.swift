// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport
import SecretMemory

/// The texts of QR codes in pictures, one per line, as Google Authenticator exports its codes in one or more pictures.
enum PictureSource {
  /// Reads the pictures with the confined program.
  ///
  /// - Throws: `qrNotRead` for a picture without a code, `pictureNotRead` for one of several, `programMissing`, `programFailed`.
  static func read(_ files: [String]) throws(CommandFailure) -> CollectedSecret {
    let program = try QRProgram()
    let collected = CollectedSecret()
    for file in files {
      for text in try symbols(in: file, by: program, isOneOfSeveral: files.count > 1) {
        collected.append(text)
        collected.append("\n".utf8)
      }
    }
    return collected
  }

  private static func symbols(in file: String, by program: QRProgram, isOneOfSeveral: Bool) throws(CommandFailure) -> [SharedSecret] {
    do throws(CommandFailure) {
      return try program.readAll(.image(file))
    } catch .qrNotRead(let fault) where isOneOfSeveral {
      throw .pictureNotRead(file: file, fault)
    }
  }
}
