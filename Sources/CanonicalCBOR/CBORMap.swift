// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A map of CBOR items, in the byte order of the encoded keys.
///
/// Maps with the same pairs are equal, whatever order they were written in. Keys are unique, except in maps read with
/// ``CBORDecoder/Profile/wellFormed``.
public struct CBORMap: Hashable, Sendable {
  /// One pair of a map.
  public struct Entry: Hashable, Sendable {
    /// The pair's key.
    public let key: CBORValue
    /// The pair's value.
    public let value: CBORValue

    /// Creates a pair.
    public init(key: CBORValue, value: CBORValue) {
      self.key = key
      self.value = value
    }
  }

  /// The pairs, ordered by the bytes of their encoded keys (RFC 8949 §4.2.1).
  public let entries: [Entry]
  /// Whether a key occurs more than once, which makes the map well-formed but not valid (RFC 8949 §5.3.1).
  public let hasRepeatedKeys: Bool

  /// Creates an empty map.
  public init() {
    entries = []
    hasRepeatedKeys = false
  }

  /// Creates a map from pairs in any order; nil if two keys are the same item.
  public init?(_ pairs: [Entry]) {
    self.init(keepingRepeatedKeys: pairs)
    if hasRepeatedKeys { return nil }
  }

  /// Creates a map from pairs in any order. Pairs with the same key keep their relative order.
  init(keepingRepeatedKeys pairs: [Entry]) {
    let encoder = CBOREncoder(profile: .deterministic)
    let keyed = pairs.map { (encodedKey: encoder.encode($0.key), entry: $0) }
      .sorted { $0.encodedKey.lexicographicallyPrecedes($1.encodedKey) }
    entries = keyed.map(\.entry)
    hasRepeatedKeys = zip(keyed, keyed.dropFirst()).contains { $0.encodedKey == $1.encodedKey }
  }

  /// The number of pairs.
  public var count: Int { entries.count }

  /// Whether the map has no pairs.
  public var isEmpty: Bool { entries.isEmpty }

  /// The value for a key; nil if the map does not have the key or has it more than once.
  public subscript(key: CBORValue) -> CBORValue? {
    guard hasRepeatedKeys else { return entries.first { $0.key == key }?.value }
    let found = entries.filter { $0.key == key }
    return found.count == 1 ? found.first?.value : nil
  }
}

extension CBORMap: ExpressibleByDictionaryLiteral {
  /// Creates a map from a literal. Repeating a key in the literal is a programming error.
  public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
    let map = CBORMap(elements.map { Entry(key: $0.0, value: $0.1) })
    precondition(map != nil, "a CBOR map literal repeats a key")
    self = map ?? CBORMap()
  }
}
