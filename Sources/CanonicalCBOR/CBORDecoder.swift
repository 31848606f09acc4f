// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Reads one CBOR item from bytes that a stranger may have written.
///
/// Every profile refuses text that is not UTF-8, and all but ``Profile/wellFormed`` refuse maps that repeat a key: such items are
/// well-formed but not valid (RFC 8949 §5.3.1).
public struct CBORDecoder: Sendable {
  /// Which encodings of an item are accepted.
  public enum Profile: Sendable {
    /// Every well-formed and valid encoding (RFC 8949), indefinite lengths included.
    case rfc8949
    /// Only the CTAP2 canonical form (CTAP 2.2 §8): decoding and encoding again gives back the same bytes.
    case ctap2
    /// Every encoding of ``rfc8949``, and maps that repeat a key as well; both pairs are kept (RFC 8949 §5.6).
    ///
    /// For looking at bytes, never for deciding by them: two readers may take two different values from such a map.
    case wellFormed
  }

  private let profile: Profile
  private let limits: CBORLimits

  /// Makes a decoder.
  /// - Parameters:
  ///   - profile: which encodings are accepted.
  ///   - limits: how much is taken; nil means ``CBORLimits/ctap2`` for that profile, else ``CBORLimits/standard``.
  public init(profile: Profile, limits: CBORLimits? = nil) {
    self.profile = profile
    self.limits = limits ?? (profile == .ctap2 ? .ctap2 : .standard)
  }

  /// Reads the one item that the bytes hold.
  /// - Throws: a code for the first fault met, `trailingData` when bytes are left over.
  public func decode(_ bytes: some Sequence<UInt8>) throws(CanonicalCBORError) -> CBORValue {
    let (value, remaining) = try decodePrefix(ArraySlice(bytes))
    guard remaining.isEmpty else {
      throw CanonicalCBORError(.trailingData, at: remaining.startIndex)
    }
    return value
  }

  /// Reads the item at the start of the bytes and returns it with the bytes behind it.
  /// - Throws: a code for the first fault met; the limits count what the item takes, not what follows it.
  public func decodePrefix(_ bytes: ArraySlice<UInt8>) throws(CanonicalCBORError) -> (value: CBORValue, remaining: ArraySlice<UInt8>) {
    var reader = CBORReader(bytes: bytes, profile: profile, limits: limits)
    let value = try reader.readItem(depth: 0)
    return (value, reader.remaining)
  }
}
