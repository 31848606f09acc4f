// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Secrets behind one another, each after its length in four bytes, the highest first; `passfold-qr` writes what it read so
/// (docs/qr-codes.md).
package enum SecretFrames {
  /// Takes the frames apart up to their end; frames of no bytes are left out.
  ///
  /// - Returns: nil when the last frame is not whole.
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
