// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A message in a slot of the mailbox.
package struct EnrolmentMessage: Hashable, Sendable {
  /// The maximum length of a message in bytes.
  package static let longest = 4096

  /// The slot, from 0.
  package let slot: Int
  /// The content of the slot.
  package let bytes: [UInt8]

  /// Creates a message, for example from one that was read.
  package init(slot: Int, bytes: [UInt8]) {
    self.slot = slot
    self.bytes = bytes
  }
}

/// The messages of one enrolment, each encrypted for its direction and slot and bound to all earlier messages.
package struct EnrolmentDialogue: Sendable {
  /// The slots in order; the offering device writes to the even ones.
  package enum Slot: UInt8, Sendable {
    /// The account, and the proof that the code belongs to it.
    case opening
    /// The new device's commitment.
    case commitment
    /// Random bytes from the offering device.
    case challenge
    /// The new device's keys and name.
    case reveal
    /// The entry that the new device has to sign.
    case draft
    /// Its signature.
    case signature
    /// The data against which the new device verifies everything served to it.
    case word
  }

  private let code: EnrolmentCode
  private var transcript: [UInt8]

  /// Creates a dialogue before its first message.
  package init(_ code: EnrolmentCode) {
    self.code = code
    transcript = KeyDerivation.hash(Label.enrolmentTranscript, code.mailbox)
  }

  /// Encrypts the content of the next message: nonce (12), ciphertext, tag (16).
  /// - Throws: `libraryFailure`.
  package mutating func seal(
    _ content: borrowing SecretBytes, for slot: Slot, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> EnrolmentMessage {
    let nonce: [UInt8] = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let sealed = try content.withBytes { (content) throws(CredentialCryptographyError) in
      try AuthenticatedEncryption.seal(content, key: key(for: slot), nonce: nonce, authenticating: context(of: slot))
    }
    let bytes = nonce + sealed
    note(bytes, in: slot)
    return EnrolmentMessage(slot: Int(slot.rawValue), bytes: bytes)
  }

  mutating func seal(
    _ content: [UInt8], for slot: Slot, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> EnrolmentMessage {
    try seal(SecretBytes(copying: content), for: slot, using: &generator)
  }

  /// Opens the next message.
  /// - Throws: `malformed`, `authenticationFailed`.
  package mutating func open(_ bytes: [UInt8], in slot: Slot) throws(CredentialCryptographyError) -> SecretBytes {
    guard bytes.count <= EnrolmentMessage.longest else { throw CredentialCryptographyError(.malformed) }
    let nonceByteCount = AuthenticatedEncryption.nonceByteCount
    let content = try AuthenticatedEncryption.open(
      bytes.dropFirst(nonceByteCount), key: key(for: slot), nonce: bytes.prefix(nonceByteCount), authenticating: context(of: slot))
    note(bytes, in: slot)
    return content
  }

  /// Opens a message with non-secret content of a fixed length.
  mutating func open(_ bytes: [UInt8], in slot: Slot, byteCount: Int) throws(CredentialCryptographyError) -> [UInt8] {
    let content = try open(bytes, in: slot)
    guard content.byteCount == byteCount else { throw CredentialCryptographyError(.malformed) }
    return content.withBytes { Array($0) }
  }

  private func key(for slot: Slot) -> SecretBytes {
    let label = slot.rawValue.isMultiple(of: 2) ? Label.enrolmentToNewcomer : Label.enrolmentToSponsor
    return KeyDerivation.derive(label, from: code.secret.copy())
  }

  private func context(of slot: Slot) -> [UInt8] { Label.enrolmentMessage + [slot.rawValue] + transcript }

  private mutating func note(_ bytes: [UInt8], in slot: Slot) {
    transcript = KeyDerivation.hash(Label.enrolmentTranscript, transcript, [slot.rawValue], bytes)
  }
}
