// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory

extension VaultParsers {
  /// An account and a device that wants to join it, the same in every run except for the encapsulations.
  private struct Enrolment {
    let sponsor: LogAuthor
    let newcomer: LogAuthor
    let epochKey: EpochKey
    let log: MembershipLog
    let offer: EnrolmentOffer

    init() throws {
      var generator = Counting()
      sponsor = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      newcomer = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      epochKey = EpochKey.generate(epoch: 1, using: &generator)
      let recovery = try RecoveryKey.generate(using: &generator)
      log = try MembershipLog.found(
        device: sponsor.member, keys: sponsor.keys, recovery: recovery.memberKeys.publicKeys, epochKey: epochKey,
        createdMilliseconds: 1_790_000_000_000, using: &generator)
      offer = try EnrolmentOffer(of: log, at: try EnrolmentPlace(typed: "sync.example"), using: &generator)
    }
  }

  private static let enrolment = try? Enrolment()

  private static func bytes(_ secret: borrowing SecretBytes) -> [UInt8] { secret.withBytes { Array($0) } }

  /// A link as read from a QR code.
  static func checkInvitation(_ input: [UInt8], plantsFault: Bool) throws(Broken) {
    guard let invitation = try? EnrolmentInvitation(link: SecretBytes(copying: input)) else { return }
    try require((1...EnrolmentPlace.longest).contains(invitation.place.text.utf8.count), "a place has a bounded length")
    if plantsFault, invitation.place.kind == .folder { throw Broken("planted: a folder is no place") }
    guard let again = try? EnrolmentInvitation(link: invitation.link) else { throw Broken("a link that is written reads back") }
    try require(
      again.place == invitation.place && bytes(again.link) == bytes(invitation.link), "a link that is written stays what it is")
  }

  /// A code as it is typed, and the same bytes as a place.
  static func checkTypedCode(_ input: [UInt8]) throws(Broken) {
    if let place = String(validating: input, as: UTF8.self).flatMap({ try? EnrolmentPlace(typed: $0) }) {
      try require((try? EnrolmentPlace(typed: place.text)) == place, "a place has one form")
    }
    guard let code = try? EnrolmentCode(text: SecretBytes(copying: input)) else { return }
    guard let again = try? EnrolmentCode(text: code.text) else { throw Broken("a code that is shown reads back") }
    try require(again.mailbox == code.mailbox && bytes(again.text) == bytes(code.text), "a code that is shown stays what it is")
    let symbols = input.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }.map { $0 >= 0x61 ? $0 - 0x20 : $0 }
    try require(symbols == bytes(code.text).filter { $0 != UInt8(ascii: "-") }, "a secret has one code")
  }

  /// The input as the content of a message, encrypted by an attacker who knows the code.
  static func checkEnrolmentMessage(_ input: [UInt8], inSlot number: UInt8) throws(Broken) {
    guard let enrolment, let slot = EnrolmentDialogue.Slot(rawValue: number) else { throw Broken("an enrolment can be begun") }
    let taken: Bool
    do {
      taken = try isTaken(input, in: slot, of: enrolment)
    } catch {
      throw Broken("an enrolment goes on as far as nobody meddles")
    }
    // 16 bytes are a challenge, and anyone who knows the code can send heads.
    if slot == .challenge {
      try require(taken == (input.count == 16), "a challenge is 16 bytes")
    } else if slot == .commitment {
      try require(taken == (input.count == 32), "a commitment is 32 bytes")
    } else if slot != .word {
      try require(!taken, "nobody finds what fits the rest")
    }
  }

  /// Whether the side that receives the message continues.
  private static func isTaken(_ content: [UInt8], in slot: EnrolmentDialogue.Slot, of enrolment: Enrolment) throws -> Bool {
    var generator = Counting()
    var meddler = EnrolmentDialogue(enrolment.offer.invitation.code)
    func meddle() throws -> [UInt8] { try meddler.seal(SecretBytes(copying: content), for: slot, using: &generator).bytes }
    func pass(_ message: EnrolmentMessage, _ slot: EnrolmentDialogue.Slot) throws -> [UInt8] {
      _ = try meddler.open(message.bytes, in: slot)
      return message.bytes
    }
    let newcomer = enrolment.newcomer
    let offering = try EnrolmentSponsor.Offering(enrolment.offer, using: &generator)
    let invited = EnrolmentNewcomer.Invited(
      enrolment.offer.invitation.code, as: newcomer.member, with: newcomer.keys, named: "New")
    if slot == .opening {
      let message = try meddle()
      return outcome(invited) { _ = try $0.receive(message, using: &generator) }
    }
    let committed = try invited.receive(try pass(offering.message, .opening), using: &generator)
    if slot == .commitment {
      let message = try meddle()
      return outcome(offering) { _ = try $0.receive(message, using: &generator) }
    }
    let challenging = try offering.receive(try pass(committed.message, .commitment), using: &generator)
    if slot == .challenge {
      let message = try meddle()
      return outcome(committed) { _ = try $0.receive(message, using: &generator) }
    }
    let revealed = try committed.receive(try pass(challenging.message, .challenge), using: &generator)
    if slot == .reveal {
      let message = try meddle()
      return outcome(challenging) { _ = try $0.receive(message) }
    }
    let admitting = try challenging.receive(try pass(revealed.message, .reveal)).compare(revealed.digits)
    if slot == .draft {
      let message = try meddle()
      return outcome(revealed) { _ = try $0.receive(message, using: &generator) }
    }
    let drafted = try admitting.draft(
      in: enrolment.log, named: "New", epochKey: enrolment.epochKey, by: enrolment.sponsor, using: &generator)
    let consenting = try revealed.receive(try pass(drafted.message, .draft), using: &generator)
    if slot == .signature {
      let message = try meddle()
      return outcome(drafted) { _ = try $0.receive(message) }
    }
    _ = try pass(consenting.message, .signature)
    let message = try meddle()
    return outcome(consenting) { _ = try $0.receive(message) }
  }

  private static func outcome<Step: ~Copyable>(_ step: consuming Step, _ work: (consuming Step) throws -> Void) -> Bool {
    do {
      try work(step)
      return true
    } catch {
      return false
    }
  }
}
