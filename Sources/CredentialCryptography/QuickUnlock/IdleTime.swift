// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// After how much time without use the owner of a root wants the vault to close (docs/formats/vault.md, "Idle time"): nobody without the root can
/// choose it for them.
package struct IdleTime: Hashable, Sendable {
  /// The seconds that may be chosen: a minute to twelve hours.
  package static let possible = 60...43_200
  /// The length of the file.
  package static let byteCount = 36

  /// The time in seconds.
  package let seconds: Int
  /// The file `idle.chosen`.
  package let bytes: [UInt8]

  /// The choice as it is kept under a root; nil for a time that cannot be chosen.
  package init?(seconds: Int, under root: LocalRoot) {
    guard Self.possible.contains(seconds) else { return nil }
    self.seconds = seconds
    let number = withUnsafeBytes(of: UInt32(seconds).bigEndian) { Array($0) }
    bytes = number + KeyDerivation.derive(Label.idleTime + number, from: root.key.copy()).withBytes { Array($0) }
  }

  /// Reads the file; nil for one that was not made under the root.
  package init?(decoding bytes: [UInt8], under root: LocalRoot) {
    guard bytes.count == Self.byteCount else { return nil }
    let seconds = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard let choice = Self(seconds: seconds, under: root), constantTimeEquals(bytes, choice.bytes) else { return nil }
    self = choice
  }
}
