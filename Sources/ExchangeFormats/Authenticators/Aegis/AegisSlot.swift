// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// A nonce and a tag, which Aegis stores separately from the ciphertext.
struct AegisSeal {
  private let nonce: [UInt8]
  private let tag: [UInt8]

  init?(_ parameters: TrackedObject?) {
    var parameters = parameters
    guard let nonce = EncodedBytes.hexadecimal(parameters?.text("nonce")), let tag = EncodedBytes.hexadecimal(parameters?.text("tag")),
      nonce.count == AuthenticatedAES.nonceByteCount, tag.count == AuthenticatedAES.tagByteCount
    else { return nil }
    self.nonce = nonce
    self.tag = tag
  }

  func open(_ content: [UInt8], key: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
    try AuthenticatedAES.open((content + tag)[...], nonce: nonce[...], key: key)
  }
}

/// One of the ways to obtain the key of an encrypted export.
struct AegisSlot {
  /// The kind of slot that a passphrase opens; a fingerprint or a device key opens the others.
  static let passwordKind = 1
  /// The maximum number of slots; no real file has more.
  static let mostSlots = 16

  private let salt: [UInt8]
  private let cost: Int
  private let blockSize: Int
  private let lanes: Int
  private let key: [UInt8]
  private let seal: AegisSeal

  /// Reads a slot; nil if no passphrase opens it.
  init?(_ value: JSONValue, in bytes: UnsafeRawBufferPointer) {
    guard var slot = TrackedObject(value, in: bytes), slot.integer("type") == Self.passwordKind,
      let salt = EncodedBytes.hexadecimal(slot.text("salt")), let key = EncodedBytes.hexadecimal(slot.text("key")),
      let cost = slot.integer("n"), let blockSize = slot.integer("r"), let lanes = slot.integer("p"),
      let seal = AegisSeal(slot.object("key_params"))
    else { return nil }
    self.salt = salt
    self.key = key
    self.cost = cost
    self.blockSize = blockSize
    self.lanes = lanes
    self.seal = seal
  }

  /// Returns the key from the first slot that the passphrase opens.
  ///
  /// - Throws: `overBounds` for too many slots, `unsupportedVariant` if no slot is for a passphrase, `notOpenable` if none opens.
  static func key(of slots: [AegisSlot?], passphrase: SharedSecret) throws(CredentialExchangeError) -> SharedSecret {
    guard slots.count <= mostSlots else { throw CredentialExchangeError(.overBounds) }
    let slots = slots.compactMap(\.self)
    guard !slots.isEmpty else { throw CredentialExchangeError(.unsupportedVariant) }
    for slot in slots {
      let derived = try PasswordDerivation.scrypt(
        passphrase: passphrase, salt: slot.salt, cost: slot.cost, blockSize: slot.blockSize, lanes: slot.lanes)
      if let key = try? slot.seal.open(slot.key, key: derived), key.byteCount == 32 { return key }
    }
    throw CredentialExchangeError(.notOpenable)
  }
}
