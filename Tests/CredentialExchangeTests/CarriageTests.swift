// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import Foundation
import SecretMemory
import Testing

@Suite("The messages in the pipe to the reading process")
struct CarriageTests {
  private func answer() throws -> ReadingOutcome {
    let findings = ImportFinding.Reason.all.map {
      ImportFinding($0, at: ImportFinding.Place(entry: 3, title: "t", path: "a.b[1]"), outcome: .keptAsField("f"))
    }
    let others = [
      ImportFinding(.noPlace, at: ImportFinding.Place(), outcome: .leftOut),
      ImportFinding(.noPlace, at: ImportFinding.Place(), outcome: .keptInPart),
      ImportFinding(.malformedValue, at: ImportFinding.Place(), outcome: .readLeniently),
    ]
    let items = [try WholeItem.item(), ExchangedItem(title: ""), ExchangedItem(title: "t", shelf: .trash)]
    return .collection(ImportedCollection(items: items, findings: findings + others, readCount: 7), format: "kdbx")
  }

  private func bytes(_ writer: CarriageWriter) -> [UInt8] { writer.joined().withBytes { Array($0) } }

  private func read(_ bytes: [UInt8]) throws -> ReadingOutcome { try bytes.withUnsafeBytes { try ReadingOutcome(reading: $0) } }

  @Test func `an answer is decoded exactly as it was encoded`() throws {
    let written = bytes(try answer().written)
    guard case .collection(let collection, "kdbx") = try read(written) else {
      Issue.record("a different answer was decoded")
      return
    }
    #expect((collection.items.count, collection.findings.count, collection.readCount) == (3, ImportFinding.Reason.all.count + 3, 7))
    #expect(collection.items[0].title == "Shop – ein Laden" && collection.items[0].parts.count == 6)
    #expect(bytes(ReadingOutcome.collection(collection, format: "kdbx").written) == written)
  }

  @Test func `refusals and orders are decoded exactly as they were encoded`() throws {
    for code in CredentialExchangeError.Code.all {
      let written = bytes(ReadingOutcome.failure(CredentialExchangeError(code, offset: 12), format: nil).written)
      guard case .failure(let error, nil) = try read(written) else {
        Issue.record("a different answer was decoded")
        continue
      }
      #expect((error.code, error.offset) == (code, 12))
    }
    let order = ReadingOrder(file: WholeItem.secret("file"), passphrase: WholeItem.secret(""), keyFile: nil, format: "andotp")
    let again = try bytes(order.written).withUnsafeBytes { try ReadingOrder(reading: $0) }
    #expect(again.file.byteCount == 4 && again.passphrase?.byteCount == 0 && again.keyFile == nil && again.format == "andotp")
    let writing = WritingOrder(format: "kdbx", passphrase: nil, date: Date(timeIntervalSince1970: 5), items: [try WholeItem.item()])
    let written = bytes(writing.written)
    #expect(bytes(try written.withUnsafeBytes { try WritingOrder(reading: $0) }.written) == written)
    let file = bytes(WritingOutcome.file(WholeItem.secret("whole"), findings: []).written)
    guard case .file(let content, []) = try file.withUnsafeBytes({ try WritingOutcome(reading: $0) }) else {
      Issue.record("a different answer was decoded")
      return
    }
    #expect(content.byteCount == 5)
  }

  @Test func `a truncated answer and trailing data are refused`() throws {
    let written = bytes(try answer().written)
    for length in stride(from: 0, to: written.count, by: 7) {
      #expect(throws: CredentialExchangeError.self) { try read(Array(written.prefix(length))) }
    }
    #expect(throws: CredentialExchangeError.self) { try read(written + [0]) }
  }

  @Test func `an answer with a changed byte is refused or decoded exactly`() throws {
    let written = bytes(try answer().written)
    for place in written.indices {
      for value in [1, 0xFF] as [UInt8] {
        var changed = written
        changed[place] = value
        guard let outcome = try? read(changed) else { continue }
        let isSame = bytes(outcome.written) == changed
        #expect(isSame, "byte \(place) as \(value)")
      }
    }
  }
}
