// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// The current codes of all accounts that match a query, collected page by page.
struct CodeListing: Sendable {
  /// One account.
  struct Row: Sendable {
    let issued: VaultAnswer.IssuedCode
    /// Nil if making a code uses it up.
    let code: SharedSecret?
    let next: SharedSecret?
  }

  private(set) var rows: [Row] = []
  /// The vault's time of the first page, in seconds since 1970.
  private(set) var time = 0.0
  /// The offset of the vault's time for codes from this computer's clock, in seconds.
  private(set) var ahead = 0.0

  /// Requests every page.
  static func all(
    query: String, withNext: Bool, unattended: Bool,
    ask: (VaultCall) async throws(CommandFailure) -> (answer: VaultAnswer, secret: SharedSecret?)
  ) async throws(CommandFailure) -> CodeListing {
    var listing = CodeListing()
    var total = 1
    while listing.rows.count < total {
      let call = VaultCall.codes(
        VaultCall.CodesQuery(
          query: query, offset: listing.rows.isEmpty ? nil : listing.rows.count, withNext: withNext, unattended: unattended))
      let (answer, secret) = try await ask(call)
      guard case .codes(let page) = answer else { throw .hungUp }
      if listing.rows.isEmpty {
        listing.time = page.time
        listing.ahead = page.compensation ?? 0
      }
      let lines = secret.map { SecretLines.split($0, at: UInt8(ascii: "\n")) } ?? []
      for (number, issued) in page.rows.enumerated() {
        let codes = lines.indices.contains(number) ? lines[number].map { SecretLines.split($0, at: UInt8(ascii: " ")) } ?? [] : []
        listing.rows.append(Row(issued: issued, code: codes.first ?? nil, next: codes.dropFirst().first ?? nil))
      }
      total = page.rows.isEmpty ? listing.rows.count : page.total
    }
    return listing
  }
}

/// Several secrets in one secret part.
enum SecretLines {
  /// The parts between separators; nil for an empty part.
  static func split(_ secret: SharedSecret, at separator: UInt8) -> [SharedSecret?] {
    secret.withBytes { bytes in
      bytes.split(separator: separator, omittingEmptySubsequences: false).map { $0.isEmpty ? nil : SharedSecret(copying: $0) }
    }
  }
}
