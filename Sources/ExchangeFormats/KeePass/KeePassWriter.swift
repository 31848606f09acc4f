// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import CredentialModel
import Crypto
package import FoundationEssentials
package import SecretMemory

package import class SecretMemory.SharedSecret

/// Writes databases for KeePass 2 and related programs: KDBX 4.0, encrypted with a passphrase, a key file or both.
package enum KeePassWriter {
  /// The encryption of a database.
  package struct Seal: Sendable {
    /// The ciphers for writing.
    package enum Cipher: Sendable {
      case aes
      case chaCha20
    }

    /// The cipher of the content.
    package var cipher: Cipher
    /// The number of passes of Argon2id.
    package var passes: Int
    /// The memory of Argon2id.
    package var memoryKiB: Int
    /// The number of lanes of Argon2id.
    package var lanes: Int

    /// KeePassXC's defaults for a new database: 10 passes over 64 MiB, about half a second.
    package static let usual = Seal(cipher: .chaCha20, passes: 10, memoryKiB: 65_536, lanes: 2)

    /// Creates a description of the encryption.
    package init(cipher: Cipher, passes: Int, memoryKiB: Int, lanes: Int) {
      self.cipher = cipher
      self.passes = passes
      self.memoryKiB = memoryKiB
      self.lanes = lanes
    }
  }

  private static let blockByteCount = 1 << 20

  /// Writes a database.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - keys: The keys that will open it: a passphrase, a key file or both.
  ///   - date: The time of writing.
  ///   - seal: The encryption.
  ///   - random: The source of seeds, keys and identifiers.
  /// - Returns: The file, and findings for data that it does not contain completely.
  /// - Throws: `passphraseNeeded` without keys; `overBounds` for more than KDBX can hold.
  package static func write(
    _ items: [ExchangedItem], keys: ImportKeys, date: Date, seal: Seal = .usual, random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> (file: SharedSecret, findings: [ImportFinding]) {
    let composite = try KeePassCompositeKey.key(keys)
    var maker = KeePassDocumentMaker(random: &random)
    for (index, item) in items.enumerated() { maker.add(item, index, random: &random) }
    let content = try content(maker.document, date: date, random: &random)
    return (try sealed(content, composite, seal, random: &random), maker.findings)
  }

  /// Returns the fields before the document, and the document.
  private static func content(
    _ document: KeePassDocument, date: Date, random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> SecretBuilder {
    let key = bytes(64, &random)
    let stream = try KeePassInnerStream(KeePassInnerStream.Parameters(identifier: KeePassInnerStream.chaCha20, key: key))
    var text = SecretBuilder(capacity: 65_536)
    let binaries = try KeePassDocumentWriter.write(document, date: date, stream, to: &text)
    var content = SecretBuilder(capacity: text.count + binaries.reduce(1024) { $0 + $1.byteCount + 8 })
    content.append([1] + UInt32(4).littleEndianBytes + KeePassInnerStream.chaCha20.littleEndianBytes)
    content.append([2] + UInt32(key.count).littleEndianBytes + key)
    for binary in binaries {
      guard let count = UInt32(exactly: binary.byteCount + 1) else { throw CredentialExchangeError(.overBounds) }
      // KeePass hides the file in its own memory if the first byte is 1.
      content.append([3] + count.littleEndianBytes + [1])
      binary.withBytes { content.append($0) }
    }
    content.append([0] + UInt32(0).littleEndianBytes)
    text.withBytes { content.append($0) }
    return content
  }

  private static func sealed(
    _ content: borrowing SecretBuilder, _ composite: SharedSecret, _ seal: Seal, random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> SharedSecret {
    let cipher: SymmetricCipher.Algorithm = seal.cipher == .aes ? .aesCBC : .chaCha20
    let derivation = KeePassDerivation.argon2(
      .id,
      KeePassArgon2Parameters(
        salt: bytes(32, &random), passes: seal.passes, memoryByteCount: seal.memoryKiB * 1024, lanes: seal.lanes))
    let (masterSeed, nonce) = (bytes(32, &random), bytes(cipher.nonceByteCount, &random))
    // 1. The header.
    var header: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5, 0x00, 0x00, 0x04, 0x00]
    func append(_ field: KeePassHeader.Field, _ bytes: [UInt8]) {
      header += [field.rawValue] + UInt32(bytes.count).littleEndianBytes + bytes
    }
    append(.cipher, cipher == .aesCBC ? KeePassHeader.aesIdentifier : KeePassHeader.chaCha20Identifier)
    append(.compression, UInt32(1).littleEndianBytes)
    append(.masterSeed, masterSeed)
    append(.nonce, nonce)
    append(.derivation, derivation.parameters.encoded)
    append(.end, [0x0D, 0x0A, 0x0D, 0x0A])
    // 2. The header's hash and authentication code.
    let keys = KeePassSeal(derived: try derivation.derive(composite), masterSeed: masterSeed)
    let headerBytes = SharedSecret(copying: header)
    var file = SecretBuilder(capacity: header.count + 128)
    headerBytes.withBytes { header in
      file.append(header)
      file.append(Array(SHA256.hash(data: header)))
      file.append(keys.code(ofHeader: header))
    }
    // 3. The content, compressed, padded and encrypted.
    var packed = try content.withBytes { (content) throws(CredentialExchangeError) in try Gzip.pack(content) }
    if cipher.isPadded {
      let padding = 16 - packed.count % 16
      packed.append([UInt8](repeating: UInt8(padding), count: padding))
    }
    var encryption = try keys.cipher(cipher, nonce: nonce)
    try packed.withMutableBytes { (bytes) throws(CredentialExchangeError) in try encryption.encrypt(bytes) }
    // 4. The blocks, each with its authentication code, and an empty one at the end.
    var index: UInt64 = 0
    for start in Array(stride(from: 0, to: packed.count, by: blockByteCount)) + [packed.count] {
      packed.withBytes { packed in
        let block = UnsafeRawBufferPointer(rebasing: packed[start..<min(start + blockByteCount, packed.count)])
        file.append(keys.code(ofBlock: index, block) + UInt32(block.count).littleEndianBytes)
        file.append(block)
      }
      index += 1
    }
    return file.secret()
  }

  private static func bytes(_ count: Int, _ random: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}
