// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import SecretMemory
import Testing

@Suite("Enrolment (docs/formats/enrolment.md)")
struct EnrolmentTests {
  /// An account with one device, and a device that wants to join.
  struct World {
    var generator = SystemRandomNumberGenerator()
    let sponsor: LogAuthor
    let epochKey: EpochKey
    let log: MembershipLog
    let offer: EnrolmentOffer
    let newcomer: LogAuthor
    let code: String
    let head = EnrolmentHead(
      number: 7, hash: [UInt8](repeating: 7, count: 32), root: .init(count: 3, hash: [UInt8](repeating: 9, count: 32)))

    init() throws {
      let recovery = try RecoveryKey.generate(using: &generator)
      let first = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      epochKey = EpochKey.generate(epoch: 1, using: &generator)
      log = try MembershipLog.found(
        device: first.member, keys: first.keys, recovery: recovery.memberKeys.publicKeys, epochKey: epochKey,
        createdMilliseconds: 1_790_000_000_000, using: &generator)
      sponsor = LogAuthor(first.member, first.keys, seeing: head.hash)
      offer = try EnrolmentOffer(of: log, at: try EnrolmentPlace(typed: "https://sync.example"), using: &generator)
      newcomer = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
      code = EnrolmentVectorTests.text(offer.invitation.code.text)
    }

    /// The sponsor's first step.
    mutating func offering() throws -> EnrolmentSponsor.Offering { try EnrolmentSponsor.Offering(offer, using: &generator) }

    /// The newcomer's first step, with the typed code.
    func invited(as device: LogAuthor? = nil) throws -> EnrolmentNewcomer.Invited {
      let device = device ?? newcomer
      return EnrolmentNewcomer.Invited(
        try EnrolmentCode(text: SecretBytes(copying: code.utf8)), as: device.member, with: device.keys, named: "Küche")
    }

    var genesis: [UInt8] { log.entries[0].hash }

    /// The complete dialogue; `alter` may change each message in transit.
    mutating func enrol(
      digits: ((String) -> String)? = nil, alter: (Int, [UInt8]) -> [UInt8]
    ) throws -> (log: MembershipLog, admission: EnrolmentAdmission) {
      func pass(_ message: EnrolmentMessage) -> [UInt8] { alter(message.slot, message.bytes) }
      let offering = try offering()
      let committed = try invited().receive(pass(offering.message), using: &generator)
      let challenging = try offering.receive(pass(committed.message), using: &generator)
      let revealed = try committed.receive(pass(challenging.message), using: &generator)
      let typed = digits?(revealed.digits) ?? revealed.digits
      let admitting = try challenging.receive(pass(revealed.message)).compare(typed)
      let drafted = try admitting.draft(in: log, named: "Küche", epochKey: epochKey, by: sponsor, using: &generator)
      let consenting = try revealed.receive(pass(drafted.message), using: &generator)
      let admitted = try drafted.receive(pass(consenting.message))
      let grown = admitted.log
      let word = try admitted.word(of: head, using: &generator)
      return (grown, try consenting.receive(pass(word)))
    }
  }

  private func code(of work: () throws -> Void) -> String? {
    do {
      try work()
      return nil
    } catch {
      return (error as? CredentialCryptographyError)?.code.description ?? "\(error)"
    }
  }

  /// Returns the same for a step that the call consumes.
  private func code<Step: ~Copyable>(_ step: consuming Step, _ work: (consuming Step) throws -> Void) -> String? {
    do {
      try work(step)
      return nil
    } catch {
      return (error as? CredentialCryptographyError)?.code.description ?? "\(error)"
    }
  }

  @Test("admits a device that was given the code after its digits were typed on the sponsor")
  func whole() throws {
    var world = try World()
    let invitation = try EnrolmentInvitation(link: world.offer.invitation.link)
    #expect(EnrolmentVectorTests.text(invitation.code.text) == world.code)
    #expect(invitation.place.kind == .server && invitation.place.text == "https://sync.example")
    var longest = 0
    let (log, admission) = try world.enrol(digits: { "\($0.prefix(3)) \($0.suffix(3))" }) { slot, bytes in
      longest = max(longest, bytes.count)
      return bytes
    }
    #expect(longest <= EnrolmentMessage.longest)
    #expect(log.isActive(world.newcomer.member, with: world.newcomer.keys))
    #expect(log.isCurrent(try log.openEpochKey(as: world.newcomer.member, with: world.newcomer.keys)))
    #expect(log.name(of: world.newcomer.member, key: world.epochKey) == "Küche")
    #expect(admission.account == log.account)
    #expect(admission.entry == log.head && admission.log == log.head && admission.head == world.head)
    try admission.requireKept(by: log)
  }

