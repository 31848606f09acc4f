// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// Recognises OpenPGP messages as text or as bytes (RFC 9580 §5.1 and §5.3), and tells whether a passphrase alone opens them.
enum OpenPGPSignature {
  private enum Kind {
    static let forKey = 1
    static let forPassphrase = 3
  }

  /// Whether the bytes are an encrypted message.
  static func isMessage(_ bytes: UnsafeRawBufferPointer) -> Bool { ArmoredMessage.isOne(bytes) || first(bytes) != nil }

  /// Whether the bytes are the text of a message that a passphrase opens, as Proton Pass writes it.
  static func isForPassphrase(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard ArmoredMessage.isOne(bytes) else { return false }
    // The reader reports damage with its position, so a damaged message counts as one.
    guard let packets = try? ArmoredMessage.packets(bytes) else { return true }
    return packets.withBytes { bytes in
      var reader = PacketReader(UnsafeRawBufferPointer(rebasing: bytes.prefix(1 << 16)))
      var isForKey = false
      // The keys precede the data that they open, which exceeds the examined part or ends the loop.
      while let packet = try? reader.next() {
        if packet.kind == Kind.forPassphrase { return true }
        isForKey = isForKey || packet.kind == Kind.forKey
        if packet.kind != Kind.forKey { break }
      }
      return !isForKey
    }
  }

  /// Returns the kind of the first packet if it contains the key of a message.
  private static func first(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard let tag = bytes.first, [0x84, 0x85, 0x86, 0xC1, 0x8C, 0x8D, 0xC3].contains(tag) else { return nil }
    var reader = PacketReader(UnsafeRawBufferPointer(rebasing: bytes.prefix(1 << 16)))
    guard let packet = try? reader.next(), let version = packet.content.withBytes({ $0.first }) else { return nil }
    switch packet.kind {
    case Kind.forKey where [3, 6].contains(version), Kind.forPassphrase where (4...6).contains(version): return packet.kind
    default: return nil
    }
  }
}
