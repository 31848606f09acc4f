// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import Testing

/// A TPM 2.0 in software, swtpm, of a test's own: a new one knows nothing, and goes with the test.
final class SoftwareChip {
  static let pin = "271828"

  let chip: SealingChip
  private let folder = URL(filePath: "/tmp/passfold-tpm-\(UUID().uuidString.prefix(8))")
  private let process = Process()

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let socket = folder.appending(path: "tpm").path
    chip = SealingChip(path: socket)
    process.executableURL = URL(filePath: "/usr/bin/swtpm")
    process.arguments = [
      "socket", "--tpm2", "--tpmstate", "dir=\(folder.path)", "--server", "type=unixio,path=\(socket)", "--ctrl",
      "type=unixio,path=\(socket).control", "--flags", "not-need-init,startup-clear",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let end = ContinuousClock.now.advanced(by: .seconds(20))
    while !FileManager.default.fileExists(atPath: socket) { try #require(ContinuousClock.now < end, "swtpm opens no socket") }
  }

  /// Ends it, as often as one likes.
  func stop() {
    if process.isRunning {
      // Not SIGTERM, which a process that is started from a pool's thread may have blocked.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }
}
