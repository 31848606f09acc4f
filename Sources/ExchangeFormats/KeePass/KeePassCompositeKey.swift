// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import SecretMemory

import class SecretMemory.SharedSecret

/// The composite key of 32 bytes: the hash of the parts, where the passphrase is hashed first.
enum KeePassCompositeKey {
  /// Returns the key.
  ///
  /// - Throws: `passphraseNeeded` if there is neither a passphrase nor a key file; `notOpenable` for a damaged key file.
  static func key(_ keys: ImportKeys) throws(CredentialExchangeError) -> SharedSecret {
    guard keys.passphrase != nil || keys.keyFile != nil else { throw CredentialExchangeError(.passphraseNeeded) }
    var hash = SHA256()
    keys.passphrase?.withBytes { passphrase in SHA256.hash(data: passphrase).withUnsafeBytes { hash.update(bufferPointer: $0) } }
    if let file = keys.keyFile { try KeePassKeyFile.key(file).withBytes { hash.update(bufferPointer: $0) } }
    return SharedSecret(copying: hash.finalize())
  }

  /// Returns the keys that the user may mean: with a key file, an empty passphrase often means none, and none often means an empty one.
  static func candidates(_ keys: ImportKeys) -> [ImportKeys] {
    guard keys.keyFile != nil, keys.passphrase.map({ $0.byteCount == 0 }) ?? true else { return [keys] }
    let other = keys.passphrase == nil ? SharedSecret(copying: []) : nil
    return [keys, ImportKeys(passphrase: other, keyFile: keys.keyFile)]
  }
}
