// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

/// No test here measures time: work that grows with the square of an entry's size would take minutes.
@Suite("Entries designed to be slow to import", .serialized)
struct HostileItemTests {
  private func report(on item: ExchangedItem) async throws -> VaultAnswer.ImportReport {
    let desk = await AskedDesk(
      exchange: ExchangePrograms { _, _ in
        ReadingOutcome.collection(ImportedCollection(items: [item], readCount: 1), format: "kdbx").written.joined()
      })
    defer { desk.leave() }
    guard case .importing(let begun) = await desk.ask(.importStep(.init(.begin, bytes: 4))).answer,
      case .importing(let read) = await desk.ask(.importStep(.init(.part, transfer: begun.transfer)), secret: "file").answer
    else { throw AskedDesk.Unexpected(answer: .done) }
    return try #require(read.report)
  }

  @Test func `importing an entry with a title of a million spaces takes linear work`() async throws {
    let login = ExchangedLogin(user: String(repeating: " ", count: 1_000_000) + "anne\n", password: SharedSecret(copying: "one".utf8))
    let item = ExchangedItem(title: String(repeating: " ", count: 1_000_000), parts: [.login(login)])
    let report = try await report(on: item)
    // The title consists of spaces. The user name keeps its spaces: its beginning stays, the whole of it is too long for a field, and
    // becomes a file.
    #expect((report.new, report.found) == (1, 2))
  }

  @Test func `importing an entry with many fields of one name takes linear work`() async throws {
    let value = SharedSecret(copying: "x".utf8)
    let fields = (0..<20_000).map { _ in RecordAnnotations.Field(name: "Place", isHidden: false, value: value) }
    let tags = (0..<20_000).map { "tag \($0)" }
    let report = try await report(
      on: ExchangedItem(
        title: "Shop", parts: [.login(ExchangedLogin(user: "anne"))], annotations: RecordAnnotations(tags: tags, fields: fields)))
    #expect(report.new == 1)
  }
}
