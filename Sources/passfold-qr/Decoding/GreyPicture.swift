// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A picture with one byte per pixel: 0 is black, 255 white.
package struct GreyPicture {
  /// The number of pixels per row.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// The pixels, row by row from the top.
  package let pixels: ScratchBytes

  /// Creates a picture from its pixels, of which there must be `width * height`.
  package init(width: Int, height: Int, pixels: ScratchBytes) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  // A screenshot is sent to the decoder uncompressed, because it is read immediately.
  private static let mark: [UInt8] = Array("PASSFOLD".utf8)

  /// The number of bytes before the pixels in the form for the pipe.
  static let headerBytes = 16

  /// Returns an all-black picture in the form for the pipe: eight letters, width and height in four bytes each, then the pixels.
  static func bytes(width: Int, height: Int) -> ScratchBytes {
    let bytes = ScratchBytes(zeroes: headerBytes + width * height)
    bytes.withMutableBytes { bytes in
      bytes.copyBytes(from: mark)
      for (start, value) in [(8, width), (12, height)] {
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
      }
    }
    return bytes
  }

  /// Returns whether bytes begin like that form.
  static func isMarked(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: mark)
  }

  /// Reads that form.
  static func parse(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(QRFailure) -> GreyPicture {
    guard isMarked(bytes), bytes.count >= headerBytes else { throw QRFailure(.pictureDamaged) }
    let number = { (start: Int) in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(8), number(12))
    let size = try PictureSize(width: width, height: height, limits: limits)
    guard bytes.count == headerBytes + size.pixels else { throw QRFailure(.pictureDamaged) }
    return GreyPicture(width: width, height: height, pixels: ScratchBytes(copying: bytes[headerBytes...]))
  }
}

/// A picture's size from its header, checked before memory is allocated for it.
struct PictureSize {
  let width: Int
  let height: Int

  /// Creates a size.
  ///
  /// - Throws: `pictureDamaged` for a picture without pixels, `pictureTooLarge` above the limit.
  init(width: Int, height: Int, limits: Limits) throws(QRFailure) {
    guard width > 0, height > 0 else { throw QRFailure(.pictureDamaged) }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= limits.pixels else { throw QRFailure(.pictureTooLarge) }
    self.width = width
    self.height = height
  }

  var pixels: Int { width * height }
}

extension GreyPicture {
  /// The width of the border that is added for every scan, in pixels.
  package static let border = 16

  /// Returns a copy with a white border, for pictures that were cut at the symbol's edge.
  ///
  /// - Parameter inverted: Whether to swap light and dark before adding the border.
  package func bordered(inverted: Bool) -> GreyPicture {
    let (wide, high) = (width + 2 * Self.border, height + 2 * Self.border)
    let copy = ScratchBytes(zeroes: wide * high)
    let turned: UInt8 = inverted ? 255 : 0
    pixels.withBytes { source in
      copy.withMutableBytes { target in
        for index in target.indices { target[index] = 255 }
        for row in 0..<height {
          let (from, to) = (row * width, (row + Self.border) * wide + Self.border)
          for column in 0..<width { target[to + column] = source[from + column] ^ turned }
        }
      }
    }
    return GreyPicture(width: wide, height: high, pixels: copy)
  }

  /// Returns the same picture with its darkest pixel black and its lightest white. Otherwise, a photograph of a dim screen would not stand
  /// out from the white border.
  package func stretched() -> GreyPicture {
    let (darkest, lightest) = pixels.withBytes { ($0.min() ?? 0, $0.max() ?? 255) }
    guard darkest < lightest, lightest - darkest < 255 else { return self }
    let range = Int(lightest) - Int(darkest)
    let copy = ScratchBytes(zeroes: width * height)
    pixels.withBytes { source in
      copy.withMutableBytes { target in
        for index in target.indices { target[index] = UInt8(truncatingIfNeeded: (Int(source[index]) - Int(darkest)) * 255 / range) }
      }
    }
    return GreyPicture(width: width, height: height, pixels: copy)
  }

  /// Returns a picture of half the width and height. Each pixel is the average of four, which also reduces noise. Nil if no pixels would
  /// remain.
  package func halved() -> GreyPicture? {
    let (narrow, low) = (width / 2, height / 2)
    guard narrow > 0, low > 0 else { return nil }
    let copy = ScratchBytes(zeroes: narrow * low)
    pixels.withBytes { source in
      copy.withMutableBytes { target in
        for row in 0..<low {
          for column in 0..<narrow {
            let corner = row * 2 * width + column * 2
            let sum = Int(source[corner]) + Int(source[corner + 1]) + Int(source[corner + width]) + Int(source[corner + width + 1])
            target[row * narrow + column] = UInt8(truncatingIfNeeded: sum / 4)
          }
        }
      }
    }
    return GreyPicture(width: narrow, height: low, pixels: copy)
  }

  /// Returns a picture with four pixels for each one, so that modules of one pixel become large enough to be recognised.
  package func doubled() -> GreyPicture {
    let (wide, high) = (width * 2, height * 2)
    let copy = ScratchBytes(zeroes: wide * high)
    pixels.withBytes { source in
      copy.withMutableBytes { target in
        for row in 0..<high {
          for column in 0..<wide { target[row * wide + column] = source[row / 2 * width + column / 2] }
        }
      }
    }
    return GreyPicture(width: wide, height: high, pixels: copy)
  }
}
