// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SecretMemory

/// Reads frames from a non-blocking descriptor, piece by piece, with the secret part read directly into locked memory.
///
/// Only one queue may use the value. The descriptor is read only when it is readable, and a frame is returned once it is complete.
struct SocketFrameReader: ~Copyable {
  /// The result of one reading step.
  enum Step {
    /// A complete frame.
    case frame(SocketFrame)
    /// Nothing more can be read at present.
    case starved
    /// The peer closed between two frames.
    case ended
    /// The peer closed inside a frame, sent a frame that is too large, or the socket failed.
    case broken
  }

  private enum Part {
    case header
    case json
    case secret
  }

  private var part = Part.header
  private var filled = 0
  private var header = [UInt8](repeating: 0, count: SocketFrameLimits.header)
  private var json: [UInt8] = []
  private var secret: SecretBytes?

  init() {}

  /// Reads from `descriptor` until a frame is complete or no more data are available.
  mutating func step(_ descriptor: CInt) -> Step {
    while true {
      let wanted: Int
      let count: Int
      switch part {
      case .header:
        wanted = header.count
        count = Self.receive(descriptor, into: &header, at: filled)
      case .json:
        wanted = json.count
        count = Self.receive(descriptor, into: &json, at: filled)
      case .secret:
        wanted = secret?.byteCount ?? 0
        let offset = filled
        count =
          secret?.withMutableBytes { buffer in
            recv(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).baseAddress, buffer.count - offset, 0)
          } ?? 0
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .starved : .broken
      }
      if count == 0 {
        if case .header = part, filled == 0 { return .ended }
        return .broken
      }
      filled += count
      guard filled == wanted else { continue }
      filled = 0
      switch part {
      case .header:
        guard beginBody() else { return .broken }
      case .json:
        guard secret != nil else { return .frame(finish()) }
        part = .secret
      case .secret:
        return .frame(finish())
      }
    }
  }

  /// Reads the two lengths. Returns false if either is out of range.
  private mutating func beginBody() -> Bool {
    let lengths = [header.prefix(4), header.suffix(4)].map { $0.reduce(0) { $0 << 8 | Int($1) } }
    guard let jsonCount = lengths.first, let secretCount = lengths.last,
      (1...SocketFrameLimits.json).contains(jsonCount), secretCount <= SocketFrameLimits.secret
    else { return false }
    json = [UInt8](repeating: 0, count: jsonCount)
    secret = secretCount > 0 ? SecretBytes(byteCount: secretCount) : nil
    part = .json
    return true
  }

  private mutating func finish() -> SocketFrame {
    var frame = SocketFrame(json: json)
    if let bytes = secret.take() { frame.secret = SharedSecret(bytes) }
    json = []
    part = .header
    return frame
  }

  private static func receive(_ descriptor: CInt, into bytes: inout [UInt8], at offset: Int) -> Int {
    bytes.withUnsafeMutableBytes { buffer in
      recv(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).baseAddress, buffer.count - offset, 0)
    }
  }
}
