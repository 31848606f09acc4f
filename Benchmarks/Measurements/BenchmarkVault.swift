// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory

/// A vault with many entries, for measurements from outside; "Service 0500" and its like are what to ask for.
enum BenchmarkVault {
  static let entryCount = 1000

  /// Makes the vault in a folder that does not exist yet: its first thousand are verification codes, the others passwords.
  static func make(at folder: String, passphrase: String, entries: Int = entryCount) async throws {
    let made = try await CredentialVault.create(at: URL(filePath: folder), passphrase: SecretBytes(copying: passphrase.utf8))
    for start in stride(from: 0, to: entries, by: 1000) {
      try made.vault.add(contentsOf: (start..<min(start + 1000, entries)).map(record))
    }
    made.vault.lock()
  }

  /// The entry of a number.
  static func record(_ number: Int) throws -> CredentialRecord {
    var generator = SystemRandomNumberGenerator()
    let name = String(number).leftPadded(to: 4)
    let (id, services) = (RecordIdentifier.random(using: &generator), [ServiceIdentifier(kind: .domain, text: "service-\(name).example")])
    let user = "anne@service-\(name).example"
    guard number < entryCount else {
      return .password(
        PasswordRecord(id: id, services: services, title: "Service \(name)", user: user, password: SharedSecret(copying: user.utf8)))
    }
    return .oneTimeCode(
      OneTimeCodeRecord(
        id: id, services: services, title: "Service \(name)", account: user, parameters: try .generate(using: &generator)))
  }
}

extension String {
  fileprivate func leftPadded(to length: Int) -> String { String(repeating: "0", count: max(0, length - count)) + self }
}
