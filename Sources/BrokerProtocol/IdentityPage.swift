// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A run of identities in their compact form, as they travel between a provider and the broker; base64 in JSON.
///
/// Each record is its length followed by its body (see ``IdentityRecord``).
package struct IdentityPage: Hashable, Sendable {
  /// The most bytes of one page, so that its base64 and the message around it fit in a frame.
  package static let byteLimit = 180 * 1024

  /// The records, one after the other.
  package private(set) var bytes: [UInt8] = []

  /// Makes an empty page.
  package init() {}

  /// Makes a page of `identities`.
  ///
  /// - Throws: `fieldTooLong` for an identity with a longer field than records take, `pageFull` when they do not fit.
  package init(_ identities: some Sequence<CredentialIdentityValue>) throws(IdentityPageError) {
    for identity in identities {
      guard append(try IdentityRecord.body(of: identity)) else { throw IdentityPageError(.pageFull) }
    }
  }

  /// Cuts `identities` into as many pages as they need; one empty page for none.
  ///
  /// - Throws: `fieldTooLong` for an identity with a longer field than records take.
  package static func pages(of identities: some Sequence<CredentialIdentityValue>) throws(IdentityPageError) -> [IdentityPage] {
    var pages: [IdentityPage] = []
    var page = IdentityPage()
    for identity in identities {
      let body = try IdentityRecord.body(of: identity)
      if !page.append(body) {
        pages.append(page)
        page = IdentityPage()
        _ = page.append(body)
      }
    }
    return pages + [page]
  }

  /// Adds a record's body; false when the page has no room for it.
  package mutating func append(_ body: some Collection<UInt8>) -> Bool {
    guard body.count <= IdentityRecord.byteLimit, bytes.count + body.count + 4 <= Self.byteLimit else { return false }
    Self.append(body, to: &bytes)
    return true
  }

  /// Writes a record's body with its length before it.
  package static func append(_ body: some Collection<UInt8>, to bytes: inout [UInt8]) {
    CompactBytes.append(body.count, to: &bytes)
    bytes.append(contentsOf: body)
  }

  /// The body of the record whose length stands at `offset`; nil when there is none.
  package static func body(at offset: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard bytes.indices.contains(offset) else { return nil }
    var reader = CompactBytes(bytes[offset...])
    return reader.bytes(limit: IdentityRecord.byteLimit)
  }

  /// How many bytes the record at `offset` takes with its length.
  package static func byteCount(at offset: Int, in bytes: [UInt8]) -> Int {
    body(at: offset, in: bytes).map { $0.endIndex - offset } ?? 0
  }

  /// The bodies of the records, each checked to be one.
  ///
  /// - Throws: `malformed` when the bytes are not a run of whole records.
  package func records() throws(IdentityPageError) -> [ArraySlice<UInt8>] {
    var records: [ArraySlice<UInt8>] = []
    var reader = CompactBytes(bytes[...])
    while !reader.isAtEnd {
      guard let body = reader.bytes(limit: IdentityRecord.byteLimit), IdentityRecord(body) != nil else {
        throw IdentityPageError(.malformed)
      }
      records.append(body)
    }
    return records
  }

  /// The identities themselves.
  ///
  /// - Throws: `malformed` when the bytes are not a run of whole records.
  package func identities() throws(IdentityPageError) -> [CredentialIdentityValue] {
    try records().compactMap { IdentityRecord($0)?.identity }
  }
}

extension IdentityPage: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let data = try container.decode(Data.self)
    guard data.count <= Self.byteLimit else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "larger than a page")
    }
    bytes = [UInt8](data)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}

/// Why identities have no compact form, or bytes are not one.
package struct IdentityPageError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name, for logs and tests.
    package let name: String

    /// A field is longer than a record takes.
    package static let fieldTooLong = Code(name: "fieldTooLong")
    /// The records do not fit in one page.
    package static let pageFull = Code(name: "pageFull")
    /// The bytes are not a run of whole records.
    package static let malformed = Code(name: "malformed")
  }

  /// What went wrong.
  package let code: Code

  /// Makes an error.
  package init(_ code: Code) {
    self.code = code
  }
}
