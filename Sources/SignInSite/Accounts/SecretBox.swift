// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Foundation
import SecretMemory

/// Seals what the database must not hold in clear, under a key that is kept outside it.
package struct SecretBox: Sendable {
  private let key: SymmetricKey

  /// - Parameter key: 256 bits.
  package init(key: SymmetricKey) { self.key = key }

  /// Reads the key file, or makes one of 32 random bytes that only its owner may read.
  ///
  /// - Throws: `SecretBoxError` when the file is not exactly 32 bytes.
  package init(keyFile: URL, environment: SiteEnvironment) throws {
    if !FileManager.default.fileExists(atPath: keyFile.path) {
      let made = FileManager.default.createFile(
        atPath: keyFile.path, contents: Data(environment.randomBytes(32)), attributes: [.posixPermissions: 0o600])
      guard made else { throw SecretBoxError.keyFileNotWritable }
    }
    let bytes = try Data(contentsOf: keyFile)
    guard bytes.count == 32 else { throw SecretBoxError.keyFileDamaged }
    key = SymmetricKey(data: bytes)
  }

  /// AES-256-GCM with a fresh nonce; opens for the same account only.
  func seal(_ secret: SecretMemory.SharedSecret, account: Data) throws -> Data {
    let box = try secret.withBytes { try AES.GCM.seal($0, using: key, authenticating: Self.binding(account)) }
    guard let combined = box.combined else { throw SecretBoxError.damaged }
    return combined
  }

  /// Opens what ``seal(_:account:)`` made for this account.
  func open(_ sealed: Data, account: Data) throws -> SecretMemory.SharedSecret {
    SecretMemory.SharedSecret(
      copying: try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: Self.binding(account)))
  }

  private static func binding(_ account: Data) -> Data { Data("shop/verification-code/1/".utf8) + account }
}

/// Why there is no usable key or no usable box.
package enum SecretBoxError: Error {
  /// The key file does not exist and could not be made.
  case keyFileNotWritable
  /// The key file is not 32 bytes long.
  case keyFileDamaged
  /// A sealed value could not be put together.
  case damaged
}
