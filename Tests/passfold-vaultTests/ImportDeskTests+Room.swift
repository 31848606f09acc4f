// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

/// Imports that exceed the size of a vault entry.
extension ImportDeskTests {
  private static func passkey(_ title: String, keyByteCount: Int, blobByteCount: Int? = nil) -> ExchangedItem {
    let domain = title.lowercased().filter(\.isLetter) + ".example"
    return ExchangedItem(
      title: title,
      parts: [
        .passkey(
          ExchangedPasskey(
            relyingPartyID: domain, userHandle: [1], userName: "anne", displayName: "", credentialID: [2], algorithm: -257,
            privateKey: secret(String(repeating: "k", count: keyByteCount)),
            largeBlob: blobByteCount.map { secret(String(repeating: "b", count: $0)) }))
      ])
  }

  @Test func `values too long for a record become files, and an entry that cannot be stored is reported`() async throws {
    var addresses = Self.login("Many addresses", user: "anne", password: "one")
    let services = (0..<36).map {
      ServiceIdentifier(kind: .url, text: "https://shop\($0).example/" + String(repeating: "x", count: 2000))
    }
    addresses.parts[0] = .login(ExchangedLogin(services: services, user: "anne", password: Self.secret("one")))
    var questions = Self.login("Long names", user: "cora", password: "three")
    let question = String(repeating: "q", count: 300)
    questions.annotations.fields = ["1", "2"].map {
      RecordAnnotations.Field(name: question + $0, isHidden: true, value: Self.secret($0))
    }
    let items = [
      addresses, Self.login("Long password", user: "ben", password: String(repeating: "p", count: 70_000)),
      ExchangedItem(
        title: "Long address",
        parts: [
          .person(
            ExchangedPerson(
              givenName: "Anne", familyName: "Ash",
              addresses: [PersonRecord.Labelled(label: "Home", text: String(repeating: "a", count: 70_000))]))
        ]), Self.card("Long number", "Anne", number: String(repeating: "4", count: 70_000)), questions,
      Self.login("Short", user: "dora", password: "four"),
      ExchangedItem(
        title: "Long paper",
        parts: [
          .person(
            ExchangedPerson(
              givenName: "Eve", familyName: "Elm",
              documents: [PersonRecord.Document(label: "Passport", number: Self.secret(String(repeating: "5", count: 70_000)))]))
        ]), Self.passkey("Long key", keyByteCount: 70_000), Self.passkey("Long blob", keyByteCount: 1_200, blobByteCount: 70_000),
    ]
    let desk = await Desk(
      exchange: PlayedProgram(.collection(ImportedCollection(items: items, readCount: items.count), format: "cxf")).programs)
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect(report.new == 8)
    #expect(
      report.findings.map { "\($0.title): \($0.path.prefix(10)) \($0.reason) \($0.outcome) \($0.field ?? "-")" } == [
        "Many addresses: services tooLarge kept-as-field Addresses.txt", "Long password: password tooLarge kept-as-field Password.txt",
        "Long address: addresses tooLarge kept-as-field Home.txt", "Long number: number tooLarge kept-as-field Number.txt",
        "Long names: fields tooLarge kept-as-field Field name", "Long names: fields tooLarge kept-as-field Field name (2)",
        "Long paper: documents tooLarge kept-as-field Passport.txt", "Long key: title noPlace kept-as-field Title",
        "Long blob: title noPlace kept-as-field Title", "Long blob: largeBlob tooLarge kept-as-field Large blob",
        "longkey.example:  tooLarge left-out -",
      ])
    try await apply(transfer, to: desk)
    #expect(try await desk.entries(.list()).count == 8)
    #expect(try await desk.details("Long password").attachments?.map(\.bytes) == [70_000])
    #expect((try await desk.details("Many addresses").attachments?.first?.bytes ?? 0) > 60_000)
    let (_, again) = try await send(to: desk)
    #expect((again.new, again.merged, again.present, again.differing) == (0, 0, 8, 0))
  }

  @Test func `content that no longer fits in an entry is imported as a second entry`() async throws {
    let files = (0..<6).map { number -> [ExchangedItem] in
      var item = Self.login("Shop", user: "anne", password: "one")
      item.annotations.note = Self.secret(String(repeating: "\(number)", count: 12_000))
      return [item]
    }
    let outcomes = files.flatMap { items in
      let outcome = ReadingOutcome.collection(ImportedCollection(items: items, readCount: 1), format: "kdbx")
      return [outcome, outcome]
    }
    let desk = await Desk(exchange: PlayedProgram(outcomes).programs)
    defer { desk.leave() }
    for _ in files {
      try await apply(try await send(to: desk).transfer, to: desk)
      let (_, again) = try await send(to: desk)
      #expect((again.new, again.merged, again.present, again.differing) == (0, 0, 1, 0))
    }
    #expect(try await desk.entries(.list()).count == 2)
  }

  @Test func `files above an entry's limit are imported with a second entry`() async throws {
    func item(_ files: Range<Int>) -> ExchangedItem {
      var item = Self.login("Shop", user: "anne", password: "one")
      item.attachments = files.map { ExchangedAttachment(name: "\($0).txt", content: Self.secret("file \($0)")) }
      return item
    }
    let program = PlayedProgram(
      Self.collection(item(0..<40)), Self.collection(item(40..<80)), Self.collection(item(40..<80)))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    for count in [1, 2] {
      try await apply(try await send(to: desk).transfer, to: desk)
      #expect(try await desk.entries(.list()).count == count)
    }
    #expect(try await send(to: desk).report.present == 1)
  }
}
