// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnModel

@Suite("Project Wycheproof's signatures (Vectors/wycheproof)")
struct WycheproofTests {
  struct File: Decodable {
    struct Group: Decodable {
      struct Key: Decodable { let uncompressed, pk, modulus, publicExponent: String? }
      struct Row: Decodable {
        let tcId: Int
        let msg, sig, result: String
      }
      let publicKey: Key
      let tests: [Row]
    }
    let algorithm: COSEAlgorithm
    let numberOfTests: Int
    let testGroups: [Group]
  }

  static func bytes(_ hex: String?) -> [UInt8] {
    let digits = (hex ?? "").compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  static func key(_ key: File.Group.Key, _ algorithm: COSEAlgorithm) -> COSEKey? {
    let point = Self.bytes(key.uncompressed).dropFirst()
    let x = Array(point.prefix(point.count / 2))
    let y = Array(point.suffix(point.count / 2))
    return switch algorithm {
    case .es256: COSEKey(algorithm, .p256(x: x, y: y))
    case .es384: COSEKey(algorithm, .p384(x: x, y: y))
    case .es512: COSEKey(algorithm, .p521(x: x, y: y))
    case .edDSA: COSEKey(algorithm, .ed25519(bytes(key.pk)))
    case .ed448: COSEKey(algorithm, .ed448(bytes(key.pk)))
    default:
      COSEKey(algorithm, .rsa(modulus: Array(bytes(key.modulus).drop { $0 == 0 }), exponent: bytes(key.publicExponent)))
    }
  }

  @Test(
    "every signature is accepted or refused as expected",
    arguments: [
      "ecdsa_secp256r1_sha256", "ecdsa_secp384r1_sha384", "ecdsa_secp521r1_sha512", "ed25519", "ed448",
      "rsa_signature_2048_sha256", "rsa_signature_2048_sha384", "rsa_signature_2048_sha512",
      "rsa_pss_2048_sha256_mgf1_32", "rsa_pss_2048_sha384_mgf1_48", "rsa_pss_4096_sha512_mgf1_64",
    ])
  func signatures(name: String) throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/wycheproof/\(name).json")
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
    var count = 0
    for group in file.testGroups {
      let key = try #require(Self.key(group.publicKey, file.algorithm))
      for row in group.tests {
        count += 1
        let isValid = key.isValidSignature(Self.bytes(row.sig), over: Self.bytes(row.msg))
        // "acceptable" leaves the result to the library.
        #expect(row.result == "acceptable" || isValid == (row.result == "valid"), "test \(row.tcId)")
      }
    }
    #expect(count == file.numberOfTests)
  }
}
