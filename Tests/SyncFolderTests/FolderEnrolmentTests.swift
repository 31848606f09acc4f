// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Foundation
import SecretMemory
import SyncFolder
import SyncModel
import Testing

@Suite("Enrolment through a folder")
struct FolderEnrolmentTests {
  @Test("admits a device through messages in two copies of the folder, and lets it verify the account's chain there")
  func enrolment() throws {
    let here = try TestFolder()
    let there = try TestFolder()
    var generator = SystemRandomNumberGenerator()
    var first = try Device()
    _ = here.ask("POST", "/v1/accounts", first.founding)
    try first.change([1: "one"], through: here)
    try first.pull(from: here)

    let offer = try EnrolmentOffer(of: first.log, at: try EnrolmentPlace(typed: here.url.path), using: &generator)
    let invitation = try EnrolmentInvitation(link: offer.invitation.link)
    #expect(invitation.place.kind == .folder)
    let mailbox = "/v1/mailbox/\(hex(invitation.code.mailbox))?slot="
    func carry(_ message: EnrolmentMessage) throws -> [UInt8] {
      let (from, to) = message.slot.isMultiple(of: 2) ? (here, there) : (there, here)
      #expect(from.ask("PUT", mailbox + "\(message.slot)", encode([1: .bytes(message.bytes)])).status == 204)
      try to.receive(from: from)
      return try to.ask("GET", mailbox + "\(message.slot)").bytes(1)
    }
    let newcomer = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let offering = try EnrolmentSponsor.Offering(offer, using: &generator)
    let committed = try EnrolmentNewcomer.Invited(invitation.code, as: newcomer.member, with: newcomer.keys, named: "Laptop")
      .receive(try carry(offering.message), using: &generator)
    let challenging = try offering.receive(try carry(committed.message), using: &generator)
    let revealed = try committed.receive(try carry(challenging.message), using: &generator)
    let admitting = try challenging.receive(try carry(revealed.message)).compare(revealed.digits)
    let drafted = try admitting.draft(in: first.log, named: "Laptop", epochKey: first.epochKey, by: first.seeing, using: &generator)
    let consenting = try revealed.receive(try carry(drafted.message), using: &generator)
    let admitted = try drafted.receive(try carry(consenting.message))
    first.log = admitted.log
    try #require(here.ask("POST", "/v1/log", first.lastEntry).status == 200)
    let head = EnrolmentHead(number: first.chain.head.number, hash: first.chain.head.hash, root: nil)
    let admission = try consenting.receive(try carry(try admitted.word(of: head, using: &generator)))

    try #require(there.ask("POST", "/v1/session", session(admission.account)).status == 200)
    let entries = try there.ask("GET", "/v1/log").array(1).map { try MembershipLogEntry(decoding: try byteString($0)) }
    let log = try MembershipLog(verifying: entries)
    try admission.requireKept(by: log)
    var second = Device(newcomer, in: log, with: try log.openEpochKey(as: newcomer.member, with: newcomer.keys))
    try second.pull(from: there)
    try second.chain.requirePassing(through: CommitPosition(number: admission.head.number, hash: admission.head.hash))
    #expect(try second.text(of: 1) == "one")
    try second.change([1: "two"], through: there)
    try here.receive(from: there)
    try first.pull(from: here)
    #expect(try first.text(of: 1) == "two")
  }

  @Test("lets a new device that was promised a later commit refuse an older copy of the folder")
  func older() throws {
    let folder = try TestFolder()
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    try device.change([1: "one"], through: folder)
    let old = try TestFolder()
    try old.receive(from: folder)
    try device.change([1: "two"], through: folder)
    let promised = device.chain.head
    old.restart(for: device.account)
    var late = try Device.joining(device)
    try late.pull(from: old)
    let error = #expect(throws: SyncModelError.self) { try late.chain.requirePassing(through: promised) }
    #expect(error?.code == .rolledBack)
  }
}
