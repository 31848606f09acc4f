// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WebAuthnRelyingParty

/// The files in `Vectors/attestation`.
enum AttestationVectors {
  struct Chain: Decodable, CustomTestStringConvertible {
    let id: String
    let at: Date
    let chain: [Data]
    let anchors: [Data]
    let refusal: String?

    var testDescription: String { id }

    func certificates() throws -> [AttestationCertificate] { try chain.map { try AttestationCertificate(der: $0) } }
  }

  struct Metadata: Decodable {
    let at: Date
    let rows: [Token]
    let devices: [String: Data]
    let leakedDevice: Data
    let u2fDevice: Data
    let stranger: Data
  }

  struct Token: Decodable, CustomTestStringConvertible {
    let id: String
    let token: String
    let anchors: [Data]
    let lastNumber: Int?
    let refusal: String?

    var testDescription: String { id }

    func blob(at date: Date) throws -> MetadataBlob {
      try MetadataBlob(
        verifying: token.utf8, anchors: anchors.map { try AttestationCertificate(der: $0) }, lastNumber: lastNumber, now: date)
    }
  }

  static let chains = read("chains", as: [Chain].self) ?? []
  static let metadata = read("metadata", as: Metadata.self)

  /// Returns a chain by its name.
  static func chain(_ id: String) throws -> Chain { try #require(chains.first { $0.id == id }) }

  private static func read<Content: Decodable>(_ name: String, as type: Content.Type) -> Content? {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return (try? Data(contentsOf: root.appending(path: "Vectors/attestation/\(name).json"))).flatMap { try? decoder.decode(type, from: $0) }
  }
}

/// Returns the code of the refusal that the body throws, or nil if it throws none.
func refusal(_ body: () throws -> Void) throws -> String? {
  do {
    try body()
    return nil
  } catch let error as WebAuthnRelyingPartyError {
    return error.code.description
  }
}
