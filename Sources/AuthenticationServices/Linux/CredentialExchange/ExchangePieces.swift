// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation

/// The bytes of a CXF file, one item after another, so that memory never holds more than the largest item.
struct ExchangePieces {
  private enum Step {
    case head
    case account(Int)
    case item(Int, of: Int)
    case end
  }

  private let data: ASExportedCredentialData
  private let encoder = JSONEncoder()
  private var step = Step.head
  /// The number of bytes around the items so far.
  private var frameByteCount = 0

  init(_ data: ASExportedCredentialData) {
    self.data = data
    encoder.outputFormatting = .withoutEscapingSlashes
  }

  /// Returns the next bytes; nil after the last. The same data always yield the same number of bytes.
  ///
  /// - Throws: ``ASAuthorizationError`` `credentialExport` if an item, or the data around the items, is too long.
  mutating func next() throws -> Data? {
    switch step {
    case .head:
      step = .account(0)
      return try opened(by: data.writeHead, upTo: "accounts")
    case .account(let number):
      guard data.accounts.indices.contains(number) else {
        step = .end
        return Data("]}".utf8)
      }
      step = .item(0, of: number)
      return separator(before: number) + (try opened(by: data.accounts[number].writeHead, upTo: "items"))
    case .item(let number, let account):
      guard data.accounts[account].items.indices.contains(number) else {
        step = .account(account + 1)
        return Data("]}".utf8)
      }
      step = .item(number + 1, of: account)
      try count(2)
      var item = try encoder.encode(data.accounts[account].items[number])
      defer { item.resetBytes(in: item.startIndex..<item.endIndex) }
      guard item.count <= ExchangeBounds.pieceByteCount else { throw AuthorizationFailure.tooMuchToExport.error }
      return separator(before: number) + item
    case .end: return nil
    }
  }

  private func separator(before number: Int) -> Data { Data((number == 0 ? "" : ",").utf8) }

  /// Returns an object up to the bracket that opens the list of its last member.
  private mutating func opened(by write: @escaping Head.Writing, upTo list: String) throws -> Data {
    let head = try encoder.encode(Head(write: write)).dropLast() + Data(#","\#(list)":["#.utf8)
    // Including a comma before it and the brackets that close it.
    try count(head.count + 3)
    return head
  }

  /// Counts the bytes around the items; each item adds two.
  private mutating func count(_ bytes: Int) throws {
    frameByteCount += bytes
    guard frameByteCount <= ExchangeBounds.pieceByteCount else { throw AuthorizationFailure.tooMuchToExport.error }
  }

  /// An object without its last member.
  private struct Head: Encodable {
    typealias Writing = (inout KeyedEncodingContainer<ExchangeMember>) throws -> Void

    let write: Writing

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: ExchangeMember.self)
      try write(&members)
    }
  }
}
