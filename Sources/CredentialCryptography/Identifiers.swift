// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Sixteen bytes that name an account, a device or a record; the parameter keeps one from being taken for another.
package struct Identifier<Subject>: Hashable, Sendable {
  /// The 16 bytes.
  package let bytes: [UInt8]

  /// Takes exactly 16 bytes, else nil.
  package init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads 32 hexadecimal digits of either case; spaces and hyphens between them do not matter.
  package init?(text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    guard let bytes = Hexadecimal.bytes(String(decoding: digits, as: UTF8.self).lowercased()) else { return nil }
    self.init(bytes)
  }

  /// Generates a random identifier.
  package static func random(using generator: inout some RandomNumberGenerator) -> Identifier {
    Identifier(trusted: (0..<16).map { _ in generator.next() })
  }

  /// The identifier for a person: 32 lower-case hexadecimal digits.
  package var text: String { Hexadecimal.text(bytes) }

  init(trusted bytes: [UInt8]) { self.bytes = bytes }

  /// Hashes the 16 bytes at once, since dictionaries of records are looked up at every step of a synchronisation.
  package func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

/// What an account identifier names.
package enum AccountSubject {}
/// What a device identifier names; the recovery key counts as a device on paper.
package enum DeviceSubject {}
/// What a record name names.
package enum RecordSubject {}

/// The first 16 bytes of the hash of an account's genesis entry.
package typealias AccountIdentifier = Identifier<AccountSubject>
/// A member of the account: a device by random bytes, the recovery key by the hash of its public keys.
package typealias DeviceIdentifier = Identifier<DeviceSubject>
/// A record's random name, the same on all devices.
package typealias RecordName = Identifier<RecordSubject>
