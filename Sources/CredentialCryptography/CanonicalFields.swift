// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// A CBOR map with small integer keys, in deterministic encoding, as all our stored structures are.
struct CanonicalFields {
  private let map: CBORMap

  init(_ map: CBORMap) { self.map = map }

  /// Reads a map and refuses every encoding but the one that would be written.
  init(decoding bytes: [UInt8], atMost byteCount: Int) throws(CredentialCryptographyError) {
    let limits = CBORLimits(maximumByteCount: byteCount, maximumDepth: 8, maximumItemCount: 4096)
    guard let value = try? CBORDecoder(profile: .rfc8949, limits: limits).decode(bytes), case .map(let map) = value,
      CBOREncoder(profile: .deterministic).encode(value) == bytes
    else { throw CredentialCryptographyError(.malformed) }
    self.map = map
  }

  /// The map's fields, to be refused when there are more than those that were read.
  func requireKeys(_ keys: ClosedRange<UInt64>, optional: Set<UInt64> = []) throws(CredentialCryptographyError) {
    var missing = Set(keys).subtracting(optional)
    for entry in map.entries {
      guard case .unsigned(let key) = entry.key, keys.contains(key) else { throw CredentialCryptographyError(.malformed) }
      missing.remove(key)
    }
    guard missing.isEmpty else { throw CredentialCryptographyError(.malformed) }
  }

  func unsigned(_ key: UInt64) throws(CredentialCryptographyError) -> UInt64 {
    guard case .unsigned(let number)? = map[.unsigned(key)] else { throw CredentialCryptographyError(.malformed) }
    return number
  }

  /// An unsigned integer that fits the type that is asked for.
  func integer<Integer: FixedWidthInteger>(_ key: UInt64) throws(CredentialCryptographyError) -> Integer {
    guard let number = Integer(exactly: try unsigned(key)) else { throw CredentialCryptographyError(.malformed) }
    return number
  }

  func bytes(_ key: UInt64, count: Int? = nil) throws(CredentialCryptographyError) -> [UInt8] {
    guard case .bytes(let bytes)? = map[.unsigned(key)], count == nil || bytes.count == count else {
      throw CredentialCryptographyError(.malformed)
    }
    return bytes
  }

  func identifier<Subject>(_ key: UInt64) throws(CredentialCryptographyError) -> Identifier<Subject> {
    Identifier(trusted: try bytes(key, count: 16))
  }

  func array(_ key: UInt64) throws(CredentialCryptographyError) -> [CBORValue] {
    guard case .array(let elements)? = map[.unsigned(key)] else { throw CredentialCryptographyError(.malformed) }
    return elements
  }

  func map(_ key: UInt64) throws(CredentialCryptographyError) -> CBORMap {
    guard case .map(let inner)? = map[.unsigned(key)] else { throw CredentialCryptographyError(.malformed) }
    return inner
  }
}
