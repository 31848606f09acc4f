// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_qr

@Suite("Grey pictures")
struct GreyPictureTests {
  private func picture(_ width: Int, _ height: Int, _ pixels: [UInt8]) -> GreyPicture {
    GreyPicture(width: width, height: height, pixels: ScratchBytes(copying: pixels))
  }

  @Test("are halved by averaging, and an odd last row or column is dropped")
  func halved() {
    let half = picture(3, 3, [0, 100, 9, 200, 100, 9, 9, 9, 9]).halved()
    #expect(half?.width == 1)
    #expect(half?.height == 1)
    #expect(half?.pixels.array == [100])
    #expect(picture(1, 5, [1, 2, 3, 4, 5]).halved() == nil)
  }

  @Test("are doubled pixel by pixel")
  func doubled() {
    #expect(picture(2, 1, [1, 2]).doubled().pixels.array == [1, 1, 2, 2, 1, 1, 2, 2])
  }

  @Test("are stretched to the range from black to white, and a uniform one stays as it is")
  func stretched() {
    #expect(picture(3, 1, [60, 90, 120]).stretched().pixels.array == [0, 127, 255])
    #expect(picture(2, 1, [60, 60]).stretched().pixels.array == [60, 60])
  }

  @Test("get a white border, even if light and dark are inverted")
  func bordered() {
    for inverted in [false, true] {
      let wide = picture(1, 1, [40]).bordered(inverted: inverted)
      let side = 1 + 2 * GreyPicture.border
      #expect(wide.width == side)
      var expected = [UInt8](repeating: 255, count: side * side)
      expected[GreyPicture.border * (side + 1)] = inverted ? 215 : 40
      #expect(wide.pixels.array == expected)
    }
  }
}
