// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import SecretMemory

import class SecretMemory.SharedSecret

/// The decrypted contents of a KDBX file: the document and, in KDBX 4, the fields before it.
struct KeePassContent: ~Copyable {
  /// The bytes, which end with the document.
  let bytes: SecretBuilder
  /// The position of the document.
  let documentStart: Int
  /// The parameters of the stream that hides the protected values.
  let innerStream: KeePassInnerStream.Parameters
  /// KDBX 4: the files that entries refer to by number.
  let binaries: [SharedSecret]

  static let mostBinaries = 100_000

  /// Opens a file.
  ///
  /// - Throws: `notOpenable` for wrong keys, `malformed` for a damaged file, `overBounds`.
  init(
    _ file: UnsafeRawBufferPointer, _ header: borrowing KeePassHeader, composite: SharedSecret
  ) throws(CredentialExchangeError) {
    if header.generation == 4 { try Self.checkHeader(file, header) }
    let seal = KeePassSeal(derived: try header.derivation.derive(composite), masterSeed: header.masterSeed)
    let packed =
      header.generation < 4
      ? try Self.hashedBlocks(try Self.third(file, header, seal), isPadded: header.cipher.isPadded)
      : try Self.fourth(file, header, seal)
    var content: SecretBuilder
    if header.isCompressed {
      content = try packed.withBytes { (packed) throws(CredentialExchangeError) in
        try Gzip.unpack(packed, atMost: Gzip.mostBytes(from: packed.count))
      }
    } else {
      content = packed
    }
    if let stream = header.innerStream {
      (documentStart, innerStream, binaries) = (0, stream, [])
    } else {
      let inner = try content.withBytes { (bytes) throws(CredentialExchangeError) in try Self.innerHeader(bytes) }
      (documentStart, innerStream, binaries) = (inner.byteCount, inner.stream, inner.binaries)
    }
    bytes = content
  }

  /// Passes the document to `body`.
  borrowing func withDocument<R>(_ body: (UnsafeRawBufferPointer) throws(CredentialExchangeError) -> R) throws(CredentialExchangeError) -> R
  {
    let start = documentStart
    return try bytes.withBytes { (bytes) throws(CredentialExchangeError) in try body(UnsafeRawBufferPointer(rebasing: bytes[start...])) }
  }

  // MARK: KDBX 4

  /// 1. Checks the header's hash before acting on the header.
  private static func checkHeader(_ file: UnsafeRawBufferPointer, _ header: borrowing KeePassHeader) throws(CredentialExchangeError) {
    var cursor = ByteCursor(file, at: header.byteCount)
    let hash = SHA256.hash(data: UnsafeRawBufferPointer(rebasing: file[..<header.byteCount]))
    guard try cursor.take(32).elementsEqual(hash) else { throw CredentialExchangeError(.malformed, offset: header.byteCount) }
  }

  /// 2. Checks the header's authentication code, which verifies the keys. 3. Checks each block's code. 4. Decrypts.
  private static func fourth(
    _ file: UnsafeRawBufferPointer, _ header: borrowing KeePassHeader, _ seal: KeePassSeal
  ) throws(CredentialExchangeError) -> SecretBuilder {
    let headerBytes = UnsafeRawBufferPointer(rebasing: file[..<header.byteCount])
    var cursor = ByteCursor(file, at: header.byteCount + 32)
    guard constantTimeEquals(Array(try cursor.take(32)), seal.code(ofHeader: headerBytes)) else {
      throw CredentialExchangeError(.notOpenable)
    }
    var content = SecretBuilder(capacity: cursor.left)
    var index: UInt64 = 0
    while true {
      let place = cursor.position
      let code = Array(try cursor.take(32))
      let block = try cursor.take(try cursor.length())
      guard constantTimeEquals(code, seal.code(ofBlock: index, block)) else { throw CredentialExchangeError(.malformed, offset: place) }
      if block.isEmpty { break }
      content.append(block)
      index += 1
    }
    return try decrypt(content, header, seal)
  }

