// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import SecretMemory
import Testing

@Suite("A frozen enrolment (docs/formats/enrolment.md)")
struct EnrolmentVectorTests {
  struct Codes: Decodable {
    let codes: [Text]
    let links: [Text]
  }
  struct Text: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let text: String
    let result: String
    let place: String?
    let link: String?
    var testDescription: String { id }
  }
  struct Dialogues: Decodable {
    let log: [HexBytes]
    let secret: HexBytes
    let mailbox: HexBytes
    let code: String
    let sponsor: Side
    let newcomer: Newcomer
    let newcomerCases: [Case]
    let sponsorCases: [Case]
  }
  struct Side: Decodable {
    let randomFrom: UInt64
    let openingFrom: UInt64
  }
  struct Newcomer: Decodable {
    let device: HexBytes
    let keysFrom: UInt64
    let name: String
    let randomFrom: UInt64
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let messages: [HexBytes]
    let digits: String
    let result: String
    /// `[number, hash]`, like the two below.
    let log: Position?
    let commit: Position?
    let root: Position?
    var testDescription: String { id }
  }
  struct Position: Decodable, Sendable, Equatable {
    let number: UInt64
    let hash: [UInt8]

    init(from decoder: any Decoder) throws {
      var parts = try decoder.unkeyedContainer()
      number = try parts.decode(UInt64.self)
      hash = try parts.decode(HexBytes.self).bytes
    }

    init(_ number: UInt64, _ hash: [UInt8]) {
      self.number = number
      self.hash = hash
    }
  }
  struct Words: Decodable {
    let words: [String]
    let cases: [WordCase]
  }
  struct WordCase: Decodable {
    let log: HexBytes
    let commit: HexBytes
    let words: [String]
  }

  private static func load<File: Decodable>(_ type: File.Type, from name: String) throws -> File {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try JSONDecoder().decode(type, from: Data(contentsOf: root.appending(path: "Vectors/enrolment/\(name).json")))
  }

  static func text(_ secret: borrowing SecretBytes) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

  /// The result of the work: the code of a refusal, or `opens`.
  private func result(of work: () throws -> Void) throws -> String {
    do {
      try work()
      return "opens"
    } catch let error as CredentialCryptographyError {
      return error.code.description
    }
  }

  @Test("has its code read in every form in which it may be typed, and in no other", arguments: try load(Codes.self, from: "codes").codes)
  func codes(vector: Text) throws {
    let shown = try Self.load(Codes.self, from: "codes").codes[0].text
    let ended = try result {
      let code = try EnrolmentCode(text: SecretBytes(copying: vector.text.utf8))
      if !["zeroes", "ones"].contains(vector.id) { #expect(Self.text(code.text) == shown) }
      #expect(Self.text(try EnrolmentCode(text: code.text).text) == Self.text(code.text))
    }
    #expect(ended == vector.result)
  }

  @Test("has its link read and written in one canonical form", arguments: try load(Codes.self, from: "codes").links)
  func links(vector: Text) throws {
    let ended = try result {
      let invitation = try EnrolmentInvitation(link: SecretBytes(copying: vector.text.utf8))
      #expect(invitation.place.text == vector.place)
      #expect(Self.text(invitation.link) == vector.link)
    }
    #expect(ended == vector.result)
  }

  @Test(
    "leads to the newcomer's answers, digits and result that the vector states",
    arguments: try load(Dialogues.self, from: "dialogues").newcomerCases)
  func newcomer(vector: Case) throws {
    let file = try Self.load(Dialogues.self, from: "dialogues")
    let messages = vector.messages.map(\.bytes)
    var keyRandomness = CountingGenerator(from: file.newcomer.keysFrom)
    let keys = try MemberKeys.generate(using: &keyRandomness)
    let device = try #require(DeviceIdentifier(file.newcomer.device.bytes))
    let code = try EnrolmentCode(text: SecretBytes(copying: file.code.utf8))
    #expect(code.mailbox == file.mailbox.bytes)
    var generator = CountingGenerator(from: file.newcomer.randomFrom)
    let ended = try result {
      let committed = try EnrolmentNewcomer.Invited(code, as: device, with: keys, named: file.newcomer.name)
        .receive(messages[0], using: &generator)
      #expect(committed.message == EnrolmentMessage(slot: 1, bytes: messages[1]))
      let revealed = try committed.receive(messages[2], using: &generator)
      #expect(revealed.message == EnrolmentMessage(slot: 3, bytes: messages[3]))
      #expect(revealed.digits == vector.digits)
      let consenting = try revealed.receive(messages[4], using: &generator)
      #expect(consenting.message == EnrolmentMessage(slot: 5, bytes: messages[5]))
      let admission = try consenting.receive(messages[6])
      #expect(Position(admission.log.sequence, admission.log.hash) == vector.log)
      #expect(Position(admission.head.number, admission.head.hash) == vector.commit)
      #expect(admission.head.root.map { Position($0.count, $0.hash) } == vector.root)
    }
    #expect(ended == vector.result)
  }

  @Test(
    "leads to the sponsor's answers and result that the vector states", arguments: try load(Dialogues.self, from: "dialogues").sponsorCases)
  func sponsor(vector: Case) throws {
    let file = try Self.load(Dialogues.self, from: "dialogues")
    let messages = vector.messages.map(\.bytes)
    let log = try MembershipLog(verifying: file.log.map { try MembershipLogEntry(decoding: $0.bytes) })
    var opening = CountingGenerator(from: file.sponsor.openingFrom)
    let offer = try EnrolmentOffer(of: log, at: try EnrolmentPlace(typed: "sync.example"), using: &opening)
    #expect(Self.text(offer.invitation.code.text) == file.code)
    var generator = CountingGenerator(from: file.sponsor.randomFrom)
    let ended = try result {
      let offering = try EnrolmentSponsor.Offering(offer, using: &generator)
      #expect(offering.message == EnrolmentMessage(slot: 0, bytes: messages[0]))
      let challenging = try offering.receive(messages[1], using: &generator)
      if vector.result == "opens" { #expect(challenging.message == EnrolmentMessage(slot: 2, bytes: messages[2])) }
      let comparing = try challenging.receive(messages[3])
      #expect(comparing.newcomerName == file.newcomer.name)
      _ = try comparing.compare(vector.digits)
    }
    #expect(ended == vector.result)
  }

  @Test("has six comparison words for the end of its log and commits")
  func words() throws {
    let file = try Self.load(Words.self, from: "words")
    #expect(ComparisonWords.list == file.words)
    #expect(Set(file.words.map { $0.prefix(4) }).count == 1024)
    for vector in file.cases {
      #expect(ComparisonWords.words(log: LogPosition(sequence: 1, hash: vector.log.bytes), commitHead: vector.commit.bytes) == vector.words)
    }
  }
}
