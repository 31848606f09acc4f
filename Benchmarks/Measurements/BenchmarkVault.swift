// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory

/// A vault with many verification codes, for measurements from outside; "Service 0500" and its like are what to ask for.
enum BenchmarkVault {
  static let entryCount = 1000

  /// Makes the vault in a folder that does not exist yet.
  static func make(at folder: String, passphrase: String) async throws {
    let made = try await CredentialVault.create(at: URL(filePath: folder), passphrase: SecretBytes(copying: passphrase.utf8))
    var generator = SystemRandomNumberGenerator()
    for number in 0..<entryCount {
      let name = String(number).leftPadded(to: 4)
      try made.vault.add(
        .oneTimeCode(
          OneTimeCodeRecord(
            id: .random(using: &generator), services: [ServiceIdentifier(kind: .domain, text: "service-\(name).example")],
            title: "Service \(name)", account: "anne@service-\(name).example",
            parameters: try .generate(using: &generator))))
    }
    made.vault.lock()
  }
}

extension String {
  fileprivate func leftPadded(to length: Int) -> String { String(repeating: "0", count: max(0, length - count)) + self }
}
