// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import OneTimeCodes
import SecretMemory

/// How much a code costs beside the one HMAC that it cannot do without.
enum OneTimeCodeRows {
  /// A row for each algorithm.
  static func measure() throws -> [ReportRow] {
    [
      try row(.sha1, against: "one bare HMAC-SHA-1 of swift-crypto", HMAC<Insecure.SHA1>.self),
      try row(.sha256, against: "one bare HMAC-SHA-256 of swift-crypto", HMAC<SHA256>.self),
      try row(.sha512, against: "one bare HMAC-SHA-512 of swift-crypto", HMAC<SHA512>.self),
    ]
  }

  private static func row<Hash>(_ algorithm: OneTimeCodeAlgorithm, against: String, _: HMAC<Hash>.Type) throws -> ReportRow {
    let secret = [UInt8](repeating: 0xA5, count: algorithm.secretByteCount)
    let parameters = try OneTimeCodeParameters(secret: SecretMemory.SharedSecret(copying: secret), algorithm: algorithm)
    let key = SymmetricKey(data: secret)
    var (step, counter) = (UInt64(0), UInt64(0))
    let measured = PairedMeasurement {
      step &+= 1
      keep(parameters.code(at: Date(timeIntervalSince1970: Double(step) * 30)).text)
    } baseline: {
      counter &+= 1
      withUnsafeBytes(of: counter.bigEndian) { keep(HMAC<Hash>.authenticationCode(for: $0, using: key)) }
    }
    return ReportRow(
      name: "one code, \(algorithm.rawValue)", value: (1 / measured.seconds).rounded(), unit: "codes/s", against: against,
      ratio: measured.ratio, atMost: 1.3)
  }
}
