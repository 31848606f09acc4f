// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// Gathers plain bytes and secrets, and joins them in secret memory by one copy.
struct SecretPieces {
  private enum Piece {
    case plain([UInt8])
    case secret(SharedSecret)
  }

  private var pieces: [Piece] = []
  private var byteCount = 0

  mutating func append(_ bytes: [UInt8]) {
    pieces.append(.plain(bytes))
    byteCount += bytes.count
  }

  mutating func append(_ secret: SharedSecret) {
    pieces.append(.secret(secret))
    byteCount += secret.byteCount
  }

  /// Adds a secret as a CBOR byte string.
  mutating func append(byteString secret: SharedSecret) {
    append(SecretCBORCursor.head(.bytes, UInt64(secret.byteCount)))
    append(secret)
  }

  func joined() -> SharedSecret {
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
