// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
public import Foundation
import Glibc
import OneTimeCodes
public import SecretMemory

/// The key that encrypts the secrets in the database. It is stored outside the database, so that a copy of the database is not enough to
/// compute codes.
public struct OneTimeCodeStorageKey: Sendable {
  /// The length of the key in bytes.
  public static let byteCount = 32

  private let key: SymmetricKey

  /// Creates a key from bytes that a secret manager or an HSM provides.
  ///
  /// - Throws: `keyLength` unless there are 32 bytes.
  public init(_ bytes: borrowing SecretBytes) throws(OneTimeCodeStorageError) {
    guard bytes.byteCount == Self.byteCount else { throw OneTimeCodeStorageError(.keyLength) }
    key = bytes.withBytes { SymmetricKey(data: $0) }
  }

  /// Reads a key file, or creates one with 32 random bytes that only its owner may read. If two processes create it concurrently, both get
  /// the same key.
  ///
  /// - Throws: `keyFileNotWritable`, `keyFileNotReadable`, `keyFileExposed`, or `keyLength`.
  public init(file: URL, using generator: inout some RandomNumberGenerator) throws(OneTimeCodeStorageError) {
    if access(file.path, F_OK) != 0 { try Self.make(file, using: &generator) }
    let descriptor = Glibc.open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw OneTimeCodeStorageError(.keyFileNotReadable) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw OneTimeCodeStorageError(.keyFileNotReadable) }
    guard status.st_mode & 0o077 == 0 else { throw OneTimeCodeStorageError(.keyFileExposed) }
    guard status.st_size == Self.byteCount else { throw OneTimeCodeStorageError(.keyLength) }
    var bytes = SecretBytes(byteCount: Self.byteCount)
    let count = bytes.withMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count == Self.byteCount else { throw OneTimeCodeStorageError(.keyFileNotReadable) }
    try self.init(bytes)
  }

  /// Writes the complete file under another name and then links it, so that no process ever reads a partial key.
  private static func make(_ file: URL, using generator: inout some RandomNumberGenerator) throws(OneTimeCodeStorageError) {
    let name = file.path + "." + String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
    let descriptor = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw OneTimeCodeStorageError(.keyFileNotWritable) }
    defer { unlink(name) }
    let bytes = SecretBytes.random(byteCount: byteCount, using: &generator)
    let written = bytes.withBytes { write(descriptor, $0.baseAddress, $0.count) }
    let synced = fsync(descriptor)
    close(descriptor)
    guard written == byteCount, synced == 0, link(name, file.path) == 0 || errno == EEXIST else {
      throw OneTimeCodeStorageError(.keyFileNotWritable)
    }
  }

  /// Encrypts the parameters with AES-256-GCM and a new nonce. They can be decrypted only for this user and this credential.
  func seal(_ credential: StoredOneTimeCode) throws -> Data {
    let plaintext = SealedParameters.encode(credential.parameters)
    let box = try plaintext.withBytes {
      try AES.GCM.seal($0, using: key, authenticating: Self.binding(credential.user, credential.id))
    }
    guard let combined = box.combined else { throw OneTimeCodeStorageError(.secretNotOpenable) }
    return combined
  }

  /// Decrypts the result of ``seal(_:)`` for this user and this credential.
  func open(
    _ sealed: Data, user: OneTimeCodeUserID, id: OneTimeCodeCredentialID
  ) throws(OneTimeCodeStorageError) -> OneTimeCodeParameters {
    do {
      var opened = Array(
        try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: Self.binding(user, id)))
      return try SealedParameters.decode(SecretBytes(wiping: &opened))
    } catch { throw OneTimeCodeStorageError(.secretNotOpenable) }
  }

  /// The user's identifier preceded by its length, followed by the credential's. No two pairs yield the same bytes.
  private static func binding(_ user: OneTimeCodeUserID, _ id: OneTimeCodeCredentialID) -> [UInt8] {
    Array("passfold/one-time-code/1/".utf8) + [UInt8(user.bytes.count)] + user.bytes + id.bytes
  }
}
