// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import OneTimeCodes
import SecretMemory
import Testing

@Suite("The HMAC of RFC 2104 for codes")
struct HMACTests {
  @Test("matches swift-crypto's for keys of every length, even beyond the hash's block", arguments: OneTimeCodeAlgorithm.allCases)
  func everyLength(_ algorithm: OneTimeCodeAlgorithm) throws {
    for length in 1...260 {
      let key = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ length) }
      let parameters = try OneTimeCodeParameters(
        secret: SecretMemory.SharedSecret(copying: key), algorithm: algorithm, digits: 8, form: .counterBased(counter: UInt64(length) << 40)
      )
      #expect(parameters.code(at: .distantPast).text == expected(algorithm, key, UInt64(length) << 40), "\(length) bytes")
    }
  }

  private func expected(_ algorithm: OneTimeCodeAlgorithm, _ key: [UInt8], _ counter: UInt64) -> String {
    switch algorithm {
    case .sha1: expected(HMAC<Insecure.SHA1>.self, key, counter)
    case .sha256: expected(HMAC<SHA256>.self, key, counter)
    case .sha512: expected(HMAC<SHA512>.self, key, counter)
    }
  }

  private func expected<Hash>(_: HMAC<Hash>.Type, _ key: [UInt8], _ counter: UInt64) -> String {
    let mac = withUnsafeBytes(of: counter.bigEndian) { Array(HMAC<Hash>.authenticationCode(for: $0, using: SymmetricKey(data: key))) }
    let offset = Int(mac[mac.count - 1] & 0x0F)
    let value = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let digits = String(value % 100_000_000)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
