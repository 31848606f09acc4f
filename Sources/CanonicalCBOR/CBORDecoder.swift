// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Reads one CBOR item from untrusted bytes.
///
/// Every profile rejects text that is not UTF-8. All except ``Profile/wellFormed`` reject maps that repeat a key: such items are
/// well-formed but not valid (RFC 8949 §5.3.1).
public struct CBORDecoder: Sendable {
  /// The encodings that are accepted.
  public enum Profile: Sendable {
    /// Every well-formed and valid encoding (RFC 8949), including indefinite lengths.
    case rfc8949
    /// Only the CTAP2 canonical form (CTAP 2.2 §8): decoding and encoding again yields the same bytes.
    case ctap2
    /// Every encoding of ``rfc8949``, and also maps that repeat a key; all pairs are kept (RFC 8949 §5.6).
    ///
    /// For inspecting bytes, never for decisions: two parsers may read different values from such a map.
    case wellFormed
  }

  private let profile: Profile
  private let limits: CBORLimits

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - profile: The encodings that are accepted.
  ///   - limits: The limits on the input; nil for ``CBORLimits/ctap2`` with that profile, otherwise ``CBORLimits/standard``.
  public init(profile: Profile, limits: CBORLimits? = nil) {
    self.profile = profile
    self.limits = limits ?? (profile == .ctap2 ? .ctap2 : .standard)
  }

  /// Reads one item, which must use all of the bytes.
  ///
  /// - Throws: A code for the first error; `trailingData` if bytes are left over.
  public func decode(_ bytes: some Sequence<UInt8>) throws(CanonicalCBORError) -> CBORValue {
    let (value, remaining) = try decodePrefix(ArraySlice(bytes))
    guard remaining.isEmpty else {
      throw CanonicalCBORError(.trailingData, at: remaining.startIndex)
    }
    return value
  }

  /// Reads the item at the start of the bytes, and returns it with the bytes after it.
  ///
  /// - Throws: A code for the first error. The limits apply to the item, not to the bytes after it.
  public func decodePrefix(_ bytes: ArraySlice<UInt8>) throws(CanonicalCBORError) -> (value: CBORValue, remaining: ArraySlice<UInt8>) {
    var reader = CBORReader(bytes: bytes, profile: profile, limits: limits)
    let value = try reader.readItem(depth: 0)
    return (value, reader.remaining)
  }
}
