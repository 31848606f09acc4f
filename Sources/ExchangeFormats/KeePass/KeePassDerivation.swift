// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CredentialExchange
import SecretMemory

import class SecretMemory.SharedSecret

/// The derivation of a KDBX file's key from the composite key.
enum KeePassDerivation {
  /// Repeated AES.
  case aes(seed: [UInt8], rounds: UInt64)
  /// Argon2d or Argon2id.
  case argon2(Argon2.Variant, KeePassArgon2Parameters)

  // The UUIDs of the functions, in byte order; AES has one in KDBX 3 and another in KDBX 4.
  private static let aes3: [UInt8] = [0xC9, 0xD9, 0xF3, 0x9A, 0x62, 0x8A, 0x44, 0x60, 0xBF, 0x74, 0x0D, 0x08, 0xC1, 0x8A, 0x4F, 0xEA]
  private static let aes4: [UInt8] = [0x7C, 0x02, 0xBB, 0x82, 0x79, 0xA7, 0x4A, 0xC0, 0x92, 0x7D, 0x11, 0x4A, 0x00, 0x64, 0x82, 0x38]
  private static let argon2d: [UInt8] = [0xEF, 0x63, 0x6D, 0xDF, 0x8C, 0x29, 0x44, 0x4B, 0x91, 0xF7, 0xA9, 0xA4, 0x03, 0xE3, 0x0A, 0x0C]
  private static let argon2id: [UInt8] = [0x9E, 0x29, 0x8B, 0x19, 0x56, 0xDB, 0x47, 0x73, 0xB2, 0x3D, 0xFC, 0x3E, 0xC6, 0xF0, 0xA1, 0xE6]

  /// Reads the parameters of KDBX 4.
  ///
  /// - Throws: `unsupportedVariant` for an unknown function, `malformed` for missing parameters.
  init(_ parameters: VariantDictionary) throws(CredentialExchangeError) {
    func number(_ name: String) throws(CredentialExchangeError) -> UInt64 {
      guard let number = parameters.number(name) else { throw CredentialExchangeError(.malformed) }
      return number
    }
    guard let identifier = parameters.bytes("$UUID"), let salt = parameters.bytes("S") else { throw CredentialExchangeError(.malformed) }
    switch identifier {
    case Self.aes3, Self.aes4: self = .aes(seed: salt, rounds: try number("R"))
    case Self.argon2d, Self.argon2id:
      guard let passes = Int(exactly: try number("I")), let memory = Int(exactly: try number("M")),
        let lanes = Int(exactly: try number("P")),
        let version = UInt32(exactly: try number("V"))
      else { throw CredentialExchangeError(.overBounds) }
      self = .argon2(
        identifier == Self.argon2d ? .d : .id,
        KeePassArgon2Parameters(
          salt: salt, passes: passes, memoryByteCount: memory, lanes: lanes, version: version, secret: parameters.bytes("K") ?? [],
          associated: parameters.bytes("A") ?? []))
    default: throw CredentialExchangeError(.unsupportedVariant)
    }
  }

  /// The parameters in the form of KDBX 4.
  var parameters: VariantDictionary {
    var dictionary = VariantDictionary()
    switch self {
    case .aes(let seed, let rounds):
      dictionary["$UUID"] = .bytes(Self.aes4)
      dictionary["R"] = .unsigned64(rounds)
      dictionary["S"] = .bytes(seed)
    case .argon2(let variant, let argon2):
      dictionary["$UUID"] = .bytes(variant == .d ? Self.argon2d : Self.argon2id)
      dictionary["I"] = .unsigned64(UInt64(argon2.passes))
      dictionary["M"] = .unsigned64(UInt64(argon2.memoryByteCount))
      dictionary["P"] = .unsigned32(UInt32(argon2.lanes))
      dictionary["S"] = .bytes(argon2.salt)
      dictionary["V"] = .unsigned32(argon2.version)
    }
    return dictionary
  }

  /// Derives the 32 bytes from which a file's keys are made.
  func derive(_ composite: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
    switch self {
    case .aes(let seed, let rounds):
      let blocks = try IteratedAES.derive(composite, seed: seed, rounds: rounds)
      return blocks.withBytes { SharedSecret(copying: SHA256.hash(data: $0)) }
    case .argon2(let variant, let parameters):
      return try Argon2.derive(
        variant, passphrase: composite, salt: parameters.salt, passes: parameters.passes, memoryKiB: parameters.memoryByteCount / 1024,
        lanes: parameters.lanes, version: parameters.version,
        secret: parameters.secret.isEmpty ? nil : SharedSecret(copying: parameters.secret), associated: parameters.associated, byteCount: 32
      )
    }
  }
}

/// The Argon2 parameters in KDBX 4.
struct KeePassArgon2Parameters {
  var salt: [UInt8]
  var passes: Int
  var memoryByteCount: Int
  var lanes: Int
  var version: UInt32 = Argon2.version
  var secret: [UInt8] = []
  var associated: [UInt8] = []
}
