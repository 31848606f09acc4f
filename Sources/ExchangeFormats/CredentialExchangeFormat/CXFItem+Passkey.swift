// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

extension CXFItem {
  /// The maximum size of an unpacked blob, 1 MiB.
  static let largestBlob = 1 << 20

  // PasskeyCredential.
  mutating func readPasskey(_ object: inout TrackedObject, _ path: String) {
    let identifier = bytes("credentialId", &object)
    let handle = bytes("userHandle", &object) ?? []
    let der = object.secret("key").flatMap { Base64Text.shared($0, skipping: .nothing) }
    let user = object.text("username") ?? object.text("userName") ?? ""
    let displayName = object.text("userDisplayName") ?? ""
    let relyingParty = object.text("rpId")
    guard let relyingParty, let identifier, !identifier.isEmpty, (1...64).contains(handle.count), let der,
      let key = der.withBytes({ PasskeyKey(pkcs8: $0) ?? PasskeyKey(raw: $0) })
    else {
      return keepUnusablePasskey(&object, isKeyThere: der != nil && identifier != nil && !handle.isEmpty && relyingParty != nil, path)
    }
    var passkey = ExchangedPasskey(
      relyingPartyID: relyingParty, userHandle: handle, userName: user, displayName: displayName, credentialID: identifier,
      algorithm: key.algorithm, privateKey: key.secret)
    if let extensions = object.object("fido2Extensions") { read(extensions, of: &passkey, path + ".fido2Extensions") }
    entry.item.parts.append(.passkey(passkey))
  }

  private mutating func bytes(_ name: String, _ object: inout TrackedObject) -> [UInt8]? {
    object.secret(name).flatMap { Base64Text.shared($0, skipping: .nothing) }?.withBytes { Array($0) }
  }

  /// Keeps a passkey that cannot sign as fields, one per member.
  private mutating func keepUnusablePasskey(_ object: inout TrackedObject, isKeyThere: Bool, _ path: String) {
    entry.tell(isKeyThere ? .unsupportedKey : .missingMember, path, .keptInPart)
    for name in ["rpId", "username", "userName", "userDisplayName", "userHandle", "credentialId", "key"] {
      if let value = object.original(name), value.byteCount > 0 { entry.item.keep("passkey \(name)", value: value, isHidden: true) }
    }
  }

  // Fido2Extensions.
  private mutating func read(_ extensions: TrackedObject, of passkey: inout ExchangedPasskey, _ path: String) {
    var extensions = extensions
    if var keys = extensions.object("hmacCredentials") {
      let with = keys.secret("credWithUV").flatMap { Base64Text.shared($0, skipping: .nothing) }
      let without = keys.secret("credWithoutUV").flatMap { Base64Text.shared($0, skipping: .nothing) }
      let algorithm = keys.text("algorithm") ?? "hmac-sha256"
      if algorithm.lowercased().filter({ $0 != "-" }) == "hmacsha256", let with, let without, with.byteCount == 32, without.byteCount == 32
      {
        passkey.pseudoRandomFunction = PasskeyPRFKeys(withUserVerification: with, withoutUserVerification: without)
      } else {
        for name in ["algorithm", "credWithUV", "credWithoutUV"] {
          guard let value = keys.original(name) else { continue }
          entry.keep("passkey \(name)", value, isHidden: true, .unsupportedKey, "\(path).hmacCredentials.\(name)")
        }
      }
      entry.tellRest(of: keys, at: path + ".hmacCredentials.")
    }
    // Drafts have a single key, and do not say for which of the two functions.
    if var keys = extensions.object("hmacSecret") {
      for name in ["secret", "hmacSecret", "alias", "algorithm"] {
        guard let value = keys.secret(name) else { continue }
        entry.keep("passkey hmacSecret \(name)", value, isHidden: true, .noPlace, "\(path).hmacSecret.\(name)")
      }
      entry.tellRest(of: keys, at: path + ".hmacSecret.")
    }
    if let blob = extensions.secret("credBlob") { entry.keep("passkey credBlob", blob, isHidden: true, .noPlace, path + ".credBlob") }
    if let blob = extensions.object("largeBlob") { passkey.largeBlob = read(largeBlob: blob, path + ".largeBlob") }
    if extensions.boolean("payments") {
      entry.keep("passkey payments", SharedSecret(copying: "true".utf8), isHidden: false, .noPlace, path + ".payments")
    }
    entry.tellRest(of: extensions, at: path + ".", keepsNested: true)
  }

  /// Returns the blob, unpacked as specified in CTAP 2.2 §6.10.3.
  private mutating func read(largeBlob object: TrackedObject, _ path: String) -> SharedSecret? {
    var object = object
    object.passOver("alg")
    let text = object.secret("data")
    let size = object.integer("uncompressedSize") ?? object.integer("size")
    entry.tellRest(of: object, at: path + ".")
    guard let text else { return nil }
    if let size, let data = Base64Text.shared(text, skipping: .nothing), size <= Self.largestBlob {
      if let blob = DeflatedBytes.inflated(data, byteCount: size) { return blob }
      // Some programs do not compress it.
      if data.byteCount == size { return data }
    }
    entry.keep("passkey largeBlob", text, isHidden: true, (size ?? 0) > Self.largestBlob ? .tooLarge : .malformedValue, path)
    return nil
  }
}
