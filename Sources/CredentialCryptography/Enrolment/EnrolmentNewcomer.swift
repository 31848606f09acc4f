// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The new device's side of an enrolment, with a type for each step (docs/formats/enrolment.md, "The dialogue").
///
/// Each step consumes the other side's message and returns the next one. It can be used only once, even if it fails.
package enum EnrolmentNewcomer {
  /// Waits for the offered account.
  package struct Invited: ~Copyable, Sendable {
    private let code: EnrolmentCode
    private let candidate: Candidate

    /// Starts with a scanned or typed code.
    /// - Parameters:
    ///   - device: A name generated for this device in this account.
    ///   - keys: Keys generated for it.
    ///   - name: The device's display name, cut to 63 bytes.
    package init(_ code: EnrolmentCode, as device: DeviceIdentifier, with keys: MemberKeys, named name: String) {
      self.code = code
      candidate = Candidate(device: device, keys: keys, name: name)
    }

    /// Receives the content of slot 0.
    /// - Throws: `malformed`, `authenticationFailed`, `enrolmentMismatch` for an account that is not the code's.
    package consuming func receive(
      _ message: [UInt8], using generator: inout some RandomNumberGenerator
    ) throws(CredentialCryptographyError) -> Committed {
      var dialogue = EnrolmentDialogue(code)
      let content = try dialogue.open(message, in: .opening)
      guard content.byteCount == MembershipLogEntry.hashByteCount + EnrolmentOffer.openingByteCount else {
        throw CredentialCryptographyError(.malformed)
      }
      let genesis = content.withBytes { Array($0.prefix(MembershipLogEntry.hashByteCount)) }
      let opening = content.withBytes { SecretBytes(copying: $0.dropFirst(MembershipLogEntry.hashByteCount)) }
      guard constantTimeEquals(EnrolmentCode(genesis: genesis, opening: opening).secret, code.secret) else {
        throw CredentialCryptographyError(.enrolmentMismatch)
      }
      let reveal = NewcomerReveal(
        device: candidate.device, keys: candidate.keys.publicKeys, name: candidate.name, using: &generator)
      let answer = try dialogue.seal(reveal.commitment(to: genesis), for: .commitment, using: &generator)
      return Committed(message: answer, candidate: candidate, genesis: genesis, reveal: reveal, dialogue: dialogue)
    }
  }

  fileprivate struct Candidate: Sendable {
    let device: DeviceIdentifier
    let keys: MemberKeys
    let name: String
  }

  /// Waits for the offering device's random bytes.
  package struct Committed: ~Copyable, Sendable {
    /// For slot 1: the commitment to this device's keys and name.
    package let message: EnrolmentMessage
    fileprivate let candidate: Candidate
    fileprivate let genesis: [UInt8]
    fileprivate let reveal: NewcomerReveal
    fileprivate let dialogue: EnrolmentDialogue

    /// Receives the content of slot 2.
    /// - Throws: `malformed`, `authenticationFailed`.
    package consuming func receive(
      _ message: [UInt8], using generator: inout some RandomNumberGenerator
    ) throws(CredentialCryptographyError) -> Revealed {
      var dialogue = dialogue
      let challenge = try dialogue.open(message, in: .challenge, byteCount: EnrolmentDigits.challengeByteCount)
      let answer = try dialogue.seal(reveal.encoded, for: .reveal, using: &generator)
      let digits = EnrolmentDigits(
        genesis: genesis, commitment: reveal.commitment(to: genesis), challenge: challenge, reveal: reveal)
      return Revealed(message: answer, digits: digits.text, candidate: candidate, genesis: genesis, dialogue: dialogue)
    }
  }

  /// Shows the digits, and waits for the entry to sign.
  package struct Revealed: ~Copyable, Sendable {
    /// For slot 3: this device's keys and name.
    package let message: EnrolmentMessage
    /// The six digits that the user types on the offering device.
    package let digits: String
    fileprivate let candidate: Candidate
    fileprivate let genesis: [UInt8]
    fileprivate let dialogue: EnrolmentDialogue

    /// Receives the content of slot 4.
    /// - Throws: `malformed`, `unsupportedVersion`, `authenticationFailed`, `wrongPlace` for an entry about another device or keys.
    package consuming func receive(
      _ message: [UInt8], using generator: inout some RandomNumberGenerator
    ) throws(CredentialCryptographyError) -> Consenting {
      var dialogue = dialogue
      let content = try dialogue.open(message, in: .draft)
      let fields = try content.withBytes { (content) throws(CredentialCryptographyError) in
        try CanonicalFields(decoding: Array(content), atMost: EnrolmentMessage.longest)
      }
      try fields.requireKeys(1...2)
      let draft = try DeviceAdditionDraft(decoding: try fields.bytes(2))
      let account = AccountIdentifier(trusted: Array(genesis.prefix(16)))
      let signature = try draft.consent(as: candidate.device, with: candidate.keys, account: account, epoch: try fields.integer(1))
      let answer = try dialogue.seal(signature, for: .signature, using: &generator)
      return Consenting(
        message: answer, account: account, entry: draft.position, candidate: candidate, genesis: genesis, dialogue: dialogue)
    }
  }

  /// Waits for confirmation that the device was admitted.
  package struct Consenting: ~Copyable, Sendable {
    /// For slot 5: the signature under the entry.
    package let message: EnrolmentMessage
    /// The account.
    package let account: AccountIdentifier
    /// The entry that this device signed. It commits to the whole log before it, and names the last commit that the other device had seen.
    package let entry: LogPosition
    fileprivate let candidate: Candidate
    fileprivate let genesis: [UInt8]
    fileprivate let dialogue: EnrolmentDialogue

    /// Receives the content of slot 6.
    /// - Throws: `malformed`, `authenticationFailed`, `enrolmentMismatch` for a log that ends before the signed entry.
    package consuming func receive(_ message: [UInt8]) throws(CredentialCryptographyError) -> EnrolmentAdmission {
      var dialogue = dialogue
      let content = try dialogue.open(message, in: .word)
      let (log, head) = try EnrolmentHead.decode(content.withBytes { Array($0) })
      guard log.sequence >= entry.sequence, log.sequence > entry.sequence || log == entry else {
        throw CredentialCryptographyError(.enrolmentMismatch)
      }
      return EnrolmentAdmission(
        device: candidate.device, keys: candidate.keys.publicKeys, genesis: genesis, entry: entry, log: log, head: head)
    }
  }
}
