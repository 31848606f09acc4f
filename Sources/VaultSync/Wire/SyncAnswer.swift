// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// A reply's body: one CBOR map with small integer keys, decoded strictly and within limits. Its sender is untrusted.
struct SyncAnswer {
  static let longest = 6 << 20
  private static let limits = CBORLimits(maximumByteCount: longest, maximumDepth: 8, maximumItemCount: 1 << 17)

  let fields: CanonicalFields

  init(_ bytes: [UInt8], keys: ClosedRange<UInt64>, optional: Set<UInt64> = []) throws(VaultSyncError) {
    do {
      guard case .map(let map) = try CBORDecoder(profile: .rfc8949, limits: Self.limits).decode(bytes),
        CBOREncoder(profile: .deterministic).encode(.map(map)) == bytes
      else { throw VaultSyncError(.answerMalformed) }
      fields = CanonicalFields(map)
      try fields.requireKeys(keys, optional: optional)
    } catch {
      throw VaultSyncError(.answerMalformed)
    }
  }

  func bytes(_ key: UInt64, count: Int? = nil) throws(VaultSyncError) -> [UInt8] {
    try read { () throws(CredentialCryptographyError) in try fields.bytes(key, count: count) }
  }

  func unsigned(_ key: UInt64) throws(VaultSyncError) -> UInt64 {
    try read { () throws(CredentialCryptographyError) in try fields.unsigned(key) }
  }

  func array(_ key: UInt64) throws(VaultSyncError) -> [CBORValue] {
    try read { () throws(CredentialCryptographyError) in try fields.array(key) }
  }

  func boolean(_ key: UInt64) throws(VaultSyncError) -> Bool {
    switch fields[key] {
    case .boolean(let value): return value
    default: throw VaultSyncError(.answerMalformed)
    }
  }

  func byteStrings(_ key: UInt64) throws(VaultSyncError) -> [[UInt8]] {
    try array(key).map { (element) throws(VaultSyncError) in
      guard let bytes = element.bytesValue else { throw VaultSyncError(.answerMalformed) }
      return bytes
    }
  }

  func position(_ key: UInt64) throws(VaultSyncError) -> CommitPosition {
    guard let parts = try array(key) as [CBORValue]?, parts.count == 2, case .unsigned(let number) = parts[0],
      let hash = parts[1].bytesValue, hash.count == CommitPosition.hashByteCount
    else { throw VaultSyncError(.answerMalformed) }
    return CommitPosition(number: number, hash: hash)
  }

  private func read<Value>(_ body: () throws(CredentialCryptographyError) -> Value) throws(VaultSyncError) -> Value {
    do { return try body() } catch { throw VaultSyncError(.answerMalformed) }
  }
}

/// A refusal by the other side: `{1: code}`, with the head under 2 or log entries under 3.
struct SyncRefusal {
  let code: String
  /// The head because of which another commit was refused.
  let head: CommitPosition?

  init(_ bytes: [UInt8]) throws(VaultSyncError) {
    let answer = try SyncAnswer(bytes, keys: 1...3, optional: [2, 3])
    head = answer.fields.has(2) ? try answer.position(2) : nil
    // The code is shown and logged, so it must not contain anything that a terminal interprets.
    guard case .text(let code)? = answer.fields[1], code.utf8.count <= 64,
      code.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_") })
    else { throw VaultSyncError(.answerMalformed) }
    self.code = code
  }
}
