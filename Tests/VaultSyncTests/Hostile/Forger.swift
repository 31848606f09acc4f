// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Crypto
import Foundation
import SecretMemory
import SyncModel

import class SecretMemory.SharedSecret

/// Forges what a server, a stranger, a lying member or a removed device with real keys could produce.
enum Forger {
  /// A commit with another header or other items, validly signed by its author.
  static func resigned(
    _ commit: Commit, items: [CommitItem]? = nil, by author: LogAuthor, _ change: (inout CommitHeader) throws -> Void = { _ in }
  ) throws -> Commit {
    var header = commit.header
    try change(&header)
    return try Commit(signing: header, items: items ?? commit.items, with: author.keys)
  }

  /// A commit whose bytes were changed after it was signed.
  static func altered(_ commit: Commit, _ key: UInt64, _ change: (CBORValue) -> CBORValue) throws -> [UInt8] {
    try altered(commit.encoded, key, change)
  }

  /// A map's bytes with another value under one key.
  static func altered(_ bytes: [UInt8], _ key: UInt64, _ change: (CBORValue) -> CBORValue) throws -> [UInt8] {
    guard case .map(let map) = try CBORDecoder(profile: .rfc8949).decode(bytes) else { throw CancellationError() }
    let entries = map.entries.map { $0.key == .unsigned(key) ? CBORMap.Entry(key: $0.key, value: change($0.value)) : $0 }
    return encoded(CBORMap(entries) ?? CBORMap())
  }

  static func flipped(_ bytes: [UInt8], bit: Int) -> [UInt8] {
    var bytes = bytes
    if !bytes.isEmpty { bytes[(bit / 8) % bytes.count] ^= 1 << UInt8(bit % 8) }
    return bytes
  }

  static func flipped(_ value: CBORValue, bit: Int) -> CBORValue {
    switch value {
    case .bytes(let bytes): .bytes(flipped(bytes, bit: bit))
    case .unsigned(let number): .unsigned(number ^ 1 << UInt64(bit % 8 + 8))
    default: value
    }
  }

  /// The content of a version, decrypted as a member can.
  static func content(of version: ServedAccount.Version, _ key: EpochKey, _ log: MembershipLog) throws -> [UInt8] {
    let envelope = try RecordEnvelope(body: version.body, wrap: version.wrap)
    let (account, record) = (log.account, envelope.facts.record)
    var former = key
    while former.epoch > envelope.epoch { former = try log.openEpochKey(before: former) }
    return try former.open(envelope, account: account, record: record).withBytes { Array($0) }
  }

  /// Another version of a record, with the same content unless one is given.
  static func revised(
    _ version: ServedAccount.Version, _ key: EpochKey, _ log: MembershipLog, content: [UInt8]? = nil, revision: UInt64? = nil,
    _ change: (inout RecordFacts) -> Void = { _ in }
  ) throws -> RecordEnvelope {
    var generator = SystemRandomNumberGenerator()
    var facts = try RecordEnvelope(body: version.body, wrap: version.wrap).facts
    facts.revision = revision ?? facts.revision + 1
    change(&facts)
    return try key.seal(SecretBytes(copying: content ?? Self.content(of: version, key, log)), as: facts, using: &generator)
  }

  // MARK: The log

  /// An entry with changed content, signed again by its author.
  static func entry(
    _ bytes: [UInt8], signedBy signers: [(member: DeviceIdentifier, key: Curve25519.Signing.PrivateKey)],
    _ change: (inout [UInt64: CBORValue]) -> Void
  ) throws -> [UInt8] {
    guard case .map(let map) = try CBORDecoder(profile: .rfc8949).decode(bytes) else { throw CancellationError() }
    var fields: [UInt64: CBORValue] = [:]
    for entry in map.entries { if case .unsigned(let key) = entry.key { fields[key] = entry.value } }
    change(&fields)
    fields[8] = nil
    let content = encoded(CBORMap(fields.map { CBORMap.Entry(key: .unsigned($0.key), value: $0.value) }) ?? CBORMap())
    let hash = Array(SHA256.hash(data: Array("passfold/log/v1".utf8) + content))
    fields[8] = .array(
      try signers.map { member, key in
        .array([
          .bytes(member.bytes), 1, .bytes(Array(try key.signature(for: Array("passfold/log-signature/v1".utf8) + hash))),
        ])
      })
    return encoded(CBORMap(fields.map { CBORMap.Entry(key: .unsigned($0.key), value: $0.value) }) ?? CBORMap())
  }

  /// An entry with changed body fields.
  static func entry(
    _ bytes: [UInt8], by member: HostileBase.Member, body change: (inout [UInt64: CBORValue]) -> Void
  ) throws -> [UInt8] {
    try entry(bytes, signedBy: [(member.author.member, member.signing)]) { fields in
      var body: [UInt64: CBORValue] = [:]
      for entry in fields[6]?.mapValue?.entries ?? [] { if case .unsigned(let key) = entry.key { body[key] = entry.value } }
      change(&body)
      fields[6] = .map(CBORMap(body.map { CBORMap.Entry(key: .unsigned($0.key), value: $0.value) }) ?? CBORMap())
    }
  }
}
