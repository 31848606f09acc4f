// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebDomains

/// The files in `Vectors/web-domains`.
enum DomainVectors {
  struct Rows<Row: Decodable>: Decodable {
    let rows: [Row]
  }

  struct RelyingPartyRow: Decodable, Sendable, CustomTestStringConvertible {
    let why: String
    let origin: String
    let rpId: String
    let code: String?
    var testDescription: String { "\(why): \(rpId) for \(origin)" }
  }

  struct ServiceRow: Decodable, Sendable, CustomTestStringConvertible {
    let why: String
    let stored: String
    let requested: [String]
    let rank: Int?
    var testDescription: String { "\(why): \(stored) for \(requested)" }
  }

  struct SuffixRow: Sendable, CustomTestStringConvertible {
    let host: String
    let domain: String?
    var testDescription: String { host }
  }

  static func relyingParties() throws -> [RelyingPartyRow] { try rows("relying-party-ids") }

  static func services() throws -> [ServiceRow] { try rows("service-matches") }

  static func suffixes() throws -> [SuffixRow] {
    try String(contentsOf: file("public-suffixes.txt"), encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, !line.hasPrefix("//") else { return nil }
      return SuffixRow(host: words[0], domain: words[1] == "null" ? nil : words[1])
    }
  }

  private static func rows<Row: Decodable>(_ name: String) throws -> [Row] {
    try JSONDecoder().decode(Rows<Row>.self, from: Data(contentsOf: file("\(name).json"))).rows
  }

  private static func file(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/web-domains/\(name)")
  }
}

@Suite("The vectors in Vectors/web-domains")
struct DomainVectorTests {
  @Test("hosts have the registrable domains of the public suffix list's own tests", arguments: try DomainVectors.suffixes())
  func publicSuffixes(row: DomainVectors.SuffixRow) throws {
    // The list has names in Unicode, whereas a host has A-labels.
    let expected = try row.domain.map { try WebHost(parsing: $0).domainName }
    #expect((try? WebHost(parsing: row.host)).flatMap { RegistrableDomain(of: $0) }?.name == expected)
  }

  @Test("an origin may use exactly the RP IDs that the vectors state", arguments: try DomainVectors.relyingParties())
  func relyingPartyIDs(row: DomainVectors.RelyingPartyRow) {
    let refused = refusal { () throws(WebDomainsError) in
      try RelyingPartyID(row.rpId).check(against: try Origin(parsing: row.origin))
    }
    #expect(refused?.description == row.code)
  }

  @Test("a stored service matches a request with the stated rank", arguments: try DomainVectors.services())
  func serviceMatches(row: DomainVectors.ServiceRow) {
    #expect(ServiceMatching.rank(stored: row.stored, requested: row.requested) == row.rank)
  }
}
