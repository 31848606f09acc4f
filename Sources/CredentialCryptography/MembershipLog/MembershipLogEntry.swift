// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// One entry of the account's membership log (docs/formats/vault.md, "Membership log").
package struct MembershipLogEntry: Hashable, Sendable {
  static let hashByteCount = 32
  static let version: UInt64 = 1
  static let longestEncoding = 1 << 16

  /// The kinds that this build writes and reads.
  enum Kind: UInt64 {
    case genesis = 0
    case addDevice = 1
    case removeDevice = 2
    case rotate = 3
    case setRecovery = 4
    case setFloor = 5
    case close = 6
    case renameDevice = 7
  }

  /// A member's signature under an entry.
  struct Signature: Hashable, Sendable {
    static let ed25519: UInt64 = 1
    let signer: DeviceIdentifier
    let algorithm: UInt64
    let bytes: [UInt8]
  }

  /// Its position in the log, starting at 0.
  package let sequence: UInt64
  /// The hash of the previous entry; zeroes in the first.
  package let previous: [UInt8]
  let commitHead: [UInt8]
  let kind: Kind
  let body: CBORMap
  /// The member that wrote it.
  package let author: DeviceIdentifier
  private(set) var signatures: [Signature] = []
  /// The hash by which the next entry names this one; the signatures are not part of it.
  package let hash: [UInt8]

  init(sequence: UInt64, previous: [UInt8], commitHead: [UInt8], kind: Kind, body: CBORMap, author: DeviceIdentifier) {
    self.sequence = sequence
    self.previous = previous
    self.commitHead = commitHead
    self.kind = kind
    self.body = body
    self.author = author
    let content = Self.content(sequence, previous, commitHead, kind, body, author)
    hash = KeyDerivation.hash(Label.logEntry, CBOREncoder(profile: .deterministic).encode(.map(CBORMap(content) ?? CBORMap())))
  }

  /// The entry in its stored form.
  package var encoded: [UInt8] {
    let list = signatures.map { signature in
      CBORValue.array([.bytes(signature.signer.bytes), .unsigned(signature.algorithm), .bytes(signature.bytes)])
    }
    let content = Self.content(sequence, previous, commitHead, kind, body, author)
    let entries = content + [CBORMap.Entry(key: .unsigned(8), value: .array(list))]
    return CBOREncoder(profile: .deterministic).encode(.map(CBORMap(entries) ?? CBORMap()))
  }

  private static func content(
    _ sequence: UInt64, _ previous: [UInt8], _ commitHead: [UInt8], _ kind: Kind, _ body: CBORMap, _ author: DeviceIdentifier
  ) -> [CBORMap.Entry] {
    [
      .init(key: .unsigned(1), value: .unsigned(version)),
      .init(key: .unsigned(2), value: .unsigned(sequence)),
      .init(key: .unsigned(3), value: .bytes(previous)),
      .init(key: .unsigned(4), value: .bytes(commitHead)),
      .init(key: .unsigned(5), value: .unsigned(kind.rawValue)),
      .init(key: .unsigned(6), value: .map(body)),
      .init(key: .unsigned(7), value: .bytes(author.bytes)),
    ]
  }

  /// Decodes an entry without verifying it.
  /// - Throws: `unsupportedVersion` for a version, kind or signature algorithm of a newer build, `malformed`.
  package init(decoding bytes: [UInt8]) throws(CredentialCryptographyError) {
    let fields = try CanonicalFields(decoding: bytes, atMost: Self.longestEncoding)
    guard try fields.unsigned(1) == Self.version, let kind = Kind(rawValue: try fields.unsigned(5)) else {
      throw CredentialCryptographyError(.unsupportedVersion)
    }
    try fields.requireKeys(1...8)
    self.init(
      sequence: try fields.unsigned(2), previous: try fields.bytes(3, count: Self.hashByteCount),
      commitHead: try fields.bytes(4, count: Self.hashByteCount), kind: kind, body: try fields.map(6), author: try fields.identifier(7))
    for element in try fields.array(8) {
      guard case .array(let parts) = element, parts.count == 3, case .bytes(let signer) = parts[0], let signer = DeviceIdentifier(signer),
        case .unsigned(let algorithm) = parts[1], case .bytes(let signature) = parts[2]
      else { throw CredentialCryptographyError(.malformed) }
      guard algorithm == Signature.ed25519 else { throw CredentialCryptographyError(.unsupportedVersion) }
      signatures.append(Signature(signer: signer, algorithm: algorithm, bytes: signature))
    }
  }

  /// Returns the signed bytes of an entry.
  static func signedBytes(ofHash hash: [UInt8]) -> [UInt8] { Label.logSignature + hash }

  mutating func sign(as signer: DeviceIdentifier, with keys: MemberKeys) throws(CredentialCryptographyError) {
    add(try keys.sign(Self.signedBytes(ofHash: hash)), by: signer)
  }

  /// Adds a signature that its signer made elsewhere. It is verified together with the entry.
  mutating func add(_ signature: [UInt8], by signer: DeviceIdentifier) {
    signatures.append(Signature(signer: signer, algorithm: Signature.ed25519, bytes: signature))
  }

  /// Whether the entry has exactly these members' signatures, in this order.
  func isSigned(by signers: [(member: DeviceIdentifier, keys: MemberPublicKeys)]) -> Bool {
    guard signatures.count == signers.count else { return false }
    let message = Self.signedBytes(ofHash: hash)
    return zip(signatures, signers).allSatisfy { signature, signer in
      signature.signer == signer.member && signer.keys.isSignature(signature.bytes, over: message)
    }
  }
}
