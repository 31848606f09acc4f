// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import OneTimeCodes
import SecretMemory

/// The plaintext of an encrypted row: version 1, algorithm, digits, period in seconds (four bytes, most significant first), secret.
///
/// Algorithm, digits and period are encrypted with the secret so that write access to the database is not enough to weaken a code.
enum SealedParameters {
  private static let version: UInt8 = 1
  private static let headByteCount = 7
  private static let algorithms: [OneTimeCodeAlgorithm] = [.sha1, .sha256, .sha512]

  static func encode(_ parameters: OneTimeCodeParameters) -> SecretBytes {
    let seconds = UInt32(clamping: parameters.period?.components.seconds ?? 0)
    let algorithm = UInt8(clamping: algorithms.firstIndex(of: parameters.algorithm) ?? 0)
    let head = [version, algorithm, UInt8(clamping: parameters.digits)] + withUnsafeBytes(of: seconds.bigEndian, Array.init)
    var plaintext = SecretBytes(byteCount: headByteCount + parameters.secret.byteCount)
    parameters.secret.withBytes { secret in
      plaintext.withMutableBytes { output in
        output[..<headByteCount].copyBytes(from: head)
        output[headByteCount...].copyBytes(from: secret)
      }
    }
    return plaintext
  }

  static func decode(_ plaintext: borrowing SecretBytes) throws -> OneTimeCodeParameters {
    try plaintext.withBytes { bytes in
      guard bytes.count > headByteCount, bytes[0] == version, Int(bytes[1]) < algorithms.count else {
        throw OneTimeCodeStorageError(.secretNotOpenable)
      }
      let period = bytes[3..<headByteCount].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      return try OneTimeCodeParameters(
        secret: SharedSecret(copying: bytes[headByteCount...]), algorithm: algorithms[Int(bytes[1])], digits: Int(bytes[2]),
        form: .timeBased(period: .seconds(period)))
    }
  }
}
