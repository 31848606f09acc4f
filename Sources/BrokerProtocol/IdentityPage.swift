// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A sequence of identities in their compact form, as sent between a provider and the broker; base64 in JSON.
///
/// Each record is its length followed by its body (see ``IdentityRecord``).
package struct IdentityPage: Hashable, Sendable {
  /// The maximum number of bytes of one page, so that its base64 and the message around it fit in a frame.
  package static let byteLimit = 180 * 1024

  /// The records, concatenated.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty page.
  package init() {}

  /// Creates a page of `identities`.
  ///
  /// - Throws: `fieldTooLong` for an identity with a longer field than records take, `pageFull` when they do not fit.
  package init(_ identities: some Sequence<CredentialIdentityValue>) throws(IdentityPageError) {
    for identity in identities {
      guard append(try IdentityRecord.body(of: identity)) else { throw IdentityPageError(.pageFull) }
    }
  }

  /// Splits `identities` into as many pages as they need; one empty page if there are none.
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

  /// Adds a record's body; returns false if the page has no room for it.
  package mutating func append(_ body: some Collection<UInt8>) -> Bool {
    guard body.count <= IdentityRecord.byteLimit, bytes.count + body.count + 4 <= Self.byteLimit else { return false }
    Self.append(body, to: &bytes)
    return true
  }

  /// Appends a record's body, preceded by its length.
  package static func append(_ body: some Collection<UInt8>, to bytes: inout [UInt8]) {
    CompactBytes.append(body.count, to: &bytes)
    bytes.append(contentsOf: body)
  }

  /// Returns the body of the record whose length is at `offset`; nil if there is none.
  package static func body(at offset: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard bytes.indices.contains(offset) else { return nil }
    var reader = CompactBytes(bytes[offset...])
    return reader.bytes(limit: IdentityRecord.byteLimit)
  }

  /// Returns the number of bytes of the record at `offset`, including its length.
  package static func byteCount(at offset: Int, in bytes: [UInt8]) -> Int {
    body(at: offset, in: bytes).map { $0.endIndex - offset } ?? 0
  }

  /// Returns the bodies of the records, each of them validated.
  ///
  /// - Throws: `malformed` when the bytes are not a sequence of complete records.
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

  /// Returns the identities.
  ///
  /// - Throws: `malformed` when the bytes are not a sequence of complete records.
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

/// The reason that identities have no compact form, or that bytes are not one.
package struct IdentityPageError: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name, for logs and tests.
    package let name: String

    /// A field is longer than a record allows.
    package static let fieldTooLong = Code(name: "fieldTooLong")
    /// The records do not fit in one page.
    package static let pageFull = Code(name: "pageFull")
    /// The bytes are not a sequence of complete records.
    package static let malformed = Code(name: "malformed")
  }

  /// The kind of failure.
  package let code: Code

  /// Creates an error.
  package init(_ code: Code) {
    self.code = code
  }
}
