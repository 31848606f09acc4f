// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SwiftASN1
import WebAuthnModel

/// How a signature was made: the family of keys and the hash.
enum SignatureScheme: Hashable {
  /// The hashes that signatures are made over.
  enum Hash: Hashable {
    case sha1, sha256, sha384, sha512
  }

  case ecdsa(Hash)
  case ed25519
  case rsa(Hash)
  /// RSASSA-PSS with MGF1 over the same hash and a salt as long as its digest.
  case pss(Hash)

  /// The scheme of a COSE algorithm (RFC 9053 §2, RFC 8230 §2, RFC 8812 §2, RFC 9864), or nil where there is none here.
  init?(_ algorithm: COSEAlgorithm) {
    switch algorithm.rawValue {
    case -7, -9: self = .ecdsa(.sha256)
    case -35, -51: self = .ecdsa(.sha384)
    case -36, -52: self = .ecdsa(.sha512)
    case -8, -19: self = .ed25519
    case -37: self = .pss(.sha256)
    case -38: self = .pss(.sha384)
    case -39: self = .pss(.sha512)
    case -257: self = .rsa(.sha256)
    case -258: self = .rsa(.sha384)
    case -259: self = .rsa(.sha512)
    case -65535: self = .rsa(.sha1)
    default: return nil
    }
  }

  /// The scheme of a certificate's `AlgorithmIdentifier` (RFC 5758, RFC 4055, RFC 8410), or nil where there is none here.
  ///
  /// SHA-1 is known so that it can be named when it is refused.
  init?(_ algorithm: ASN1Node) throws(WebAuthnRelyingPartyError) {
    let place = "RFC 5280 §4.1.1.2"
    var members = try ASN1Members(of: algorithm, place: place)
    switch try members.oid() {
    case CertificateOID(1, 2, 840, 10045, 4, 1): self = .ecdsa(.sha1)
    case CertificateOID(1, 2, 840, 10045, 4, 3, 2): self = .ecdsa(.sha256)
    case CertificateOID(1, 2, 840, 10045, 4, 3, 3): self = .ecdsa(.sha384)
    case CertificateOID(1, 2, 840, 10045, 4, 3, 4): self = .ecdsa(.sha512)
    case CertificateOID(1, 2, 840, 113549, 1, 1, 5): self = .rsa(.sha1)
    case CertificateOID(1, 2, 840, 113549, 1, 1, 11): self = .rsa(.sha256)
    case CertificateOID(1, 2, 840, 113549, 1, 1, 12): self = .rsa(.sha384)
    case CertificateOID(1, 2, 840, 113549, 1, 1, 13): self = .rsa(.sha512)
    case .ed25519: self = .ed25519
    case .rsaPSS:
      guard let hash = try Self.hashOfPSS(members.members()) else { return nil }
      self = .pss(hash)
    default: return nil
    }
  }

  /// Whether the scheme rests on SHA-1, which collides.
  var usesSHA1: Bool {
    switch self {
    case .ecdsa(let hash), .rsa(let hash), .pss(let hash): hash == .sha1
    case .ed25519: false
    }
  }

  /// The hash of `RSASSA-PSS-params` (RFC 4055 §3.1), or nil unless MGF1 uses the same and the salt is as long as the digest.
  private static func hashOfPSS(_ parameters: ASN1Members) throws(WebAuthnRelyingPartyError) -> Hash? {
    var parameters = parameters
    guard parameters.nextTag == .context(0) else { return nil }
    var tagged = try parameters.members(.context(0))
    guard let hash = try hash(of: tagged.members()), parameters.nextTag == .context(1) else { return nil }
    tagged = try parameters.members(.context(1))
    var generator = try tagged.members()
    guard try generator.oid() == CertificateOID(1, 2, 840, 113549, 1, 1, 8), try Self.hash(of: generator.members()) == hash,
      parameters.nextTag == .context(2)
    else { return nil }
    tagged = try parameters.members(.context(2))
    return try tagged.smallInteger() == hash.byteCount ? hash : nil
  }

  private static func hash(of algorithm: ASN1Members) throws(WebAuthnRelyingPartyError) -> Hash? {
    var algorithm = algorithm
    return switch try algorithm.oid() {
    case CertificateOID(2, 16, 840, 1, 101, 3, 4, 2, 1): .sha256
    case CertificateOID(2, 16, 840, 1, 101, 3, 4, 2, 2): .sha384
    case CertificateOID(2, 16, 840, 1, 101, 3, 4, 2, 3): .sha512
    default: nil
    }
  }
}

extension SignatureScheme.Hash {
  /// The digest's length.
  var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// Hashes a message and asks what holds of the digest.
  func digest(of message: [UInt8], _ holds: (any Digest) -> Bool) -> Bool {
    switch self {
    case .sha1: holds(Insecure.SHA1.hash(data: message))
    case .sha256: holds(SHA256.hash(data: message))
    case .sha384: holds(SHA384.hash(data: message))
    case .sha512: holds(SHA512.hash(data: message))
    }
  }
}
