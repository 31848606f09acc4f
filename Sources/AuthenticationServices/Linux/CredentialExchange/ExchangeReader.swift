// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

/// Reads the data that another provider exported: untrusted bytes, with limits on size, depth, values and items.
///
/// Each item is decoded once its last byte has arrived, so that memory never holds more bytes than the largest item has.
package struct ExchangeReader: ~Copyable {
  private let decoder = JSONDecoder()
  private var outline = ExchangeOutline()
  private var byteCount = 0
  /// The data around the items, with a number in place of each item.
  private var frame = Data()
  /// The item that is being received.
  private var piece = ExchangePiece()
  private var itemCount = 0
  /// The items of each account.
  private var items: [[ASImportableItem]] = []

  /// Creates a reader.
  package init() {}

  /// Reads the bytes of a CXF file.
  ///
  /// - Throws: ``ASAuthorizationError`` `credentialImport`, with the reason `malformedCredentials` or `tooMuchToImport`.
  package static func read(_ bytes: UnsafeRawBufferPointer) throws -> ASExportedCredentialData {
    var reader = Self()
    try reader.take(bytes)
    return try reader.finish()
  }

  /// Reads the next bytes.
  ///
  /// - Throws: The errors of ``read(_:)``; after an error, nothing more can be read.
  package mutating func take(_ bytes: UnsafeRawBufferPointer) throws {
    byteCount += bytes.count
    guard byteCount <= ExchangeBounds.byteCount else { throw AuthorizationFailure.tooMuchToImport.error }
    // The start of the bytes that have not been assigned yet.
    var start = 0
    for (position, byte) in bytes.enumerated() {
      switch try turn(byte) {
      case .none: continue
      case .beginsAccount: items.append([])
      case .beginsItem:
        try append(bytes[start..<position], toItem: false)
        frame.append(UInt8(ascii: "0"))
        start = position
      case .endsItem:
        try append(bytes[start...position], toItem: true)
        try readItem()
        start = position + 1
      }
    }
    try append(bytes[start...], toItem: outline.isInItem)
  }

  /// Returns the complete data, once the last byte has arrived.
  ///
  /// - Throws: The errors of ``read(_:)``.
  package consuming func finish() throws -> ASExportedCredentialData {
    guard !outline.isInItem, let frame = try? decoder.decode(ExchangeFrame.self, from: frame),
      frame.itemCounts == items.map(\.count)
    else { throw AuthorizationFailure.malformedCredentials.error }
    var data = frame.data
    for (number, items) in items.enumerated() { data.accounts[number].items = items }
    return data
  }

  private mutating func turn(_ byte: UInt8) throws -> ExchangeOutline.Turn {
    do throws(ExchangeOutline.OutOfBounds) {
      return try outline.take(byte)
    } catch {
      throw AuthorizationFailure.tooMuchToImport.error
    }
  }

  private mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>, toItem: Bool) throws {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    guard (toItem ? piece.byteCount : frame.count) + bytes.count <= ExchangeBounds.pieceByteCount else {
      throw AuthorizationFailure.tooMuchToImport.error
    }
    if toItem { piece.append(bytes) } else { frame.append(contentsOf: bytes) }
  }

  private mutating func readItem() throws {
    itemCount += 1
    guard itemCount <= ExchangeBounds.itemCount else { throw AuthorizationFailure.tooMuchToImport.error }
    // The decoded values are ordinary, unprotected strings.
    let decoder = decoder
    guard let item = try? piece.withData({ try decoder.decode(ASImportableItem.self, from: $0) }), !items.isEmpty else {
      throw AuthorizationFailure.malformedCredentials.error
    }
    items[items.count - 1].append(item)
    piece.empty()
  }
}

/// The bytes of an item as they arrive, in locked memory.
private struct ExchangePiece: ~Copyable {
  private(set) var byteCount = 0
  private var room = SecretBytes(byteCount: 4096)

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let end = byteCount + bytes.count
    if end > room.byteCount {
      var larger = SecretBytes(byteCount: max(end, 2 * room.byteCount))
      let count = byteCount
      room.withBytes { room in larger.withMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count])) } }
      room = larger
    }
    let place = byteCount..<end
    room.withMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[place]).copyMemory(from: bytes) }
    byteCount = end
  }

  /// Gives access to the bytes without copying them.
  mutating func withData<Value>(_ body: (Data) throws -> Value) throws -> Value {
    let count = byteCount
    return try room.withMutableBytes { room in
      guard let start = room.baseAddress else { return try body(Data()) }
      return try body(Data(bytesNoCopy: start, count: count, deallocator: .none))
    }
  }

  /// Starts again; the previous memory is wiped.
  mutating func empty() {
    room = SecretBytes(byteCount: 4096)
    byteCount = 0
  }
}

/// A CXF file with numbers in place of its items.
private struct ExchangeFrame: Decodable {
  private struct Account: Decodable {
    let account: ASImportableAccount
    let itemCount: Int

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: ExchangeMember.self)
      itemCount = try members.decode([Int].self, forKey: "items").count
      account = try ASImportableAccount(members, items: [])
    }
  }

  let data: ASExportedCredentialData
  let itemCounts: [Int]

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ExchangeMember.self)
    let accounts = try members.decode([Account].self, forKey: "accounts")
    data = try ASExportedCredentialData(members, accounts: accounts.map(\.account))
    itemCounts = accounts.map(\.itemCount)
  }
}
