// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Testing

@Suite("The set-up URL vectors in Vectors/otpauth")
struct SetupURLVectorTests {
  struct Row: Decodable, Sendable {
    let id, input: String
    let fields: Fields?
    let error, character, suggestion: String?
    let position: Int?
  }

  /// The expected values of a row; omitted ones are the format's defaults.
  struct Fields: Decodable, Sendable {
    let type, secret, label, account, issuer, algorithm: String?
    let digits: Int?
    let period: Int64?
    let counter: UInt64?

    var form: OneTimeCodeParameters.Form {
      switch type {
      case "hotp": .counterBased(counter: counter ?? 0)
      case "steam": .steam
      default: .timeBased(period: .seconds(period ?? 30))
      }
    }
  }

  @Test("are read or refused as each row states", arguments: try Vectors.load("otpauth/set-up-urls", as: Vectors.Quirk<Row>.self))
  func row(_ quirk: Vectors.Quirk<Row>) throws {
    for row in quirk.rows {
      do {
        let setup = try SetupInput(parsing: row.input).setup
        let fields = try #require(row.fields, "\(row.id) was read")
        #expect(setup.label == fields.label, "\(row.id)")
        #expect(setup.account == fields.account ?? "", "\(row.id)")
        #expect(setup.issuer == fields.issuer, "\(row.id)")
        #expect(setup.parameters.algorithm.rawValue == fields.algorithm ?? "SHA1", "\(row.id)")
        #expect(setup.parameters.digits == fields.digits ?? 6, "\(row.id)")
        #expect(setup.parameters.form == fields.form, "\(row.id)")
        let secret = setup.parameters.secret.withBytes { text(Base32.encode($0)) }
        #expect(secret == fields.secret ?? "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "\(row.id)")
        try expectSame(SetupURL(parsing: text(setup.formatted())), setup, "\(row.id)")
      } catch let error as OneTimeCodesError {
        #expect(error.code.description == row.error, "\(row.id)")
        if row.position != nil || row.error == "secretNotBase32" { #expect(error.position == row.position, "\(row.id)") }
        #expect(error.character.map(String.init) == row.character, "\(row.id)")
        #expect(error.suggestion.map(String.init) == row.suggestion, "\(row.id)")
      }
    }
  }
}

/// Expects two set-ups to be identical, with texts compared by their bytes.
func expectSame(_ left: SetupURL, _ right: SetupURL, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
  for (one, other) in [(left.label, right.label), (left.account, right.account), (left.issuer, right.issuer)] {
    #expect(one.map { Array($0.utf8) } == other.map { Array($0.utf8) }, comment, sourceLocation: sourceLocation)
  }
  #expect(left.parameters.algorithm == right.parameters.algorithm, comment, sourceLocation: sourceLocation)
  #expect(left.parameters.digits == right.parameters.digits, comment, sourceLocation: sourceLocation)
  #expect(left.parameters.form == right.parameters.form, comment, sourceLocation: sourceLocation)
  #expect(bytes(left.parameters.secret) == bytes(right.parameters.secret), comment, sourceLocation: sourceLocation)
}
