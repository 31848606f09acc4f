// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Secrets one after another, each preceded by its length in four bytes, most significant first. `passfold-qr` writes its results in this
/// form (docs/qr-codes.md).
package enum SecretFrames {
  /// Splits bytes into secrets. Empty frames are left out.
  ///
  /// - Returns: nil if the last frame is incomplete.
  package static func read(_ bytes: some Collection<UInt8>) -> [SharedSecret]? {
    var secrets: [SharedSecret] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard length <= rest.count else { return nil }
      if length > 0 { secrets.append(SharedSecret(copying: rest.prefix(length))) }
      rest = rest.dropFirst(length)
    }
    return secrets
  }
}
