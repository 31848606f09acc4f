// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A list of plain bytes and secrets that joins them in secret memory with one copy.
package struct SecretPieces {
  private enum Piece {
    case plain([UInt8])
    case secret(SharedSecret)
  }

  private var pieces: [Piece] = []
  private var byteCount = 0

  /// Creates an empty list.
  package init() {}

  /// Appends non-secret bytes.
  package mutating func append(_ bytes: [UInt8]) {
    pieces.append(.plain(bytes))
    byteCount += bytes.count
  }

  /// Appends a secret as it is.
  package mutating func append(_ secret: SharedSecret) {
    pieces.append(.secret(secret))
    byteCount += secret.byteCount
  }

  /// Appends a secret as a CBOR byte string.
  package mutating func append(byteString secret: SharedSecret) {
    append(SecretCBORCursor.head(.bytes, UInt64(secret.byteCount)))
    append(secret)
  }

  /// Returns everything, in the order in which it was appended.
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
