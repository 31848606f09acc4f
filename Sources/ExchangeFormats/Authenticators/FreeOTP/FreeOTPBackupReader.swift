// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads a backup of FreeOTP 2: a serialized map with the encrypted master key and, for each token, its encrypted secret and its other
/// data.
enum FreeOTPBackupReader {
  static let mostRounds = 10_000_000
  private static let masterKey = "masterKey"
  private static let order = "tokenOrder"
  private static let tokenEnding = "-token"

  static func read(_ bytes: UnsafeRawBufferPointer, keys: ImportKeys) throws(CredentialExchangeError) -> ImportedCollection {
    let map = try JavaStringMap(bytes)
    guard let sealed = map[masterKey] else { throw CredentialExchangeError(.malformed) }
    guard let passphrase = keys.passphrase else { throw CredentialExchangeError(.passphraseNeeded) }
    let master = try sealed.withBytes { text throws(CredentialExchangeError) in try key(text, passphrase: passphrase) }
    return collection(map) { sealed in sealed.withBytes { Self.secret($0, master: master) } }
  }

  /// Returns the tokens of a map, each with its decrypted secret; `open` returns nil for a secret that does not open.
  static func collection(_ map: JavaStringMap, open: (SharedSecret) -> SharedSecret?) -> ImportedCollection {
    var collection = ImportedCollection()
    let tokens = Dictionary(map.pairs.map { ($0.key, $0.value) }) { first, _ in first }
    for name in names(map) {
      let number = collection.readCount
      guard let text = tokens[name + tokenEnding] else {
        collection.leaveOut(.referenceMissing, entry: number, path: "token")
        continue
      }
      let secret = tokens[name].flatMap(open)
      text.withBytes { text in
        guard let object = (try? JSONReader.value(of: text)).flatMap({ TrackedObject($0, in: text) }) else {
          collection.leaveOut(.malformedValue, entry: number, path: "token")
          return
        }
        var entry = FreeOTPReader.entry(object, number: number, secret: secret.map { KeptGenerator.Secret.bytes($0) }, keepsLast: false)
        if secret == nil { entry.tell(.malformedValue, "key", .leftOut) }
        entry.finish(into: &collection)
      }
    }
    return collection
  }

  /// Returns the names of the tokens, in the user's order if it is stored.
  private static func names(_ map: JavaStringMap) -> [String] {
    let names = map.pairs.map(\.key).filter { $0 != masterKey && $0 != order }.map { name in
      name.hasSuffix(tokenEnding) ? String(name.dropLast(tokenEnding.count)) : name
    }
    let ordered = map[order]?.withBytes { text in
      (try? JSONReader.value(of: text))?.elements?.compactMap { $0.digitsOrText(in: text) }
    }
    var (known, found) = (Set(names), [String]())
    for name in (ordered ?? []) + names where known.remove(name) != nil { found.append(name) }
    return found
  }

  /// Returns the master key, which is encrypted with AES-GCM under a PBKDF2 key of the passphrase.
  private static func key(_ text: UnsafeRawBufferPointer, passphrase: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
    guard var object = TrackedObject(try JSONReader.value(of: text), in: text), let rounds = object.integer("mIterations"),
      let salt = FreeOTPReader.javaBytes(object.elements("mSalt"), in: text),
      let sealed = object.object("mEncryptedKey").flatMap(Sealed.init)
    else { throw CredentialExchangeError(.malformed) }
    guard rounds <= mostRounds else { throw CredentialExchangeError(.overBounds) }
    let hash: PasswordDerivation.Hash
    switch object.text("mAlgorithm")?.lowercased() {
    case "pbkdf2withhmacsha1": hash = .sha1
    case "pbkdf2withhmacsha256": hash = .sha256
    case "pbkdf2withhmacsha512": hash = .sha512
    default: throw CredentialExchangeError(.unsupportedVariant)
    }
    let key = try PasswordDerivation.pbkdf2(hash, passphrase: passphrase, salt: salt.withBytes { Array($0) }, rounds: rounds)
    return try sealed.open(key)
  }

  /// Decrypts a token's secret with the master key; nil if it does not open.
  private static func secret(_ text: UnsafeRawBufferPointer, master: SharedSecret) -> SharedSecret? {
    guard var outer = (try? JSONReader.value(of: text)).flatMap({ TrackedObject($0, in: text) }), let inner = outer.secret("key") else {
      return nil
    }
    return inner.withBytes { text in
      (try? JSONReader.value(of: text)).flatMap { TrackedObject($0, in: text) }.flatMap(Sealed.init).flatMap { try? $0.open(master) }
    }
  }
}

extension FreeOTPBackupReader {
  /// A key encrypted by another one; the name of its cipher is authenticated with it.
  private struct Sealed {
    let content: [UInt8]
    let nonce: [UInt8]
    let name: String

    init?(_ object: TrackedObject) {
      var object = object
      guard object.text("mCipher") == "AES/GCM/NoPadding", let name = object.text("mToken"),
        let content = FreeOTPReader.javaBytes(object.elements("mCipherText"), in: object.bytes),
        let parameters = FreeOTPReader.javaBytes(object.elements("mParameters"), in: object.bytes)
      else { return nil }
      // RFC 5084 §3.2 GCMParameters in DER, a sequence that begins with the nonce; old systems write only the nonce's octet string.
      var der = parameters.withBytes { Array($0) }[...]
      if der.first == 0x30 { der = der.dropFirst(2) }
      guard der.starts(with: [0x04, 0x0C]), der.count >= 2 + AuthenticatedAES.nonceByteCount else { return nil }
      self.name = name
      self.content = content.withBytes { Array($0) }
      nonce = Array(der.dropFirst(2).prefix(AuthenticatedAES.nonceByteCount))
    }

    func open(_ key: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
      try AuthenticatedAES.open(content[...], nonce: nonce[...], key: key, associated: Array(name.utf8))
    }
  }
}
