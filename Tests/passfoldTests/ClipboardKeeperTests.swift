// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecretMemory
import Testing
import passfold

@Suite("The clipboard keeper")
struct ClipboardKeeperTests {
  @Test("receives the whole secret: every line, and more bytes than a pipe holds", arguments: ["123456", "one\ntwo\r\n\nthree\n", ""])
  func whole(text: String) {
    for copies in [1, 20_000] {
      let secret = SharedSecret(copying: String(repeating: text, count: copies).utf8)
      let pipe = Pipe()
      let writing = pipe.fileHandleForWriting
      Thread.detachNewThread { ClipboardKeeper.handOver(secret, to: writing.fileDescriptor) }
      let taken = ClipboardKeeper.take(from: pipe.fileHandleForReading.fileDescriptor)
      #expect(taken.map { constantTimeEquals($0, secret) } == true)
    }
  }

  @Test("keeps nothing that arrived incomplete")
  func broken() throws {
    for bytes in [[], [3, 0, 0], [3, 0, 0, 0, 0, 0, 0, 0, 65, 66], [UInt8](repeating: 255, count: 9)] as [[UInt8]] {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: bytes)
      try pipe.fileHandleForWriting.close()
      #expect(ClipboardKeeper.take(from: pipe.fileHandleForReading.fileDescriptor) == nil)
    }
  }
}
