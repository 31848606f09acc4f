// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// What the QR codes of a picture say, one a line, as Google Authenticator exports its codes.
@MainActor
final class PictureLinks: SentSource {
  private let bytes: SharedSecret
  private var sent = 0

  var byteCount: Int { bytes.byteCount }

  init(_ texts: [SharedSecret]) {
    var bytes = SecretBytes(byteCount: texts.reduce(0) { $0 + $1.byteCount + 1 })
    var filled = 0
    for text in texts {
      let start = filled
      bytes.withMutableBytes { target in
        text.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[start..<start + $0.count]).copyMemory(from: $0) }
        target[start + text.byteCount] = UInt8(ascii: "\n")
      }
      filled += text.byteCount + 1
    }
    self.bytes = SharedSecret(bytes)
  }

  func next(_ count: Int) -> SharedSecret? {
    guard count <= byteCount - sent else { return nil }
    defer { sent += count }
    return bytes.withBytes { SharedSecret(copying: $0[sent..<sent + count]) }
  }
}
