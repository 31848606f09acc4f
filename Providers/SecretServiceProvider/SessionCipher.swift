// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGcrypt
package import SecretMemory

/// This side of an encrypted session: Secret Service API 0.2 §7 "dh-ietf1024-sha256-aes128-cbc-pkcs7".
///
/// Diffie-Hellman in the second Oakley group (RFC 2409 §6.2), HKDF with SHA-256 over the shared number in the group's full width, AES-128 in CBC.
/// It keeps secrets from whoever watches the bus. It does not tell who answers: that is the bus's word.
package struct SessionCipher: Sendable {
  /// The session's algorithm by its name.
  package static let algorithm = "dh-ietf1024-sha256-aes128-cbc-pkcs7"
  /// How many bytes a number of the group has.
  private static let width = 128
  /// The most bytes of one encrypted secret.
  private static let limit = 1 << 20
  private static let prime = """
    FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD\
    EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED\
    EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF
    """

  /// This side's public number, big-endian.
  package let publicKey: [UInt8]
  private let privateKey: SharedSecret
  private var key: SharedSecret?

  /// Makes this side's numbers.
  ///
  /// - Throws: `noEncryption` where libgcrypt cannot be used.
  package init() throws(SecretServiceError) {
    guard passfold_start_gcrypt() else { throw SecretServiceError(.noEncryption) }
    var secret = SecretBytes(byteCount: Self.width)
    secret.withMutableBytes { bytes in
      gcry_randomize(bytes.baseAddress, bytes.count, GCRY_STRONG_RANDOM)
      // Below the prime, whose first bytes are all ones.
      if !bytes.isEmpty { bytes[0] &= 0x7f }
    }
    privateKey = SharedSecret(secret)
    let generator = gcry_mpi_set_ui(nil, 2)
    defer { gcry_mpi_release(generator) }
    publicKey = try Self.power(of: generator, to: privateKey).withBytes { Array($0) }
  }

  /// Takes the other side's public number.
  ///
  /// - Parameter other: 1 to 129 bytes, big-endian, as `OpenSession` gives them. KWallet puts a zero before a number whose first bit is set.
  /// - Throws: `badAnswer` for a number that fixes what is shared: 0, 1, or the prime less one and above.
  package mutating func meet(_ other: [UInt8]) throws(SecretServiceError) {
    guard (1...Self.width + 1).contains(other.count), let number = Self.number(other),
      let last = Self.number(hexadecimal: Self.prime)
    else {
      throw SecretServiceError(.badAnswer)
    }
    defer {
      gcry_mpi_release(number)
      gcry_mpi_release(last)
    }
    gcry_mpi_sub_ui(last, last, 1)
    guard gcry_mpi_cmp_ui(number, 1) > 0, gcry_mpi_cmp(number, last) < 0 else { throw SecretServiceError(.badAnswer) }
    key = try Self.derived(from: Self.power(of: number, to: privateKey))
  }

  /// Opens one secret.
  ///
  /// - Parameters:
  ///   - sealed: Whole blocks of 16 bytes, 1 MiB at most.
  ///   - parameters: The chain's beginning, 16 bytes.
  /// - Throws: `badAnswer` for anything else, and for what is not filled up as PKCS #7 says (RFC 5652 §6.3).
  package func open(_ sealed: some Collection<UInt8>, parameters: [UInt8]) throws(SecretServiceError) -> SharedSecret {
    guard let key, parameters.count == 16, !sealed.isEmpty, sealed.count % 16 == 0, sealed.count <= Self.limit else {
      throw SecretServiceError(.badAnswer)
    }
    var handle: gcry_cipher_hd_t?
    guard gcry_cipher_open(&handle, Int32(GCRY_CIPHER_AES.rawValue), Int32(GCRY_CIPHER_MODE_CBC.rawValue), 0) == 0 else {
      throw SecretServiceError(.noEncryption)
    }
    defer { gcry_cipher_close(handle) }
    var plain = SecretBytes(copying: sealed)
    let isOpen = plain.withMutableBytes { bytes in
      key.withBytes { gcry_cipher_setkey(handle, $0.baseAddress, $0.count) } == 0
        && gcry_cipher_setiv(handle, parameters, parameters.count) == 0
        && gcry_cipher_decrypt(handle, bytes.baseAddress, bytes.count, nil, 0) == 0
    }
    guard isOpen else { throw SecretServiceError(.badAnswer) }
    let content = plain.withBytes { bytes -> SharedSecret? in
      guard let last = bytes.last, (1...16).contains(last), bytes.suffix(Int(last)).allSatisfy({ $0 == last }) else { return nil }
      return SharedSecret(copying: bytes.dropLast(Int(last)))
    }
    guard let content else { throw SecretServiceError(.badAnswer) }
    return content
  }

  /// The key of AES: HKDF (RFC 5869) without salt and information, 16 bytes.
  private static func derived(from shared: SharedSecret) throws(SecretServiceError) -> SharedSecret {
    let none = SharedSecret(copying: [UInt8](repeating: 0, count: 32))
    let first = SharedSecret(copying: [1])
    let extracted = try shared.withBytes { bytes throws(SecretServiceError) in try mac(bytes, by: none) }
    let expanded = try first.withBytes { bytes throws(SecretServiceError) in try mac(bytes, by: extracted) }
    return expanded.withBytes { SharedSecret(copying: $0.prefix(16)) }
  }

  private static func mac(_ bytes: UnsafeRawBufferPointer, by key: SharedSecret) throws(SecretServiceError) -> SharedSecret {
    var handle: gcry_mac_hd_t?
    guard gcry_mac_open(&handle, Int32(GCRY_MAC_HMAC_SHA256.rawValue), 0, nil) == 0 else { throw SecretServiceError(.noEncryption) }
    defer { gcry_mac_close(handle) }
    var result = SecretBytes(byteCount: 32)
    let isDone = result.withMutableBytes { result in
      var count = result.count
      return key.withBytes { gcry_mac_setkey(handle, $0.baseAddress, $0.count) } == 0
        && gcry_mac_write(handle, bytes.baseAddress, bytes.count) == 0 && gcry_mac_read(handle, result.baseAddress, &count) == 0
    }
    guard isDone else { throw SecretServiceError(.noEncryption) }
    return SharedSecret(result)
  }

  /// A number of the group to the power of a secret one, in the group's full width.
  private static func power(of base: gcry_mpi_t?, to exponent: SharedSecret) throws(SecretServiceError) -> SharedSecret {
    guard let prime = number(hexadecimal: prime) else { throw SecretServiceError(.noEncryption) }
    let secret = exponent.withBytes { number($0) }
    let result = gcry_mpi_new(UInt32(width * 8))
    defer {
      gcry_mpi_release(prime)
      gcry_mpi_release(secret)
      gcry_mpi_release(result)
    }
    gcry_mpi_powm(result, base, secret, prime)
    var bytes = SecretBytes(byteCount: width)
    var count = 0
    let isWritten = bytes.withMutableBytes { bytes in
      gcry_mpi_print(GCRYMPI_FMT_USG, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &count, result) == 0
    }
    guard isWritten, count <= width else { throw SecretServiceError(.noEncryption) }
    let missing = width - count
    return bytes.withBytes { SharedSecret(copying: [UInt8](repeating: 0, count: missing) + $0.prefix(width - missing)) }
  }

  private static func number(_ bytes: some Collection<UInt8>) -> gcry_mpi_t? {
    var number: gcry_mpi_t?
    let status = bytes.withContiguousStorageIfAvailable { gcry_mpi_scan(&number, GCRYMPI_FMT_USG, $0.baseAddress, $0.count, nil) }
    return status == 0 ? number : nil
  }

  private static func number(hexadecimal text: String) -> gcry_mpi_t? {
    var number: gcry_mpi_t?
    return gcry_mpi_scan(&number, GCRYMPI_FMT_HEX, text, 0, nil) == 0 ? number : nil
  }
}
