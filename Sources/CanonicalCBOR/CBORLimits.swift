// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How much a decoder is willing to take from a stranger.
public struct CBORLimits: Hashable, Sendable {
  /// The longest input, in bytes.
  public var maximumByteCount: Int
  /// The deepest nesting of arrays, maps and tags; a scalar has depth 0.
  public var maximumDepth: Int
  /// The most items in one input, counting keys, values and elements.
  public var maximumItemCount: Int

  /// Sets all three limits.
  public init(maximumByteCount: Int, maximumDepth: Int, maximumItemCount: Int) {
    self.maximumByteCount = maximumByteCount
    self.maximumDepth = maximumDepth
    self.maximumItemCount = maximumItemCount
  }

  /// Room for any message of this project: 1 MiB, 32 levels, 65 536 items.
  public static let standard = CBORLimits(maximumByteCount: 1 << 20, maximumDepth: 32, maximumItemCount: 1 << 16)

  /// The four levels that CTAP2 allows a message (CTAP 2.2 §8), within 64 KiB.
  public static let ctap2 = CBORLimits(maximumByteCount: 1 << 16, maximumDepth: 4, maximumItemCount: 1 << 13)
}
