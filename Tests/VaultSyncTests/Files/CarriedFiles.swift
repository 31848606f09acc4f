// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import SecretMemory
import VaultSync

/// Attachment helpers for tests.
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

  /// The error with which opening an attachment fails, or nil if it succeeds.
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
  /// Transfers files until nothing is left to do, as the service does, and returns the number of turns.
  @discardableResult
  func carryAll(looksAnew: Bool = true) async throws -> Int {
    var turns = 1
    var looksAnew = looksAnew
    while try await carryFiles(looksAnew: looksAnew) {
      looksAnew = false
      turns += 1
      // Many times the number of turns for the longest file.
      if turns > 1_000 { throw VaultSyncError(.overtaken) }
    }
    return turns
  }

  /// Exchanges all records, and then the files.
  func exchangeAll() async throws {
    _ = try await synchronise()
    try await carryAll()
  }
}

/// Content that does not repeat within a chunk.
func sampleContent(_ byteCount: Int) -> [UInt8] { (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8 ^ $0 >> 16) } }
