// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A map of CBOR items, held in the byte order of the encoded keys.
///
/// Two maps with the same pairs are equal however they were written. No key occurs twice, but for maps that
/// ``CBORDecoder/Profile/wellFormed`` has read.
public struct CBORMap: Hashable, Sendable {
  /// One pair of a map.
  public struct Entry: Hashable, Sendable {
    /// The pair's key.
    public let key: CBORValue
    /// The pair's value.
    public let value: CBORValue

    /// Pairs a key with its value.
    public init(key: CBORValue, value: CBORValue) {
      self.key = key
      self.value = value
    }
  }

  /// The pairs, ordered by the bytes of their encoded keys (RFC 8949 §4.2.1).
  public let entries: [Entry]
  /// Whether a key occurs more than once, so that the map is well-formed but not valid (RFC 8949 §5.3.1).
  public let hasRepeatedKeys: Bool

  /// Makes the empty map.
  public init() {
    entries = []
    hasRepeatedKeys = false
  }

  /// Takes pairs in any order, or returns nil when two keys are the same item.
  public init?(_ pairs: [Entry]) {
    self.init(keepingRepeatedKeys: pairs)
    if hasRepeatedKeys { return nil }
  }

  /// Takes pairs in any order; pairs of one key stay in the order in which they came.
  init(keepingRepeatedKeys pairs: [Entry]) {
    let encoder = CBOREncoder(profile: .deterministic)
    let keyed = pairs.map { (encodedKey: encoder.encode($0.key), entry: $0) }
      .sorted { $0.encodedKey.lexicographicallyPrecedes($1.encodedKey) }
    entries = keyed.map(\.entry)
    hasRepeatedKeys = zip(keyed, keyed.dropFirst()).contains { $0.encodedKey == $1.encodedKey }
  }

  /// The number of pairs.
  public var count: Int { entries.count }

  /// Whether the map has no pair.
  public var isEmpty: Bool { entries.isEmpty }

  /// The value under a key, or nil when the map has no such key or has it more than once.
  public subscript(key: CBORValue) -> CBORValue? {
    guard hasRepeatedKeys else { return entries.first { $0.key == key }?.value }
    let found = entries.filter { $0.key == key }
    return found.count == 1 ? found.first?.value : nil
  }
}

extension CBORMap: ExpressibleByDictionaryLiteral {
  /// Makes a map from a literal, in which writing one key twice is a programmer's error.
  public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
    let map = CBORMap(elements.map { Entry(key: $0.0, value: $0.1) })
    precondition(map != nil, "a CBOR map literal repeats a key")
    self = map ?? CBORMap()
  }
}
