// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CredentialExchange
import CredentialModel
import SecretMemory

import class SecretMemory.SharedSecret

/// A passkey in the format of Proton Pass's library `proton-pass-common`: MessagePack of `c`, the bytes of the content, and `v`, the
/// version 1. The content includes the COSE key (RFC 9053 §7.1) with its labels and values spelled out.
enum ProtonPasskey {
  /// Returns the passkey; nil for another version, another kind of key, or invalid bytes.
  static func passkey(_ content: SharedSecret) -> ExchangedPasskey? {
    let inner = content.withBytes { bytes -> SharedSecret? in
      let text = MessagePackText(bytes: bytes)
      guard text.end(of: 0) == bytes.count, text.integer(at: text.member("v", of: 0)) == 1 else { return nil }
      return text.secret(at: text.member("c", of: 0))
    }
    return inner?.withBytes { bytes in passkey(MessagePackText(bytes: bytes)) }
  }

  private static func passkey(_ text: MessagePackText) -> ExchangedPasskey? {
    guard text.end(of: 0) == text.bytes.count, let key = key(text, at: text.member("key", of: 0)),
      let id = text.secret(at: text.member("cid", of: 0)), let relyingParty = text.string(at: text.member("rid", of: 0))
    else { return nil }
    let handle = text.secret(at: text.member("uhd", of: 0))?.withBytes { Array($0) } ?? []
    let count = text.integer(at: text.member("cnt", of: 0)) ?? 0
    return ExchangedPasskey(
      relyingPartyID: relyingParty, userHandle: handle, userName: text.string(at: text.member("un", of: 0)) ?? "",
      displayName: text.string(at: text.member("udn", of: 0)) ?? "", credentialID: id.withBytes { Array($0) }, algorithm: key.algorithm,
      privateKey: key.secret, signatureCount: UInt32(clamping: count),
      pseudoRandomFunction: functions(text, at: text.member("hmac_secret", of: text.member("ext", of: 0))))
  }

  private static func key(_ text: MessagePackText, at place: Int?) -> PasskeyKey? {
    // Each of these is a map of the type `t` and the content `c`.
    func assigned(_ name: String) -> String? { text.string(at: text.member("c", of: text.member(name, of: place))) }
    var (curve, secret): (Int64?, SharedSecret?) = (nil, nil)
    for pair in text.elements(of: text.member("par", of: place)) ?? [] {
      guard let pair = text.elements(of: pair), pair.count == 2, let label = text.integer(at: text.member("c", of: pair[0])) else {
        return nil
      }
      // RFC 9053 §7.1.1 and §7.2: -1 is the curve, -4 the private key.
      if label == -1 { curve = integer(text, at: text.member("c", of: pair[1])) }
      if label == -4 { secret = text.secret(at: text.member("c", of: pair[1])) }
    }
    guard let secret, secret.byteCount == 32 else { return nil }
    switch (assigned("kty"), curve) {
    case ("EC2", 1):
      guard secret.withBytes({ (try? P256.Signing.PrivateKey(rawRepresentation: $0)) != nil }) else { return nil }
      return PasskeyKey(algorithm: -7, secret: secret)
    case ("OKP", 6): return PasskeyKey(algorithm: -8, secret: secret)
    default: return nil
    }
  }

  /// Returns a number, which is stored as 16 bytes, least significant first.
  private static func integer(_ text: MessagePackText, at place: Int?) -> Int64? {
    guard let number = text.secret(at: text.member("inner", of: place)), number.byteCount == 16 else { return nil }
    return number.withBytes { bytes in
      bytes[8...].allSatisfy { $0 == 0 } ? bytes[..<8].reversed().reduce(0) { $0 << 8 | Int64($1) } : nil
    }
  }

  /// Proton Pass treats every user as verified and uses only that key; if the other one is missing, the same key serves for both.
  private static func functions(_ text: MessagePackText, at place: Int?) -> PasskeyPRFKeys? {
    guard let verified = text.secret(at: text.member("cred_with_uv", of: place)), verified.byteCount == 32 else { return nil }
    let other = text.secret(at: text.member("cred_without_uv", of: place))
    return PasskeyPRFKeys(withUserVerification: verified, withoutUserVerification: other?.byteCount == 32 ? other ?? verified : verified)
  }
}
