// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import Testing

/// A software TPM 2.0 (swtpm) for one test: it starts empty and is removed with the test.
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
    while !FileManager.default.fileExists(atPath: socket) { try #require(ContinuousClock.now < end, "swtpm did not open its socket") }
  }

  /// Stops the TPM; further calls have no effect.
  func stop() {
    if process.isRunning {
      // Not SIGTERM, which may be blocked in a process started from a thread pool.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }
}