  @Test("refuses every message that was truncated or had one bit changed in transit", arguments: 0...6)
  func altered(slot: Int) throws {
    var world = try World()
    var length = 0
    _ = try world.enrol { place, bytes in
      if place == slot { length = bytes.count }
      return bytes
    }
    for place in Set([0, 11, 12, length / 2, length - 17, length - 1]) {
      let refusal = code {
        _ = try world.enrol { at, bytes in
          guard at == slot else { return bytes }
          var bytes = bytes
          bytes[place] ^= 1
          return bytes
        }
      }
      #expect(refusal == "authenticationFailed")
    }
    for count in [0, 11, 27, length - 1] {
      #expect(code { _ = try world.enrol { at, bytes in at == slot ? Array(bytes.prefix(count)) : bytes } } != nil)
    }
  }

  @Test("accepts no message in place of another, neither of this enrolment nor of a previous one")
  func order() throws {
    var world = try World()
    var former: [Int: [UInt8]] = [:]
    _ = try world.enrol { slot, bytes in
      former[slot] = bytes
      return bytes
    }
    for slot in 1...6 {
      // The code is the same, but even the previous message of this very slot belongs to another dialogue.
      #expect(code { _ = try world.enrol { at, bytes in at == slot ? former[slot] ?? [] : bytes } } == "authenticationFailed")
    }
    for slot in 0...6 {
      for other in 0...6 where other != slot {
        var seen: [Int: [UInt8]] = [:]
        let refusal = code {
          _ = try world.enrol { at, bytes in
            seen[at] = bytes
            return at == slot ? seen[other] ?? former[other] ?? [] : bytes
          }
        }
        #expect(refusal == "authenticationFailed")
      }
    }
  }

