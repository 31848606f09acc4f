// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// A request of docs/protocols/sync-server.md, parsed strictly: a parameter must have its form if present.
struct FolderRequest {
  static let longestPush = 4 << 20
  static let longestBody = 256 << 10
  static let mostPerMessage = 500

  let method: String
  let path: String
  let body: [UInt8]
  private let parameters: [Substring: Substring]

  /// - Throws: `malformed`.
  init(_ method: String, _ target: String, _ body: [UInt8]) throws(SyncFolderError) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    path = String(parts[0])
    self.body = body
    var parameters: [Substring: Substring] = [:]
    for pair in parts.count > 1 ? parts[1].split(separator: "&", omittingEmptySubsequences: false) : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, parameters.updateValue(sides[1], forKey: sides[0]) == nil else { throw SyncFolderError(.malformed) }
    }
    self.parameters = parameters
  }

  /// Returns a decimal number; nil if the parameter is missing.
  func number(_ name: String) throws(SyncFolderError) -> UInt64? {
    guard let text = parameters[Substring(name)] else { return nil }
    guard let number = UInt64(text), String(number) == text else { throw SyncFolderError(.malformed) }
    return number
  }

  /// Returns bytes; nil if the parameter is missing.
  func bytes(_ name: String) throws(SyncFolderError) -> [UInt8]? {
    guard let text = parameters[Substring(name)] else { return nil }
    guard let bytes = Hexadecimal.bytes(text) else { throw SyncFolderError(.malformed) }
    return bytes
  }

  /// Returns the parameter `after` as a cursor; the beginning if it is missing.
  func cursor() throws(SyncFolderError) -> FolderCursor {
    guard let bytes = try bytes("after") else { return .beginning }
    guard let cursor = FolderCursor(bytes) else { throw SyncFolderError(.malformed) }
    return cursor
  }

  /// The body's fields.
  func fields(_ keys: ClosedRange<UInt64>, longest: Int = longestBody) throws(SyncFolderError) -> CanonicalFields {
    try Self.fields(of: body, keys: keys, longest: longest)
  }

  static func fields(
    of bytes: [UInt8], keys: ClosedRange<UInt64>, longest: Int = longestBody
  ) throws(SyncFolderError) -> CanonicalFields {
    guard bytes.count <= longest else { throw SyncFolderError(.tooLarge) }
    do {
      let fields = try CanonicalFields(decoding: bytes, atMost: longest)
      try fields.requireKeys(keys)
      return fields
    } catch {
      throw SyncFolderError(reading: error)
    }
  }
}

/// A position among an account's changes: the last commit seen, by number and hash, and the number of log entries.
struct FolderCursor: Hashable {
  private static let version: UInt8 = 2

  let commit: CommitPosition
  let entryCount: UInt64

  static let beginning = FolderCursor(commit: .beginning, entryCount: 0)

  init(commit: CommitPosition, entryCount: UInt64) {
    self.commit = commit
    self.entryCount = entryCount
  }

  /// Decodes the 49 bytes of a cursor; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 49, bytes.first == Self.version else { return nil }
    func number(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    commit = CommitPosition(number: number(bytes[1..<9]), hash: Array(bytes[9..<41]))
    entryCount = number(bytes[41...])
  }

  var bytes: [UInt8] {
    func bytes(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
    return [Self.version] + bytes(commit.number) + commit.hash + bytes(entryCount)
  }
}
