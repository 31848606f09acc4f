// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Crypto
import SecretMemory

import class SecretMemory.SharedSecret

/// What a person knows and has, as one key of 32 bytes: the hash of the parts, of which the passphrase is hashed before.
enum KeePassCompositeKey {
  /// The key.
  ///
  /// - Throws: `passphraseNeeded` where there is neither a passphrase nor a key file; `notOpenable` for a damaged key file.
  static func key(_ keys: ImportKeys) throws(CredentialExchangeError) -> SharedSecret {
    guard keys.passphrase != nil || keys.keyFile != nil else { throw CredentialExchangeError(.passphraseNeeded) }
    var hash = SHA256()
    keys.passphrase?.withBytes { passphrase in SHA256.hash(data: passphrase).withUnsafeBytes { hash.update(bufferPointer: $0) } }
    if let file = keys.keyFile { try KeePassKeyFile.key(file).withBytes { hash.update(bufferPointer: $0) } }
    return SharedSecret(copying: hash.finalize())
  }

  /// The keys that a person may mean: an empty passphrase beside a key file is often none, and none is often an empty one.
  static func candidates(_ keys: ImportKeys) -> [ImportKeys] {
    guard keys.keyFile != nil, keys.passphrase.map({ $0.byteCount == 0 }) ?? true else { return [keys] }
    let other = keys.passphrase == nil ? SharedSecret(copying: []) : nil
    return [keys, ImportKeys(passphrase: other, keyFile: keys.keyFile)]
  }
}
