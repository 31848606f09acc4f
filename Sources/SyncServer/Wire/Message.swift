// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// A body sent by a client: one CBOR map in deterministic encoding, decoded strictly and within limits.
struct Message {
  let fields: CanonicalFields

  /// Waits for a body and decodes it.
  /// - Throws: `malformed`, `tooLarge`, `tooSlow`, `rateLimited`.
  init(
    _ body: some SentBody, keys: ClosedRange<UInt64>, optional: Set<UInt64> = [], longest: Int
  ) async throws(SyncServerError) {
    let bytes = try await body.bytes(atMost: longest)
    do {
      fields = try CanonicalFields(decoding: bytes, atMost: longest)
      try fields.requireKeys(keys, optional: optional)
    } catch {
      throw SyncServerError(error)
    }
  }

  /// Returns the elements of an array of byte strings.
  func byteStrings(_ key: UInt64, most: Int) throws -> [[UInt8]] {
    let elements = try fields.array(key)
    guard elements.count <= most else { throw SyncServerError(.tooLarge) }
    return try elements.map { element in
      guard let bytes = element.bytesValue else { throw SyncServerError(.malformed) }
      return bytes
    }
  }
}

/// A reply as sent: a map with small integer keys, in deterministic encoding.
package struct Answer: Hashable, Sendable {
  /// The content of the reply.
  package let map: CBORMap

  init(_ map: CBORMap) { self.map = map }

  /// Whether the reply has no content.
  package var isEmpty: Bool { map.isEmpty }
  /// The body.
  package var encoded: [UInt8] { CBOREncoder(profile: .deterministic).encode(.map(map)) }
}

extension Answer {
  /// Creates the body that tells a client why it was refused.
  package init(_ error: SyncServerError) {
    var entries = [CBORMap.Entry(key: 1, value: .text(error.code.description))]
    if let head = error.head { entries.append(.init(key: 2, value: head.value)) }
    if let log = error.entries { entries.append(.init(key: 3, value: .array(log.map(CBORValue.bytes)))) }
    map = CBORMap(entries) ?? CBORMap()
  }
}

extension CommitPosition {
  /// Number and hash, as in replies.
  var value: CBORValue { .array([.unsigned(number), .bytes(hash)]) }
}
