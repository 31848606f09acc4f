// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import SecretMemory
import VaultSync

/// What tests do with files of records.
extension CredentialVault {
  func attach(_ content: [UInt8], named name: String, to id: RecordIdentifier) throws {
    var draft = try draftAttachment(named: name, byteCount: content.count, for: id)
    var rest = content[...]
    while draft.missingByteCount > 0 {
      try draft.append(SharedSecret(copying: Array(rest.prefix(draft.nextByteCount))))
      rest = rest.dropFirst(1 << 16)
    }
    _ = try attach(draft, to: id)
  }

  func content(of name: String, in id: RecordIdentifier) throws(CredentialVaultError) -> [UInt8] {
    var reading = try readAttachment(named: name, of: id)
    var content: [UInt8] = []
    while let part = try next(of: &reading) { content += part.withBytes { Array($0) } }
    return content
  }

  /// Why a file cannot be had; nil where it can.
  func refusal(of name: String, in id: RecordIdentifier) -> CredentialVaultError.Code? {
    do throws(CredentialVaultError) {
      _ = try content(of: name, in: id)
      return nil
    } catch {
      return error.code
    }
  }
}

extension SyncClient {
  /// Carries until nothing is left to do, as the service does; returns how many turns that took.
  @discardableResult
  func carryAll(looksAnew: Bool = true) async throws -> Int {
    var turns = 1
    var looksAnew = looksAnew
    while try await carryFiles(looksAnew: looksAnew) {
      looksAnew = false
      turns += 1
      // Many times what the longest file takes.
      if turns > 1_000 { throw VaultSyncError(.overtaken) }
    }
    return turns
  }

  /// Exchanges everything, and then files.
  func exchangeAll() async throws {
    _ = try await synchronise()
    try await carryAll()
  }
}

/// Content that does not repeat within a chunk.
func sampleContent(_ byteCount: Int) -> [UInt8] { (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8 ^ $0 >> 16) } }
