// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The limits on untrusted input to a decoder.
public struct CBORLimits: Hashable, Sendable {
  /// The maximum length of the input, in bytes.
  public var maximumByteCount: Int
  /// The maximum nesting depth of arrays, maps and tags. A scalar has depth 0.
  public var maximumDepth: Int
  /// The maximum number of items in one input, counting keys, values and elements.
  public var maximumItemCount: Int

  /// Creates limits.
  public init(maximumByteCount: Int, maximumDepth: Int, maximumItemCount: Int) {
    self.maximumByteCount = maximumByteCount
    self.maximumDepth = maximumDepth
    self.maximumItemCount = maximumItemCount
  }

  /// Enough for any message of this project: 1 MiB, 32 levels, 65 536 items.
  public static let standard = CBORLimits(maximumByteCount: 1 << 20, maximumDepth: 32, maximumItemCount: 1 << 16)

  /// The four levels that CTAP2 allows in a message (CTAP 2.2 §8), within 64 KiB.
  public static let ctap2 = CBORLimits(maximumByteCount: 1 << 16, maximumDepth: 4, maximumItemCount: 1 << 13)
}
