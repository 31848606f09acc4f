// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CanonicalCBOR

/// A CBOR map with small integer keys, in deterministic encoding, as all our stored structures are.
package struct CanonicalFields {
  private let map: CBORMap

  /// Looks at a map that was read already.
  package init(_ map: CBORMap) { self.map = map }

  /// Reads a map and refuses every encoding but the one that would be written.
  /// - Throws: `malformed`.
  package init(decoding bytes: [UInt8], atMost byteCount: Int) throws(CredentialCryptographyError) {
    let limits = CBORLimits(maximumByteCount: byteCount, maximumDepth: 8, maximumItemCount: 4096)
    guard let value = try? CBORDecoder(profile: .rfc8949, limits: limits).decode(bytes), case .map(let map) = value,
      CBOREncoder(profile: .deterministic).encode(value) == bytes
    else { throw CredentialCryptographyError(.malformed) }
    self.map = map
  }

  /// The map's fields, to be refused when there are more than those that were read.
  /// - Throws: `malformed`.
  package func requireKeys(_ keys: ClosedRange<UInt64>, optional: Set<UInt64> = []) throws(CredentialCryptographyError) {
    var missing = Set(keys).subtracting(optional)
    for entry in map.entries {
      guard case .unsigned(let key) = entry.key, keys.contains(key) else { throw CredentialCryptographyError(.malformed) }
      missing.remove(key)
    }
    guard missing.isEmpty else { throw CredentialCryptographyError(.malformed) }
  }

  /// The unsigned integer under a key.
  /// - Throws: `malformed`.
  package func unsigned(_ key: UInt64) throws(CredentialCryptographyError) -> UInt64 {
    guard case .unsigned(let number)? = map[.unsigned(key)] else { throw CredentialCryptographyError(.malformed) }
    return number
  }

  /// An unsigned integer that fits the type that is asked for.
  /// - Throws: `malformed`.
  package func integer<Integer: FixedWidthInteger>(_ key: UInt64) throws(CredentialCryptographyError) -> Integer {
    guard let number = Integer(exactly: try unsigned(key)) else { throw CredentialCryptographyError(.malformed) }
    return number
  }

  /// The byte string under a key, of a certain length where one is given.
  /// - Throws: `malformed`.
  package func bytes(_ key: UInt64, count: Int? = nil) throws(CredentialCryptographyError) -> [UInt8] {
    guard case .bytes(let bytes)? = map[.unsigned(key)], count == nil || bytes.count == count else {
      throw CredentialCryptographyError(.malformed)
    }
    return bytes
  }

  /// The identifier under a key.
  /// - Throws: `malformed`.
  package func identifier<Subject>(_ key: UInt64) throws(CredentialCryptographyError) -> Identifier<Subject> {
    Identifier(trusted: try bytes(key, count: 16))
  }

  /// The elements of the array under a key.
  /// - Throws: `malformed`.
  package func array(_ key: UInt64) throws(CredentialCryptographyError) -> [CBORValue] {
    guard case .array(let elements)? = map[.unsigned(key)] else { throw CredentialCryptographyError(.malformed) }
    return elements
  }

  /// The map under a key.
  /// - Throws: `malformed`.
  package func map(_ key: UInt64) throws(CredentialCryptographyError) -> CBORMap {
    guard case .map(let inner)? = map[.unsigned(key)] else { throw CredentialCryptographyError(.malformed) }
    return inner
  }

  /// The value under a key, whatever it is; nil where there is none.
  package subscript(_ key: UInt64) -> CBORValue? { map[.unsigned(key)] }

  /// Whether there is anything under a key.
  package func has(_ key: UInt64) -> Bool { map[.unsigned(key)] != nil }
}