  @Test("fails if wrong digits are typed, whatever they are")
  func wrongDigits() throws {
    var world = try World()
    let others: [(String) -> String] = [
      { _ in "" }, { String($0.dropLast()) }, { $0 + "0" }, { String($0.dropLast()) + ($0.last == "0" ? "1" : "0") }, { _ in "......" },
      { String($0.reversed()) == $0 ? "000001" : String($0.reversed()) },
    ]
    for digits in others { #expect(code { _ = try world.enrol(digits: digits) { $1 } } == "enrolmentDigitsWrong") }
  }

  @Test("decrypts nothing with another code")
  func anotherCode() throws {
    var world = try World()
    var other = try World()
    let offering = try other.offering()
    #expect(code { _ = try world.invited().receive(offering.message.bytes, using: &world.generator) } == "authenticationFailed")
  }

  @Test("prevents an attacker who knows the code from offering their own account")
  func anotherAccount() throws {
    let world = try World()
    let own = try World()
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<100 {
      var stranger = EnrolmentStranger(code: world.code)
      let opening: [UInt8] = (0..<16).map { _ in generator.next() }
      let message = try stranger.seal(own.genesis + opening, in: 0)
      #expect(code { _ = try world.invited().receive(message, using: &generator) } == "enrolmentMismatch")
    }
  }

  /// What an attacker between both devices plays: a newcomer towards the sponsor, and the sponsor towards the newcomer.
  private struct Between {
    var towardsSponsor: EnrolmentStranger
    var towardsNewcomer: EnrolmentStranger
    var reveal: [UInt8]

    init(_ world: World) throws {
      towardsSponsor = EnrolmentStranger(code: world.code)
      towardsNewcomer = towardsSponsor
      var generator = SystemRandomNumberGenerator()
      let keys = try MemberKeys.generate(using: &generator).publicKeys
      reveal = (0..<16).map { _ in generator.next() } + keys.signing + keys.keyAgreement + Array("Mallory".utf8) + [0x80]
      reveal += [UInt8](repeating: 0, count: 56)
      reveal += (0..<16).map { _ in generator.next() }
    }
  }

  @Test("exposes an attacker between both devices by the digits and allows them one guess")
  func between() throws {
    var world = try World()
    var equal = 0
    let runs = 300
    for _ in 0..<runs {
      var stranger = try Between(world)
      let offering = try world.offering()
      stranger.towardsSponsor.note(offering.message.bytes, in: 0)
      stranger.towardsNewcomer.note(offering.message.bytes, in: 0)
      let committed = try world.invited().receive(offering.message.bytes, using: &world.generator)
      _ = try stranger.towardsNewcomer.open(committed.message.bytes, in: 1)
      // The attacker has to commit before they know the sponsor's challenge, and to challenge before they know the newcomer's reveal.
      let own = try stranger.towardsSponsor.seal(EnrolmentStranger.commitment(to: world.genesis, stranger.reveal), in: 1)
      let challenging = try offering.receive(own, using: &world.generator)
      let challenge = try stranger.towardsSponsor.open(challenging.message.bytes, in: 2)
      let revealed = try committed.receive(try stranger.towardsNewcomer.seal(challenge, in: 2), using: &world.generator)
      let comparing = try challenging.receive(try stranger.towardsSponsor.seal(stranger.reveal, in: 3))
      let expected = EnrolmentStranger.digits(
        world.genesis, EnrolmentStranger.commitment(to: world.genesis, stranger.reveal), challenge, stranger.reveal)
      // The last digit alone agrees in one run of ten; all six together do not.
      if expected.last == revealed.digits.last { equal += 1 }
      let refusal = code(comparing) { _ = try $0.compare(revealed.digits) }
      #expect(refusal == "enrolmentDigitsWrong")
    }
    // By chance, the count is outside this range less than once in 10^8.
    #expect((5...75).contains(equal))
  }

  @Test("refuses a reveal that was searched for to match the newcomer's digits, because the commitment does not match it")
  func grinding() throws {
    var world = try World()
    var found = 0
    for _ in 0..<20 {
      var stranger = try Between(world)
      let offering = try world.offering()
      stranger.towardsSponsor.note(offering.message.bytes, in: 0)
      stranger.towardsNewcomer.note(offering.message.bytes, in: 0)
      let committed = try world.invited().receive(offering.message.bytes, using: &world.generator)
      _ = try stranger.towardsNewcomer.open(committed.message.bytes, in: 1)
      let commitment = EnrolmentStranger.commitment(to: world.genesis, stranger.reveal)
      let challenging = try offering.receive(try stranger.towardsSponsor.seal(commitment, in: 1), using: &world.generator)
      let challenge = try stranger.towardsSponsor.open(challenging.message.bytes, in: 2)
      let revealed = try committed.receive(try stranger.towardsNewcomer.seal(challenge, in: 2), using: &world.generator)
      // All of the attacker's choices but one are made. They search until the first two digits agree, as they would for all six.
      var reveal = stranger.reveal
      for _ in 0..<10_000 {
        reveal[1343] &+= 1
        if reveal[1343] == stranger.reveal[1343] { reveal[1342] &+= 1 }
        let digits = EnrolmentStranger.digits(world.genesis, commitment, challenge, reveal)
        if digits.prefix(2) == revealed.digits.prefix(2) {
          found += 1
          break
        }
      }
      let message = try stranger.towardsSponsor.seal(reveal, in: 3)
      let refusal = code(challenging) { _ = try $0.receive(message) }
      #expect(refusal == "enrolmentMismatch")
    }
    #expect(found == 20)
  }

  @Test("derives the same digits if a message is encrypted again, so an attacker cannot search for a nonce")
  func nonces() throws {
    var world = try World()
    let offering = try world.offering()
    var reader = EnrolmentStranger(code: world.code)
    reader.note(offering.message.bytes, in: 0)
    let committed = try world.invited().receive(offering.message.bytes, using: &world.generator)
    reader.note(committed.message.bytes, in: 1)
    let challenging = try offering.receive(committed.message.bytes, using: &world.generator)
    reader.note(challenging.message.bytes, in: 2)
    let revealed = try committed.receive(challenging.message.bytes, using: &world.generator)
    var writer = reader
    let content = try reader.open(revealed.message.bytes, in: 3)
    let again = try writer.seal(content, in: 3)
    #expect(again != revealed.message.bytes)
    _ = try challenging.receive(again).compare(revealed.digits)
  }

  @Test("drafts an entry only in the offer's account, by one of its devices and with its current key")
  func drafting() throws {
    let work: [(World) throws -> (MembershipLog, EpochKey, LogAuthor)] = [
      { world in
        let other = try World()
        return (other.log, other.epochKey, other.sponsor)
      },
      { world in
        var generator = SystemRandomNumberGenerator()
        return (world.log, EpochKey.generate(epoch: 1, using: &generator), world.sponsor)
      },
      { world in (world.log, world.epochKey, world.newcomer) },
    ]
    for choose in work {
      var world = try World()
      let offering = try world.offering()
      let committed = try world.invited().receive(offering.message.bytes, using: &world.generator)
      let challenging = try offering.receive(committed.message.bytes, using: &world.generator)
      let revealed = try committed.receive(challenging.message.bytes, using: &world.generator)
      let admitting = try challenging.receive(revealed.message.bytes).compare(revealed.digits)
      let (log, key, author) = try choose(world)
      let refusal = code(admitting) { _ = try $0.draft(in: log, named: "", epochKey: key, by: author, using: &world.generator) }
      #expect(refusal == "logInvalid")
    }
  }

  @Test("refuses a served log that does not contain what the sponsor confirmed")
  func admission() throws {
    var world = try World()
    let (log, admission) = try world.enrol { $1 }
    let grown = try log.rotating(
      from: world.epochKey, to: .generate(epoch: 2, using: &world.generator), by: world.sponsor, using: &world.generator)
    try admission.requireKept(by: grown)
    #expect(code { try admission.requireKept(by: world.log) } == "logInvalid")
    var other = try World()
    #expect(code { try admission.requireKept(by: try other.enrol { $1 }.log) } == "logInvalid")
    // The sponsor adds the same device with another entry than the one that was signed.
    let elsewhere = try world.log.adding(world.newcomer, named: "x", epochKey: world.epochKey, by: world.sponsor, using: &world.generator)
    #expect(code { try admission.requireKept(by: elsewhere) } == "logInvalid")
  }

  @Test("turns a draft into an entry only with the new device's own signature and only in the log that it was written for")
  func drafts() throws {
    var world = try World()
    let keys = world.newcomer.keys
    let draft = try world.log.drafting(
      world.newcomer.member, keys.publicKeys, named: "x", epochKey: world.epochKey, by: world.sponsor, using: &world.generator)
    let read = try DeviceAdditionDraft(decoding: draft.encoded)
    #expect(read == draft)
    let signature = try read.consent(as: world.newcomer.member, with: keys, account: world.log.account, epoch: 1)
    let log = try world.log.adding(draft, signature: signature)
    #expect(log.head == draft.position && log.isActive(world.newcomer.member, with: keys))
    #expect(code { _ = try world.log.adding(draft, signature: [UInt8](repeating: 0, count: 64)) } == "logInvalid")
    #expect(code { _ = try log.adding(draft, signature: signature) } == "logInvalid")
    let own = try draft.consentBySponsor(world)
    #expect(code { _ = try world.log.adding(draft, signature: own) } == "logInvalid")
    #expect(code { _ = try read.consent(as: world.sponsor.member, with: keys, account: world.log.account, epoch: 1) } == "wrongPlace")
    #expect(
      code { _ = try read.consent(as: world.newcomer.member, with: world.sponsor.keys, account: world.log.account, epoch: 1) }
        == "wrongPlace")
    #expect(
      code { _ = try read.consent(as: world.newcomer.member, with: keys, account: world.log.account, epoch: 2) }
        == "authenticationFailed")
    #expect(code { _ = try DeviceAdditionDraft(decoding: try #require(log.entries.last).encoded) } == "malformed")
  }

  @Test("reads a place in the forms in which users type it and refuses anything else")
  func places() throws {
    let rows: [(String, String?)] = [
      ("sync.example", "https://sync.example"), (" HTTPS://Sync.Example:443/ ", "https://sync.example"),
      ("http://localhost:80", "http://localhost"), ("http://localhost:443", "http://localhost:443"),
      ("[::1]:8443", "https://[::1]:8443"), ("my_host-1:65535", "https://my_host-1:65535"), ("/mnt/Stick", "/mnt/Stick"),
      ("/a b/ü", "/a b/ü"), ("", nil), (" ", nil), ("sync.example/path", nil), ("a@b", nil), ("a:b", nil), ("a:", nil), ("a:00443", nil),
      ("a:99999", nil), ("-a", nil), ("a-.b", nil), (".a", nil), ("a..b", nil),
      ("[::1", nil), ("[]", nil), ("[::1]x", nil), ("ü.example", nil), ("https://", nil), ("https:///", nil), ("/a\u{0}", nil),
      ("/a\nb", nil), ("https://https://a", nil), ("~/Sync", nil),
    ]
    for (typed, expected) in rows {
      #expect((try? EnrolmentPlace(typed: typed))?.text == expected, "\(typed)")
    }
  }
}

extension DeviceAdditionDraft {
  /// A signature by a member other than the new device.
  fileprivate func consentBySponsor(_ world: EnrolmentTests.World) throws -> [UInt8] {
    let keys = world.sponsor.keys
    var generator = SystemRandomNumberGenerator()
    let draft = try world.log.drafting(
      world.sponsor.member, keys.publicKeys, named: "x", epochKey: world.epochKey, by: world.sponsor, using: &generator)
    return try draft.consent(as: world.sponsor.member, with: keys, account: world.log.account, epoch: 1)
  }
}
