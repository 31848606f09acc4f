// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CanonicalCBOR

/// A CBOR map with small integer keys in deterministic encoding, the form of all our stored structures.
package struct CanonicalFields {
  private let map: CBORMap

  /// Wraps a map that was already decoded.
  package init(_ map: CBORMap) { self.map = map }

  /// Decodes a map, and rejects every encoding but the canonical one.
  /// - Throws: `malformed`.
  package init(decoding bytes: [UInt8], atMost byteCount: Int) throws(CredentialCryptographyError) {
    let limits = CBORLimits(maximumByteCount: byteCount, maximumDepth: 8, maximumItemCount: 4096)
    guard let value = try? CBORDecoder(profile: .rfc8949, limits: limits).decode(bytes), case .map(let map) = value,
      CBOREncoder(profile: .deterministic).encode(value) == bytes
    else { throw CredentialCryptographyError(.malformed) }
    self.map = map
  }

  /// Requires the map to have exactly these keys, of which some may be optional.
  /// - Throws: `malformed`.
  package func requireKeys(_ keys: ClosedRange<UInt64>, optional: Set<UInt64> = []) throws(CredentialCryptographyError) {
    var missing = Set(keys).subtracting(optional)
    for entry in map.entries {
      guard case .unsigned(let key) = entry.key, keys.contains(key) else { throw CredentialCryptographyError(.malformed) }
      missing.remove(key)
    }
    guard missing.isEmpty else { throw CredentialCryptographyError(.malformed) }
  }

  /// Returns the unsigned integer under a key.
  /// - Throws: `malformed`.
  package func unsigned(_ key: UInt64) throws(CredentialCryptographyError) -> UInt64 {
    guard case .unsigned(let number)? = map[.unsigned(key)] else { throw CredentialCryptographyError(.malformed) }
    return number
  }

  /// Returns an unsigned integer that fits the requested type.
  /// - Throws: `malformed`.
  package func integer<Integer: FixedWidthInteger>(_ key: UInt64) throws(CredentialCryptographyError) -> Integer {
    guard let number = Integer(exactly: try unsigned(key)) else { throw CredentialCryptographyError(.malformed) }
    return number
  }

  /// Returns the byte string under a key, of a certain length in bytes if given.
  /// - Throws: `malformed`.
  package func bytes(_ key: UInt64, count: Int? = nil) throws(CredentialCryptographyError) -> [UInt8] {
    guard case .bytes(let bytes)? = map[.unsigned(key)], count == nil || bytes.count == count else {
      throw CredentialCryptographyError(.malformed)
    }
    return bytes
  }

  /// Returns the identifier under a key.
  /// - Throws: `malformed`.
  package func identifier<Subject>(_ key: UInt64) throws(CredentialCryptographyError) -> Identifier<Subject> {
    Identifier(trusted: try bytes(key, count: 16))
  }

  /// Returns the elements of the array under a key.
  /// - Throws: `malformed`.
  package func array(_ key: UInt64) throws(CredentialCryptographyError) -> [CBORValue] {
    guard case .array(let elements)? = map[.unsigned(key)] else { throw CredentialCryptographyError(.malformed) }
    return elements
  }

  /// Returns the map under a key.
  /// - Throws: `malformed`.
  package func map(_ key: UInt64) throws(CredentialCryptographyError) -> CBORMap {
    guard case .map(let inner)? = map[.unsigned(key)] else { throw CredentialCryptographyError(.malformed) }
    return inner
  }

  /// Returns any value under a key; nil if there is none.
  package subscript(_ key: UInt64) -> CBORValue? { map[.unsigned(key)] }

  /// Whether there is a value under a key.
  package func has(_ key: UInt64) -> Bool { map[.unsigned(key)] != nil }
}