  /// Reads the fields before the document.
  static func innerHeader(
    _ bytes: UnsafeRawBufferPointer
  ) throws(CredentialExchangeError) -> (byteCount: Int, stream: KeePassInnerStream.Parameters, binaries: [SharedSecret]) {
    var cursor = ByteCursor(bytes)
    var stream = KeePassInnerStream.Parameters(identifier: 0, key: [])
    var binaries: [SharedSecret] = []
    while true {
      let field = try cursor.number(UInt8.self)
      var content = ByteCursor(try cursor.take(try cursor.length()))
      switch field {
      case 0: return (cursor.position, stream, binaries)
      case 1: stream.identifier = try content.number()
      case 2: stream.key = Array(try content.take(content.left))
      case 3:
        // The first byte only says whether KeePass hides the file in its own memory.
        _ = try content.number(UInt8.self)
        guard binaries.count < mostBinaries else { throw CredentialExchangeError(.overBounds) }
        binaries.append(SharedSecret(copying: try content.take(content.left)))
      default: break
      }
    }
  }

  // MARK: KDBX 3

  /// Decrypts and checks the known 32 bytes at the beginning, which verify the keys.
  private static func third(
    _ file: UnsafeRawBufferPointer, _ header: borrowing KeePassHeader, _ seal: KeePassSeal
  ) throws(CredentialExchangeError) -> SecretBuilder {
    var content = SecretBuilder(capacity: file.count - header.byteCount)
    content.append(UnsafeRawBufferPointer(rebasing: file[header.byteCount...]))
    guard content.count >= 32 else { throw CredentialExchangeError(.malformed, offset: file.count) }
    return try decrypt(content, header, seal)
  }

  /// Joins the blocks after checking their hashes; an empty block is the last, and only padding follows.
  private static func hashedBlocks(
    _ content: consuming SecretBuilder, isPadded: Bool
  ) throws(CredentialExchangeError) -> SecretBuilder {
    var joined = SecretBuilder(capacity: content.count)
    try content.withBytes { (bytes) throws(CredentialExchangeError) in
      var cursor = ByteCursor(bytes, at: 32)
      var index: UInt32 = 0
      while true {
        guard try cursor.number(UInt32.self) == index else { throw CredentialExchangeError(.malformed) }
        let hash = Array(try cursor.take(32))
        let block = try cursor.take(try cursor.length())
        if block.isEmpty {
          let rest = UnsafeRawBufferPointer(rebasing: bytes[cursor.position...])
          // With Twofish, MacPass pads with zeros.
          let isZeros = 1..<16 ~= rest.count && rest.allSatisfy { $0 == 0 }
          guard !isPadded || isZeros || padding(of: rest) > 0 else { throw CredentialExchangeError(.malformed) }
          return
        }
        guard hash.elementsEqual(SHA256.hash(data: block)) else { throw CredentialExchangeError(.malformed) }
        joined.append(block)
        index &+= 1
      }
    }
    return joined
  }

  // MARK: Both

  private static func decrypt(
    _ content: consuming SecretBuilder, _ header: borrowing KeePassHeader, _ seal: KeePassSeal
  ) throws(CredentialExchangeError) -> SecretBuilder {
    let isWhole = !header.cipher.isPadded || content.count % 16 == 0 && content.count > 0
    // A file truncated within a block is damaged; its beginning still shows whether the keys are right.
    let surplus = isWhole ? 0 : content.count % 16
    content.removeLast(surplus)
    var cipher = try seal.cipher(header.cipher, nonce: header.nonce)
    try content.withMutableBytes { (bytes) throws(CredentialExchangeError) in try cipher.decrypt(bytes) }
    let startBytes = header.startBytes
    if header.generation < 4, !content.withBytes({ bytes in constantTimeEquals(Array(bytes.prefix(32)), startBytes) }) {
      throw CredentialExchangeError(.notOpenable)
    }
    guard isWhole else { throw CredentialExchangeError(.malformed) }
    // In KDBX 3 the blocks mark their own end.
    if header.cipher.isPadded, header.generation == 4 {
      let count = content.withBytes(padding)
      guard count > 0 else { throw CredentialExchangeError(.malformed) }
      content.removeLast(count)
    }
    return content
  }

  /// Returns the length of the padding at the end (RFC 5652 §6.3); 0 if it is invalid.
  private static func padding(of bytes: UnsafeRawBufferPointer) -> Int {
    let count = Int(bytes.last ?? 0)
    return (1...16).contains(count) && bytes.count >= count && bytes.suffix(count).allSatisfy { Int($0) == count } ? count : 0
  }
}
