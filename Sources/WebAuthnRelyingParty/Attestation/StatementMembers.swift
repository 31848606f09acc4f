// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel

/// The members of a statement that is a map, each read once. Members left unread are not allowed.
struct StatementMembers {
  private let map: CBORMap
  private let step: String
  private var count = 0

  /// Creates a reader; throws unless the statement is a map.
  init(_ statement: CBORValue, step: String) throws(WebAuthnRelyingPartyError) {
    guard let map = statement.mapValue else { throw WebAuthnRelyingPartyError(.attestationStatement, step: step) }
    self.map = map
    self.step = step
  }

  /// Returns whether the statement has the member.
  func contains(_ name: String) -> Bool { map[.text(name)] != nil }

  /// Reads a text member.
  mutating func text(_ name: String) throws(WebAuthnRelyingPartyError) -> String {
    try member(name, as: \.textValue)
  }

  /// Reads a byte string member.
  mutating func bytes(_ name: String) throws(WebAuthnRelyingPartyError) -> [UInt8] {
    try member(name, as: \.bytesValue)
  }

  /// Reads the algorithm of the attestation signature.
  mutating func algorithm() throws(WebAuthnRelyingPartyError) -> COSEAlgorithm {
    COSEAlgorithm(rawValue: try member("alg") { $0.integerValue.flatMap { Int(exactly: $0) } })
  }

  /// Reads the certificates: at least one, and at most ``CertificatePath/maximumLength``.
  mutating func certificates() throws(WebAuthnRelyingPartyError) -> [AttestationCertificate] {
    let items = try member("x5c", as: \.arrayValue)
    guard (1...CertificatePath.maximumLength).contains(items.count) else {
      throw WebAuthnRelyingPartyError(.attestationStatement, step: step)
    }
    var certificates: [AttestationCertificate] = []
    for item in items {
      guard let der = item.bytesValue else { throw WebAuthnRelyingPartyError(.attestationStatement, step: step) }
      certificates.append(try AttestationCertificate(der: der))
    }
    return certificates
  }

  /// Throws if any members remain unread.
  func finish() throws(WebAuthnRelyingPartyError) {
    guard count == map.count else { throw WebAuthnRelyingPartyError(.attestationStatement, step: step) }
  }

  private mutating func member<Value>(
    _ name: String, as read: (CBORValue) -> Value?
  ) throws(WebAuthnRelyingPartyError) -> Value {
    guard let value = map[.text(name)].flatMap(read) else { throw WebAuthnRelyingPartyError(.attestationStatement, step: step) }
    count += 1
    return value
  }
}

extension WebAuthnRelyingPartyError {
  /// Throws unless a condition of a step holds.
  static func check(_ holds: Bool, _ code: Code, _ step: String) throws(WebAuthnRelyingPartyError) {
    guard holds else { throw WebAuthnRelyingPartyError(code, step: step) }
  }
}
