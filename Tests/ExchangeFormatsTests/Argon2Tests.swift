// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import SecretMemory
import Testing

struct Argon2Tests {
  private static func bytes(_ digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  @Test(
    "The test vectors of RFC 9106 §5 are reproduced",
    arguments: [
      (Argon2.Variant.d, "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"),
      (.i, "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8"),
      (.id, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"),
    ])
  func vectors(variant: Argon2.Variant, expected: String) throws {
    let tag = try Argon2.derive(
      variant, passphrase: SharedSecret(copying: [UInt8](repeating: 1, count: 32)), salt: [UInt8](repeating: 2, count: 16), passes: 3,
      memoryKiB: 32, lanes: 4, secret: SharedSecret(copying: [UInt8](repeating: 3, count: 8)),
      associated: [UInt8](repeating: 4, count: 12), byteCount: 32)
    #expect(tag.withBytes { Array($0) } == Self.bytes(expected))
  }

  @Test(
    "Version 1.0 derives the same key as argon2-cffi 25.1",
    arguments: [
      (Argon2.Variant.d, "b9c4d0d6488d80216627ba19f614543257a5defa910df94084384926f33b1941"),
      (.i, "e12e31ce20fa65243b42bb548d3c6581805e979ad7b139852f70bf3dcfe853b2"),
      (.id, "7dda2727d1d6662b9f4b53e3828a9ce7787d1a4cc7dc5bce617f11821d57d9f2"),
    ])
  func firstVersion(variant: Argon2.Variant, expected: String) throws {
    let tag = try Argon2.derive(
      variant, passphrase: SharedSecret(copying: [UInt8](repeating: 1, count: 32)), salt: [UInt8](repeating: 2, count: 16), passes: 3,
      memoryKiB: 32, lanes: 4, version: Argon2.firstVersion, byteCount: 32)
    #expect(tag.withBytes { Array($0) } == Self.bytes(expected))
  }

  @Test func `an empty passphrase is refused as the wrong one`() {
    #expect(throws: CredentialExchangeError(.notOpenable)) {
      try Argon2.derive(
        .id, passphrase: SharedSecret(copying: []), salt: [UInt8](repeating: 2, count: 8), passes: 1, memoryKiB: 8, lanes: 1, byteCount: 32)
    }
  }

  @Test(
    "A cost beyond the bounds is refused before any memory is allocated",
    arguments: [(1, 1 << 21, 1), (20_000, 1024, 1), (1, 65_536, 300), (1000, 1 << 20, 1), (.max, .max, .max)])
  func bounds(passes: Int, memoryKiB: Int, lanes: Int) {
    #expect(throws: CredentialExchangeError(.overBounds)) {
      try Argon2.derive(
        .id, passphrase: SharedSecret(copying: []), salt: [UInt8](repeating: 2, count: 8), passes: passes, memoryKiB: memoryKiB,
        lanes: lanes, byteCount: 32)
    }
  }

  @Test(
    "Parameters that Argon2 does not allow are malformed",
    arguments: [(0, 8, 1, 8), (1, 7, 1, 8), (1, 8, 0, 8), (1, 8, 1, 7), (-1, -1, -1, 8)])
  func nonsense(passes: Int, memoryKiB: Int, lanes: Int, saltByteCount: Int) {
    #expect(throws: CredentialExchangeError(.malformed)) {
      try Argon2.derive(
        .d, passphrase: SharedSecret(copying: []), salt: [UInt8](repeating: 2, count: saltByteCount), passes: passes, memoryKiB: memoryKiB,
        lanes: lanes, byteCount: 32)
    }
  }
}
