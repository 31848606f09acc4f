// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import SyncModel
import Testing
import WebDomains

/// Every vault costs a key derivation, so the tests run one after the other.
@Suite("A record's annotations", .serialized)
struct AnnotationTests {
  private let fixture = VaultFixture()

  private static func secret(_ text: String) -> SharedSecret { SharedSecret(copying: text.utf8) }

  private static func stamp(_ time: UInt64) throws -> FieldStamp {
    FieldStamp(time: time, device: try #require(DeviceIdentifier([UInt8](repeating: 1, count: 16))))
  }

  @Test("are kept for every kind, survive unlocking, and appear in the summary without secrets")
  func kinds() async throws {
    let vault = try await fixture.create()
    let records: [CredentialRecord] = [
      .password(Sample.password()), .oneTimeCode(try Sample.codes()), .passkey(Sample.passkey()), .note(Sample.note()),
      .card(Sample.card()), .identity(Sample.person()),
    ]
    try vault.add(contentsOf: records)
    for record in records {
      try vault.annotate(record.id) { annotations in
        annotations.isFavourite = true
        annotations.add(tag: "work")
        annotations.add(tag: "bank")
        annotations.add(tag: "work")
        annotations.note = Self.secret("line 1\nline 2")
        annotations.set("Member number", to: Self.secret("4711"), isHidden: false)
        annotations.set("Secret answer", to: Self.secret("blue"), isHidden: true)
      }
    }
    for isRebuilt in [false, true] {
      vault.lock()
      if isRebuilt { try FileManager.default.removeItem(at: fixture.file("index.sealed")) }
      try await vault.unlock(passphrase: VaultFixture.secret())
      let summaries = try vault.summaries()
      #expect(summaries.count == records.count && summaries.allSatisfy { $0.isFavourite && $0.tags == ["bank", "work"] })
      for record in records {
        let read = try vault.annotations(of: record.id)
        #expect(read.note?.text == "line 1\nline 2" && read.tags == ["bank", "work"] && read.isFavourite)
        #expect(read.fields.map(\.name) == ["Member number", "Secret answer"] && read.fields.map(\.isHidden) == [false, true])
        #expect(read.fields.map(\.value.text) == ["4711", "blue"])
      }
    }
    // A change of the record itself leaves its annotations.
    try vault.replace(.password(Sample.password(records[0].id, password: "changed")))
    #expect(try vault.annotations(of: records[0].id).note?.text == "line 1\nline 2")
    try vault.moveToTrash(records[0].id)
    #expect(try vault.trashedSummaries().first?.tags == ["bank", "work"])
    #expect(code { try vault.annotate(records[0].id) { _ in } } == .noSuchRecord)
  }

  @Test("are removed completely and leave nothing to read")
  func takingAway() async throws {
    let vault = try await fixture.create()
    let login = Sample.password()
    try vault.add(.password(login))
    let none = try vault.annotations(of: login.id)
    #expect(!none.isFavourite && none.tags.isEmpty && none.note == nil && none.fields.isEmpty)
    try vault.updatePassword(
      login.id,
      annotating: {
        $0 = RecordAnnotations(isFavourite: true, tags: ["work"], note: Self.secret("x"))
        $0.set("a", to: Self.secret("1"), isHidden: true)
      }, { $0.title = "Other" })
    let summary = try #require(try vault.summaries().first)
    #expect(summary.title == "Other" && summary.isFavourite)
    try vault.annotate(login.id) { annotations in
      annotations = RecordAnnotations(fields: annotations.fields)
      annotations.set("a", to: nil, isHidden: false)
    }
    let left = try vault.annotations(of: login.id)
    #expect(!left.isFavourite && left.tags.isEmpty && left.note == nil && left.fields.isEmpty)
  }

  @Test("change one element without a new stamp for the others, so that two devices can each change one")
  func stamps() throws {
    let id = Sample.id()
    var body = RecordBody(kind: CredentialKind.password.rawValue)
    body.write(.password(Sample.password(id)), stamp: try Self.stamp(1))
    var annotations = RecordAnnotations(tags: ["a", "b"])
    annotations.set("f", to: Self.secret("1"), isHidden: false)
    body.write(annotations, stamp: try Self.stamp(2))
    annotations.tags = ["b", "c"]
    body.write(annotations, stamp: try Self.stamp(3))
    let tags = try #require(body.fields[30])
    let bytes = tags.value.withBytes { Array($0) }
    func count(_ stamp: FieldStamp) -> Int {
      bytes.indices.count { bytes[$0...].starts(with: stamp.bytes) }
    }
    // The tag that stayed keeps its stamp; the added one and the removed one have the new stamp.
    #expect([count(try Self.stamp(2)), count(try Self.stamp(3))] == [1, 2])
    let stamp = try Self.stamp(2)
    #expect(body.fields[32]?.stamp == stamp)
    #expect(try body.annotations().tags == ["b", "c"])
  }

  @Test("leave the match rule of each service in the record and in the index")
  func rules() async throws {
    let vault = try await fixture.create()
    var login = Sample.password()
    login.services = MatchRule.allCases.map { ServiceIdentifier(kind: .domain, text: "\($0).shop.example", rule: $0) }
    try vault.add(.password(login))
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.summaries().first?.services == login.services)
    guard case .password(let read) = try vault.record(login.id) else { throw CancellationError() }
    #expect(read.services == login.services)
  }
}
