// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials

/// Records that do not open, stored encrypted as found in a separate file, so that a repair loses nothing it removes from the vault.
enum SetApartRecords {
  private static let mark = Array("PFS1".utf8)

  /// Writes the records that have any content left, and returns the file's name; nil if there are none.
  static func write(_ rows: [VaultDatabase.Row], beside vault: VaultFolder, at now: Date) throws(CredentialVaultError) -> String? {
    let rows = rows.filter { !$0.wrap.isEmpty || !$0.body.isEmpty }
    guard !rows.isEmpty else { return nil }
    try vault.makeSnapshotFolder()
    let time = now.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    let name = "\(time)-damaged-\(rows.count).records"
    var bytes = mark
    for row in rows {
      bytes += row.name.bytes
      for part in [row.wrap, row.body] {
        withUnsafeBytes(of: UInt32(part.count).bigEndian) { bytes += $0 }
        bytes += part
      }
    }
    try VaultFile.replace(vault.snapshots + "/" + name, with: bytes)
    return name
  }
}
