// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Testing

@Suite("otpauth-migration: exports of Google Authenticator")
struct MigrationTests {
  struct Row: Decodable, Sendable {
    let id, input: String
    let entries: [Entry]?
    let batch: [Int]?
    let error: String?
  }

  struct Entry: Decodable, Sendable {
    let name: String
    let type, secret, label, account, issuer, algorithm, error: String?
    let digits: Int?
    let counter: UInt64?
  }

  @Test(
    "each row of Vectors/otpauth is read or refused as it states",
    arguments: try Vectors.load("otpauth/migration", as: Vectors.Quirk<Row>.self)
  )
  func row(_ quirk: Vectors.Quirk<Row>) throws {
    for row in quirk.rows {
      do {
        let payload = try MigrationPayload(parsing: row.input)
        let batch = payload.batch
        #expect([batch.size, batch.index, Int(batch.identifier)] == row.batch, "\(row.id)")
        try #require(payload.entries.count == row.entries?.count, "\(row.id)")
        for (entry, expected) in zip(payload.entries, row.entries ?? []) { check(entry, expected, "\(row.id)") }
      } catch let error as OneTimeCodesError {
        #expect(error.code.description == row.error, "\(row.id)")
      }
    }
  }

  private func check(_ entry: MigrationEntry, _ expected: Entry, _ comment: Comment) {
    #expect(entry.name == expected.name, comment)
    #expect(entry.issuer == expected.issuer, comment)
    switch entry.reading {
    case .failure(let error): #expect(error.code.description == expected.error, comment)
    case .success(let setup):
      #expect(expected.error == nil, comment)
      #expect(setup.label == expected.label, comment)
      #expect(setup.account == expected.account, comment)
      #expect(setup.issuer == expected.issuer, comment)
      #expect(setup.parameters.algorithm.rawValue == expected.algorithm ?? "SHA1", comment)
      #expect(setup.parameters.digits == expected.digits ?? 6, comment)
      #expect(
        setup.parameters.form
          == (expected.type == "hotp" ? .counterBased(counter: expected.counter ?? 0) : .timeBased(period: .seconds(30))), comment)
      let secret = setup.parameters.secret.withBytes { text(Base32.encode($0)) }
      #expect(secret == expected.secret ?? "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", comment)
    }
  }

  /// Thirty codes of every kind that the format supports.
  static func setups() throws -> [SetupURL] {
    try (0..<30).map { number in
      let form: OneTimeCodeParameters.Form =
        number % 3 == 0 ? .counterBased(counter: UInt64(number) << 30) : .timeBased(period: .seconds(30))
      let parameters = try OneTimeCodeParameters(
        secret: SharedSecret(copying: [UInt8](repeating: UInt8(number) ^ 0xFB, count: number + 1)),
        algorithm: OneTimeCodeAlgorithm.allCases[number % 3], digits: number % 2 == 0 ? 6 : 8, form: form)
      return SetupURL(
        label: number % 4 == 0 ? nil : "Shop \(number)", account: number % 5 == 0 ? "anne:\(number)" : "ännä \(number)",
        issuer: number % 7 == 0 ? nil : "shop\(number).example", parameters: parameters)
    }
  }

  @Test("written codes are read back unchanged with parts of any size", arguments: [1, 100, 256, 1024, 4096, 65_536])
  func roundTrip(_ byteLimit: Int) throws {
    let setups = try Self.setups()
    let urls = try MigrationPayload.urls(for: setups, identifier: -77, byteLimit: byteLimit)
    #expect(urls.allSatisfy { $0.byteCount <= max(byteLimit, 400) })
    #expect(urls.count == (byteLimit == 1 ? 30 : urls.count))
    let parts = try urls.map { try $0.withBytes { try MigrationPayload(parsing: $0) } }
    var batch = MigrationBatch(try #require(parts.last))
    for part in parts.dropLast().reversed() { #expect(try batch.add(part)) }
    #expect(batch.isComplete)
    for (read, setup) in zip(try batch.entries.map { try $0.reading.get() }, setups) { expectSame(read, setup) }
    #expect(batch.entries.count == 30)
  }

  @Test("a batch lists its missing parts, accepts a part twice and refuses a part of another export")
  func batches() throws {
    let parts = try parts(of: Self.setups(), identifier: 5)
    let strangers = try self.parts(of: Self.setups(), identifier: 6)
    var batch = MigrationBatch(parts[2])
    #expect(batch.size == parts.count)
    #expect(batch.missing == parts.indices.filter { $0 != 2 })
    #expect(try batch.add(parts[0]))
    #expect(try !batch.add(parts[2]))
    #expect(batch.missing == parts.indices.filter { $0 != 2 && $0 != 0 })
    #expect(code { try batch.add(strangers[1]) } == .foreignPart)
    #expect(code { try batch.add(self.parts(of: Self.setups().reversed(), identifier: 5)[0]) } == .foreignPart)
    #expect(!batch.isComplete)
    #expect(batch.entries.count == parts[0].entries.count + parts[2].entries.count)
  }

  private func parts(of setups: [SetupURL], identifier: Int32) throws -> [MigrationPayload] {
    try MigrationPayload.urls(for: setups, identifier: identifier, byteLimit: 512).map {
      try $0.withBytes { try MigrationPayload(parsing: $0) }
    }
  }

  @Test("writing no codes gives one empty part")
  func empty() throws {
    let urls = try MigrationPayload.urls(for: [], identifier: 1)
    #expect(urls.count == 1)
    #expect(try urls[0].withBytes { try MigrationPayload(parsing: $0) }.entries.isEmpty)
  }

  @Test("what the format cannot express is refused: seven digits, other periods, Steam, 64-bit counters and invalid names")
  func notExpressible() throws {
    let secret = Vectors.rfcSecret
    for parameters in [
      try OneTimeCodeParameters(secret: secret, digits: 7),
      try OneTimeCodeParameters(secret: secret, form: .timeBased(period: .seconds(60))),
      try OneTimeCodeParameters(secret: secret, form: .steam),
      try OneTimeCodeParameters(secret: secret, form: .counterBased(counter: 1 << 63)),
    ] {
      #expect(!MigrationPayload.canExpress(parameters))
      let setup = SetupURL(label: nil, account: "ada", issuer: nil, parameters: parameters)
      #expect(code { _ = try MigrationPayload.urls(for: [setup], identifier: 1) } == .formNotExpressible)
    }
    let parameters = try OneTimeCodeParameters(secret: secret)
    let long = SetupURL(
      label: String(repeating: "a", count: 600), account: String(repeating: "b", count: 600), issuer: nil, parameters: parameters)
    #expect(code { _ = try MigrationPayload.urls(for: [long], identifier: 1) } == .tooLong)
    let broken = SetupURL(label: nil, account: "a\u{7}", issuer: nil, parameters: parameters)
    #expect(code { _ = try MigrationPayload.urls(for: [broken], identifier: 1) } == .controlCharacter)
  }

  @Test("a part with more entries than the limit is refused")
  func limit() {
    let payload = [UInt8](repeating: 0x0A, count: 1) + [0x00]
    let many = (0...MigrationPayload.maximumCount).flatMap { _ in payload }
    #expect(code { _ = try many.withUnsafeBytes { try MigrationPayload(payload: $0) } } == .tooLong)
  }

  @Test("an export is recognised and distinguished from a single code")
  func recognition() {
    let texts = ["otpauth-migration://offline?data=x": true, "OTPAUTH-MIGRATION://": true, "otpauth://totp/x": false, "": false]
    for (text, isExport) in texts { #expect(Array(text.utf8).withUnsafeBytes { MigrationPayload.recognises($0) } == isExport) }
  }
}
