// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// Gathers plain bytes and secrets, and joins them in secret memory by one copy.
package struct SecretPieces {
  private enum Piece {
    case plain([UInt8])
    case secret(SharedSecret)
  }

  private var pieces: [Piece] = []
  private var byteCount = 0

  /// Begins with nothing.
  package init() {}

  /// Adds bytes that are no secret.
  package mutating func append(_ bytes: [UInt8]) {
    pieces.append(.plain(bytes))
    byteCount += bytes.count
  }

  /// Adds a secret as it is.
  package mutating func append(_ secret: SharedSecret) {
    pieces.append(.secret(secret))
    byteCount += secret.byteCount
  }

  /// Adds a secret as a CBOR byte string.
  package mutating func append(byteString secret: SharedSecret) {
    append(SecretCBORCursor.head(.bytes, UInt64(secret.byteCount)))
    append(secret)
  }

  /// All of it, in the order in which it was added.
  package func joined() -> SharedSecret {
    var joined = SecretBytes(byteCount: byteCount)
    joined.withMutableBytes { target in
      var position = 0
      func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: target[position...]).copyMemory(from: bytes)
        position += bytes.count
      }
      for piece in pieces {
        switch piece {
        case .plain(let bytes): bytes.withUnsafeBytes(append)
        case .secret(let secret): secret.withBytes(append)
        }
      }
    }
    return SharedSecret(joined)
  }
}
