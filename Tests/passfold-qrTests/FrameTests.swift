// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_qr

@Suite("Frames")
struct FrameTests {
  @Test("are a length of four bytes, the highest first, and the bytes")
  func form() {
    var frames: [UInt8] = []
    for text in [[1, 2, 3], [], [UInt8](repeating: 9, count: 300)] { text.withUnsafeBytes { Frames.append($0, to: &frames) } }
    #expect(frames.prefix(7) == [0, 0, 0, 3, 1, 2, 3])
    #expect(frames[7..<16] == [0, 0, 0, 0, 0, 0, 1, 44, 9])
    #expect(frames.withUnsafeBytes(Frames.areWhole))
  }

  @Test(
    "that are not whole come from a decoder that is not ours any more",
    arguments: [[], [0], [0, 0, 0, 2, 1], [0, 0, 0, 1, 1, 0], [255, 255, 255, 255]])
  func broken(bytes: [UInt8]) {
    #expect(!bytes.withUnsafeBytes(Frames.areWhole))
  }
}
