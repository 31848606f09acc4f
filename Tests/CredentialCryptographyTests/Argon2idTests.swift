// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Crypto
import SecretMemory
import Testing

@Suite("Argon2id")
struct Argon2idTests {
  @Test("derives the same key as argon2-cffi from the same input")
  func otherImplementation() throws {
    // The RFC's own vector is below the floor and uses the secret and associated data inputs, which Passfold's key slot leaves empty.
    let derived = try Argon2id.derive(
      passphrase: SecretBytes(copying: Array("password".utf8)), salt: Array("somesaltsomesalt".utf8), cost: .floor, byteCount: 64)
    #expect(derived.withBytes { SHA256.hash(data: $0).map { $0 } } == Self.expectedHash)
  }

  private static let expectedHash: [UInt8] = [
    0x5f, 0xc6, 0xad, 0xfa, 0x67, 0x10, 0xf0, 0xcf, 0xc1, 0x67, 0x6f, 0x9c, 0x25, 0x3c, 0xc3, 0x64, 0x6c, 0x6f, 0x68, 0xd1, 0x0b, 0xeb,
    0x85, 0x43, 0x19, 0xba, 0x52, 0xc5, 0x77, 0xa4, 0x90, 0x6b,
  ]
}
