// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_qr

@Suite("Frames of the QR decoder")
struct FrameTests {
  @Test("consist of a length of four bytes, big-endian, and the bytes")
  func form() {
    var frames: [UInt8] = []
    for text in [[1, 2, 3], [], [UInt8](repeating: 9, count: 300)] { text.withUnsafeBytes { Frames.append($0, to: &frames) } }
    #expect(frames.prefix(7) == [0, 0, 0, 3, 1, 2, 3])
    #expect(frames[7..<16] == [0, 0, 0, 0, 0, 0, 1, 44, 9])
    #expect(frames.withUnsafeBytes(Frames.areWhole))
  }

  @Test(
    "are refused if they are incomplete, as from a compromised decoder",
    arguments: [[], [0], [0, 0, 0, 2, 1], [0, 0, 0, 1, 1, 0], [255, 255, 255, 255]])
  func broken(bytes: [UInt8]) {
    #expect(!bytes.withUnsafeBytes(Frames.areWhole))
  }
}
