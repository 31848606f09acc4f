// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import SecretMemory

/// The offering device's side of an enrolment, with a type for each step (docs/formats/enrolment.md, "The dialogue").
///
/// Each step consumes the other side's message and returns the next one. It can be used only once, even if it fails.
package enum EnrolmentSponsor {
  /// Waits for the new device's commitment.
  package struct Offering: ~Copyable, Sendable {
    /// For slot 0: the account, and the proof that the code belongs to it.
    package let message: EnrolmentMessage
    private let genesis: [UInt8]
    private var dialogue: EnrolmentDialogue

    /// Starts with an offer.
    /// - Throws: `libraryFailure`.
    package init(_ offer: EnrolmentOffer, using generator: inout some RandomNumberGenerator) throws(CredentialCryptographyError) {
      genesis = offer.genesis
      dialogue = EnrolmentDialogue(offer.invitation.code)
      var content = SecretBytes(byteCount: offer.genesis.count + EnrolmentOffer.openingByteCount)
      content.withMutableBytes { content in
        content.copyBytes(from: offer.genesis)
        offer.opening.withBytes { UnsafeMutableRawBufferPointer(rebasing: content[offer.genesis.count...]).copyMemory(from: $0) }
      }
      message = try dialogue.seal(content, for: .opening, using: &generator)
    }

    /// Receives the content of slot 1.
    /// - Throws: `malformed`, `authenticationFailed`.
    package consuming func receive(
      _ message: [UInt8], using generator: inout some RandomNumberGenerator
    ) throws(CredentialCryptographyError) -> Challenging {
      var dialogue = dialogue
      let commitment = try dialogue.open(message, in: .commitment, byteCount: MembershipLogEntry.hashByteCount)
      let challenge: [UInt8] = (0..<EnrolmentDigits.challengeByteCount).map { _ in generator.next() }
      let answer = try dialogue.seal(challenge, for: .challenge, using: &generator)
      return Challenging(message: answer, genesis: genesis, commitment: commitment, challenge: challenge, dialogue: dialogue)
    }
  }

  /// Waits for the new device's identity.
  package struct Challenging: ~Copyable, Sendable {
    /// For slot 2: random bytes that the new device could not know when it made its commitment.
    package let message: EnrolmentMessage
    fileprivate let genesis: [UInt8]
    fileprivate let commitment: [UInt8]
    fileprivate let challenge: [UInt8]
    fileprivate let dialogue: EnrolmentDialogue

    /// Receives the content of slot 3.
    /// - Throws: `malformed`, `authenticationFailed`, `enrolmentMismatch` for anything but the committed data.
    package consuming func receive(_ message: [UInt8]) throws(CredentialCryptographyError) -> Comparing {
      var dialogue = dialogue
      let content = try dialogue.open(message, in: .reveal, byteCount: NewcomerReveal.byteCount)
      let reveal = try NewcomerReveal(decoding: content)
      guard constantTimeEquals(reveal.commitment(to: genesis), commitment) else { throw CredentialCryptographyError(.enrolmentMismatch) }
      let digits = EnrolmentDigits(genesis: genesis, commitment: commitment, challenge: challenge, reveal: reveal)
      return Comparing(newcomer: Admitting(genesis: genesis, reveal: reveal, dialogue: dialogue), digits: digits)
    }
  }

  /// Waits for the digits that the new device shows.
  package struct Comparing: ~Copyable, Sendable {
    fileprivate let newcomer: Admitting
    fileprivate let digits: EnrolmentDigits

    /// The new device's own name; it is not authenticated yet.
    package var newcomerName: String { newcomer.name }

    /// Checks the digits typed by the user, once.
    /// - Throws: `enrolmentDigitsWrong`; the enrolment is then over, and another one needs another code.
    package consuming func compare(_ typed: String) throws(CredentialCryptographyError) -> Admitting {
      guard digits.match(typed) else { throw CredentialCryptographyError(.enrolmentDigitsWrong) }
      return newcomer
    }
  }

  /// The new device is the one whose digits the user saw. Its entry in the log has yet to be written.
  package struct Admitting: ~Copyable, Sendable {
    fileprivate let genesis: [UInt8]
    fileprivate let reveal: NewcomerReveal
    fileprivate let dialogue: EnrolmentDialogue

    /// The new device.
    package var device: DeviceIdentifier { reveal.device }
    /// Its own name.
    package var name: String { reveal.name }

    /// Writes the entry that admits the device, for it to sign.
    /// - Parameters:
    ///   - log: The account's current log.
    ///   - name: The account's name for the device: its own name, unless the user chose another.
    ///   - epochKey: The current epoch's key.
    ///   - author: This device, with the commit that it saw last.
    /// - Throws: `logInvalid` for the log of another account, a key that is not the current epoch's or an author that is not a member;
    ///   `libraryFailure`.
    package consuming func draft(
      in log: MembershipLog, named name: String, epochKey: EpochKey, by author: LogAuthor,
      using generator: inout some RandomNumberGenerator
    ) throws(CredentialCryptographyError) -> Drafted {
      guard log.entries.first?.hash == genesis, log.isCurrent(epochKey), log.isActive(author.member, with: author.keys) else {
        throw CredentialCryptographyError(.logInvalid)
      }
      let draft = try log.drafting(device, reveal.keys, named: name, epochKey: epochKey, by: author, using: &generator)
      var dialogue = dialogue
      let content = CBOREncoder(profile: .deterministic).encode(
        .map([.unsigned(1): .unsigned(UInt64(epochKey.epoch)), .unsigned(2): .bytes(draft.encoded)]))
      let message = try dialogue.seal(content, for: .draft, using: &generator)
      return Drafted(message: message, log: log, draft: draft, dialogue: dialogue)
    }
  }

  /// Waits for the new device's signature.
  package struct Drafted: ~Copyable, Sendable {
    /// For slot 4: the entry that the new device has to sign.
    package let message: EnrolmentMessage
    fileprivate let log: MembershipLog
    fileprivate let draft: DeviceAdditionDraft
    fileprivate let dialogue: EnrolmentDialogue

    /// Receives the content of slot 5.
    /// - Throws: `malformed`, `authenticationFailed`, `logInvalid` for a signature that is not the device's.
    package consuming func receive(_ message: [UInt8]) throws(CredentialCryptographyError) -> Admitted {
      var dialogue = dialogue
      let signature = try dialogue.open(message, in: .signature, byteCount: MemberPublicKeys.signatureByteCount)
      return Admitted(log: try log.adding(draft, signature: signature), dialogue: dialogue)
    }
  }

  /// The log has the new device. Append its last entry where the account is stored, and then send the last message.
  package struct Admitted: ~Copyable, Sendable {
    /// The account's log with the new device.
    package let log: MembershipLog
    private let dialogue: EnrolmentDialogue

    fileprivate init(log: MembershipLog, dialogue: EnrolmentDialogue) {
      self.log = log
      self.dialogue = dialogue
    }

    /// Creates the message for slot 6: the data against which the new device verifies everything served to it. Send it after the entry was
    /// appended.
    /// - Parameter head: The commits as verified by this device.
    /// - Throws: `libraryFailure`.
    package consuming func word(
      of head: EnrolmentHead, using generator: inout some RandomNumberGenerator
    ) throws(CredentialCryptographyError) -> EnrolmentMessage {
      var dialogue = dialogue
      return try dialogue.seal(head.encoded(with: log.head), for: .word, using: &generator)
    }
  }
}
