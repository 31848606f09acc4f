// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// Outgoing frames, written as far as the socket accepts them.
struct UnsentFrames {
  /// The result of one writing step.
  enum Outcome {
    case done
    case blocked
    case failed
  }

  private enum Piece {
    case plain([UInt8])
    case secret(SharedSecret)

    var byteCount: Int {
      switch self {
      case .plain(let bytes): bytes.count
      case .secret(let secret): secret.byteCount
      }
    }

    func write(to descriptor: CInt, from offset: Int) -> Int {
      func transmit(_ bytes: UnsafeRawBufferPointer) -> Int {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
        return Glibc.send(descriptor, rest.baseAddress, rest.count, CInt(MSG_NOSIGNAL))
      }
      switch self {
      case .plain(let bytes): return bytes.withUnsafeBytes(transmit)
      case .secret(let secret): return secret.withBytes(transmit)
      }
    }
  }

  private var pieces: [Piece] = []
  private var written = 0
  /// The number of waiting bytes.
  private(set) var byteCount = 0

  var isEmpty: Bool { pieces.isEmpty }

  mutating func append(_ frame: SocketFrame) {
    let secretCount = frame.secret?.byteCount ?? 0
    var plain: [UInt8] = []
    plain.reserveCapacity(SocketFrameLimits.header + frame.json.count)
    for length in [frame.json.count, secretCount] {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: length).bigEndian) { plain.append(contentsOf: $0) }
    }
    plain.append(contentsOf: frame.json)
    pieces.append(.plain(plain))
    byteCount += plain.count + secretCount
    if let secret = frame.secret, secretCount > 0 { pieces.append(.secret(secret)) }
  }

  /// Writes until all is written or the socket accepts no more.
  mutating func write(to descriptor: CInt) -> Outcome {
    while let piece = pieces.first {
      let count = piece.write(to: descriptor, from: written)
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed
      }
      written += count
      byteCount -= count
      if written == piece.byteCount {
        pieces.removeFirst()
        written = 0
      }
    }
    return .done
  }
}
