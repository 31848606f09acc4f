// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGcrypt
import SecretMemory
import SecretServiceProvider
import Testing

/// Tests/EndToEnd/test_secret_service.py shows that both sides derive the same key with a real keyring.
@Suite("The encrypted session of the Secret Service")
struct SessionCipherTests {
  private static let width = 128

  /// The prime of the second Oakley group, with the last byte reduced by the difference (RFC 2409 §6.2).
  private static func prime(less difference: UInt8 = 0) -> [UInt8] {
    let text = """
      FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD\
      EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED\
      EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF
      """
    var bytes: [UInt8] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    }
    bytes[bytes.count - 1] -= difference
    return bytes
  }

  @Test("ends at a public key that determines the shared secret or is not in the group")
  func fixedNumbers() throws {
    var cipher = try SessionCipher()
    let bad: [[UInt8]] = [
      [], [0], [1], [UInt8](repeating: 0, count: 127) + [1], Self.prime(less: 1), Self.prime(), [UInt8](repeating: 255, count: 128),
      [UInt8](repeating: 2, count: 129),
    ]
    for number in bad { #expect(throws: SecretServiceError(.badAnswer), "\(number.suffix(2))") { try cipher.meet(number) } }
    try cipher.meet(Self.prime(less: 2))
  }

  @Test("accepts a public key with a leading zero, as KWallet sends it")
  func zeroBefore() throws {
    var cipher = try SessionCipher()
    try cipher.meet([0] + Self.prime(less: 2))
    #expect(throws: SecretServiceError(.badAnswer)) { try cipher.meet([0, 0] + Self.prime(less: 2)) }
  }

  @Test("has its own public key, of at most the group's width")
  func ownNumbers() throws {
    let (one, other) = (try SessionCipher(), try SessionCipher())
    #expect(one.publicKey.count == Self.width && one.publicKey != other.publicKey)
  }

  @Test("refuses malformed ciphertexts, and opens nothing before the other side's key is known")
  func refused() throws {
    var cipher = try SessionCipher()
    let nonce = [UInt8](repeating: 7, count: 16)
    #expect(throws: SecretServiceError(.badAnswer)) { try cipher.open([UInt8](repeating: 1, count: 16), parameters: nonce) }
    try cipher.meet(try SessionCipher().publicKey)
    for count in [0, 1, 15, 17, (1 << 20) + 16] {
      #expect(throws: SecretServiceError(.badAnswer)) { try cipher.open([UInt8](repeating: 1, count: count), parameters: nonce) }
    }
    for count in [0, 15, 17] {
      #expect(throws: SecretServiceError(.badAnswer)) {
        try cipher.open([UInt8](repeating: 1, count: 16), parameters: [UInt8](repeating: 7, count: count))
      }
    }
  }

  @Test("opens a secret encrypted with the shared key and refuses every wrong padding")
  func opened() throws {
    // The other side's private number is 1, so the shared secret is this side's public key, and the test can derive the key.
    var cipher = try SessionCipher()
    try cipher.meet([2])
    let key = Self.key(sharing: cipher.publicKey)
    let nonce = [UInt8](0..<16)
    func sealed(_ plain: [UInt8]) -> [UInt8] {
      var handle: gcry_cipher_hd_t?
      gcry_cipher_open(&handle, Int32(GCRY_CIPHER_AES.rawValue), Int32(GCRY_CIPHER_MODE_CBC.rawValue), 0)
      defer { gcry_cipher_close(handle) }
      gcry_cipher_setkey(handle, key, key.count)
      gcry_cipher_setiv(handle, nonce, nonce.count)
      var bytes = plain
      gcry_cipher_encrypt(handle, &bytes, bytes.count, nil, 0)
      return bytes
    }
    for count in 0...32 {
      let plain = [UInt8](repeating: 65, count: count)
      let filling = UInt8(16 - count % 16)
      let whole = plain + [UInt8](repeating: filling, count: Int(filling))
      #expect(try cipher.open(sealed(whole), parameters: nonce).withBytes { Array($0) } == plain)
    }
    for ending: [UInt8] in [[0], [17], [255], [1, 2], [3, 2, 3]] {
      let whole = [UInt8](repeating: 65, count: 16 - ending.count) + ending
      #expect(throws: SecretServiceError(.badAnswer), "\(ending)") { try cipher.open(sealed(whole), parameters: nonce) }
    }
  }

  /// HKDF (RFC 5869) with SHA-256, without salt and info, as two HMACs with libgcrypt.
  private static func key(sharing number: [UInt8]) -> [UInt8] {
    func hmac(_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
      var handle: gcry_md_hd_t?
      gcry_md_open(&handle, Int32(GCRY_MD_SHA256.rawValue), GCRY_MD_FLAG_HMAC.rawValue)
      defer { gcry_md_close(handle) }
      gcry_md_setkey(handle, key, key.count)
      gcry_md_write(handle, bytes, bytes.count)
      return Array(UnsafeBufferPointer(start: gcry_md_read(handle, 0), count: 32))
    }
    return Array(hmac([1], hmac(number, [UInt8](repeating: 0, count: 32))).prefix(16))
  }
}
