// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Reads OpenPGP packets one by one (RFC 9580 §4.2), in the old and the new format, complete or in parts.
struct PacketReader {
  /// A packet.
  struct Packet {
    /// The packet's type (RFC 9580 §5).
    let kind: Int
    let content: SharedSecret
  }

  private var cursor: ByteCursor

  init(_ bytes: UnsafeRawBufferPointer) { cursor = ByteCursor(bytes) }

  /// Reads the next packet; nil at the end.
  ///
  /// - Throws: `malformed` for an invalid or truncated packet.
  mutating func next() throws(CredentialExchangeError) -> Packet? {
    guard cursor.left > 0 else { return nil }
    let tag = try cursor.number(UInt8.self)
    guard tag & 0x80 != 0 else { throw CredentialExchangeError(.malformed, offset: cursor.position - 1) }
    if tag & 0x40 == 0 { return Packet(kind: Int(tag >> 2 & 15), content: try old(lengthKind: tag & 3)) }
    return Packet(kind: Int(tag & 63), content: try new())
  }

  // RFC 9580 §4.2.2.
  private mutating func old(lengthKind: UInt8) throws(CredentialExchangeError) -> SharedSecret {
    let count =
      switch lengthKind {
      case 0: Int(try cursor.number(UInt8.self))
      case 1: Int(try cursor.number(UInt16.self).byteSwapped)
      case 2: Int(try cursor.number(UInt32.self).byteSwapped)
      // Up to the end of the file.
      default: cursor.left
      }
    return SharedSecret(copying: try cursor.take(count))
  }

  // RFC 9580 §4.2.1.
  private mutating func new() throws(CredentialExchangeError) -> SharedSecret {
    var content = SecretBuilder()
    while true {
      let first = Int(try cursor.number(UInt8.self))
      switch first {
      case ..<192: content.append(try cursor.take(first))
      case ..<224: content.append(try cursor.take((first - 192) << 8 + Int(try cursor.number(UInt8.self)) + 192))
      case 255: content.append(try cursor.take(Int(try cursor.number(UInt32.self).byteSwapped)))
      default:
        // A part, followed by the length of the next one.
        content.append(try cursor.take(1 << (first & 31)))
        continue
      }
      return content.secret()
    }
  }
}
