// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import SecretMemory

/// An attacker who knows the code and implements the format (docs/formats/enrolment.md) with libraries only: the mailbox server, for
/// instance.
struct EnrolmentStranger {
  private let secret: [UInt8]
  private var transcript: [UInt8]

  /// Reads the code from the screen.
  init(code: String) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let symbols = code.filter { $0 != "-" }.prefix(26).compactMap { alphabet.firstIndex(of: $0) }
    let bits = symbols.flatMap { symbol in (0..<5).map { symbol >> (4 - $0) & 1 } }
    secret = (0..<16).map { byte in bits[byte * 8..<byte * 8 + 8].reduce(0) { $0 << 1 | UInt8($1) } }
    transcript = []
    transcript = Self.hash(Self.label("transcript"), derive("mailbox", byteCount: 16))
  }

  private static func label(_ name: String) -> [UInt8] { Array("passfold/enrol/\(name)/v1".utf8) }

  private static func hash(_ parts: [UInt8]...) -> [UInt8] { Array(SHA256.hash(data: parts.flatMap { $0 })) }

  private func derive(_ name: String, byteCount: Int = 32) -> [UInt8] {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: secret), info: Self.label(name), outputByteCount: byteCount
    ).withUnsafeBytes { Array($0) }
  }

  private func key(_ slot: Int) -> SymmetricKey { SymmetricKey(data: derive(slot.isMultiple(of: 2) ? "o2n" : "n2o")) }

  private func context(_ slot: Int) -> [UInt8] { Self.label("message") + [UInt8(slot)] + transcript }

  /// Records a message without changing it.
  mutating func note(_ message: [UInt8], in slot: Int) {
    transcript = Self.hash(Self.label("transcript"), transcript, [UInt8(slot)], message)
  }

  mutating func open(_ message: [UInt8], in slot: Int) throws -> [UInt8] {
    let content = try AES.GCM.open(AES.GCM.SealedBox(combined: message), using: key(slot), authenticating: context(slot))
    note(message, in: slot)
    return Array(content)
  }

  mutating func seal(_ content: [UInt8], in slot: Int) throws -> [UInt8] {
    let box = try AES.GCM.seal(content, using: key(slot), authenticating: context(slot))
    let message = Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    note(message, in: slot)
    return message
  }

  static func commitment(to genesis: [UInt8], _ reveal: [UInt8]) -> [UInt8] { hash(label("c"), genesis, reveal) }

  static func digits(_ genesis: [UInt8], _ commitment: [UInt8], _ challenge: [UInt8], _ reveal: [UInt8]) -> String {
    let number = hash(label("sas"), genesis, commitment, challenge, reveal).prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let digits = String(number % 1_000_000)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
