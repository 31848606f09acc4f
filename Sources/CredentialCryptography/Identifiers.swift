// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Sixteen bytes that name an account, a device or a record. The type parameter prevents mixing them up.
package struct Identifier<Subject>: Hashable, Sendable {
  /// The 16 bytes.
  package let bytes: [UInt8]

  /// Creates an identifier from exactly 16 bytes; nil for any other number.
  package init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads 32 hexadecimal digits of either case, ignoring spaces and hyphens between them.
  package init?(text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    guard let bytes = Hexadecimal.bytes(String(decoding: digits, as: UTF8.self).lowercased()) else { return nil }
    self.init(bytes)
  }

  /// Generates a random identifier.
  package static func random(using generator: inout some RandomNumberGenerator) -> Identifier {
    Identifier(trusted: (0..<16).map { _ in generator.next() })
  }

  /// The identifier as text: 32 lower-case hexadecimal digits.
  package var text: String { Hexadecimal.text(bytes) }

  init(trusted bytes: [UInt8]) { self.bytes = bytes }

  /// Hashes the 16 bytes in one call, because every step of a synchronisation looks up records in dictionaries.
  package func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

/// The subject of an account identifier.
package enum AccountSubject {}
/// The subject of a device identifier; the recovery key counts as a device on paper.
package enum DeviceSubject {}
/// The subject of a record name.
package enum RecordSubject {}

/// The first 16 bytes of the hash of an account's genesis entry.
package typealias AccountIdentifier = Identifier<AccountSubject>
/// A member of the account. A device has random bytes, the recovery key the hash of its public keys.
package typealias DeviceIdentifier = Identifier<DeviceSubject>
/// A record's random name, the same on all devices.
package typealias RecordName = Identifier<RecordSubject>
