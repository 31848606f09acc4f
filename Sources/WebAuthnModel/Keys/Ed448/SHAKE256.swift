// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The extendable-output function SHAKE256 (FIPS 202 §6.2), used by Ed448.
enum SHAKE256 {
  /// The block size in bytes: 1600 bits less a capacity of 512.
  private static let rate = 136

  private static let roundConstants: [UInt64] = [
    0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000, 0x0000_0000_0000_808b,
    0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009, 0x0000_0000_0000_008a, 0x0000_0000_0000_0088,
    0x0000_0000_8000_8009, 0x0000_0000_8000_000a, 0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089,
    0x8000_0000_0000_8003, 0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
    0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
  ]

  /// Hashes a message to the given number of bytes, at most one block.
  static func hash(_ message: [UInt8], byteCount: Int) -> [UInt8] {
    // §6.2: the suffix 1111, then the padding 10*1 (§5.1).
    var padded = message + [0x1f]
    padded += Array(repeating: 0, count: (rate - padded.count % rate) % rate)
    padded[padded.count - 1] |= 0x80
    var state = [UInt64](repeating: 0, count: 25)
    for start in stride(from: 0, to: padded.count, by: rate) {
      for index in 0..<rate { state[index / 8] ^= UInt64(padded[start + index]) << (8 * UInt64(index % 8)) }
      permute(&state)
    }
    return (0..<min(byteCount, rate)).map { UInt8(truncatingIfNeeded: state[$0 / 8] >> (8 * UInt64($0 % 8))) }
  }

  /// Applies Keccak-f[1600] (§3.2, §3.3); lane (x, y) is at x + 5y.
  private static func permute(_ state: inout [UInt64]) {
    for constant in roundConstants {
      // θ
      let parity = (0..<5).map { x in (0..<5).reduce(0) { $0 ^ state[x + 5 * $1] } }
      for x in 0..<5 {
        let effect = parity[(x + 4) % 5] ^ rotated(parity[(x + 1) % 5], by: 1)
        for y in 0..<5 { state[x + 5 * y] ^= effect }
      }
      // ρ and π
      var moved = state
      var (x, y, lane) = (1, 0, state[1])
      for step in 0..<24 {
        (x, y) = (y, (2 * x + 3 * y) % 5)
        let next = state[x + 5 * y]
        moved[x + 5 * y] = rotated(lane, by: UInt64((step + 1) * (step + 2) / 2 % 64))
        lane = next
      }
      // χ
      for y in 0..<5 {
        for x in 0..<5 { state[x + 5 * y] = moved[x + 5 * y] ^ (~moved[(x + 1) % 5 + 5 * y] & moved[(x + 2) % 5 + 5 * y]) }
      }
      // ι
      state[0] ^= constant
    }
  }

  private static func rotated(_ lane: UInt64, by count: UInt64) -> UInt64 { count == 0 ? lane : lane << count | lane >> (64 - count) }
}
