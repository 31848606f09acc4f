// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The idle time after which a vault closes, authenticated with its root key so that only the vault's owner can choose it
/// (docs/formats/vault.md, "Idle time").
package struct IdleTime: Hashable, Sendable {
  /// The range in seconds: one minute to twelve hours.
  package static let possible = 60...43_200
  /// The length of the file in bytes.
  package static let byteCount = 36

  /// The time in seconds.
  package let seconds: Int
  /// The content of the file `idle.chosen`.
  package let bytes: [UInt8]

  /// Creates the choice under a root; nil for a time outside the range.
  package init?(seconds: Int, under root: LocalRoot) {
    guard Self.possible.contains(seconds) else { return nil }
    self.seconds = seconds
    let number = withUnsafeBytes(of: UInt32(seconds).bigEndian) { Array($0) }
    bytes = number + KeyDerivation.derive(Label.idleTime + number, from: root.key.copy()).withBytes { Array($0) }
  }

  /// Reads the file; nil if it was not created under the root.
  package init?(decoding bytes: [UInt8], under root: LocalRoot) {
    guard bytes.count == Self.byteCount else { return nil }
    let seconds = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard let choice = Self(seconds: seconds, under: root), constantTimeEquals(bytes, choice.bytes) else { return nil }
    self = choice
  }
}
