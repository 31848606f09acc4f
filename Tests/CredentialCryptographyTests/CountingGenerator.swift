// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A deterministic replacement for randomness where a format is fixed byte by byte: returns start, start + 1, start + 2 and so on.
struct CountingGenerator: RandomNumberGenerator {
  private var value: UInt64

  init(from start: UInt64) { value = start }

  mutating func next() -> UInt64 {
    defer { value += 1 }
    return value
  }
}
