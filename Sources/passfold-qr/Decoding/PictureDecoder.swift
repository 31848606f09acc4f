// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Decodes the bytes of a picture file to grey pixels. Runs only in the sandboxed decoder.
package enum PictureDecoder {
  /// A decoded picture on white and, if it is transparent in places, also on black.
  package struct Decoded {
    /// The picture on white.
    package var onWhite: GreyPicture
    /// The picture on black; nil for an opaque picture.
    package var onBlack: GreyPicture?
    /// Whether the decoder found damage that it could ignore.
    package var isDamaged = false
  }

  /// Decodes a picture according to its first bytes, regardless of names and types.
  ///
  /// - Throws: `formatUnknown`, `pictureTooLarge` before any pixel is decoded, or `pictureDamaged`.
  package static func decode(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(QRFailure) -> Decoded {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return try PNGDecoding.decode(bytes, limits: limits) }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return try JPEGDecoding.decode(bytes, limits: limits) }
    if bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) {
      return try WebPDecoding.decode(bytes, limits: limits)
    }
    if GreyPicture.isMarked(bytes) { return Decoded(onWhite: try GreyPicture.parse(bytes, limits: limits)) }
    throw QRFailure(bytes.isEmpty ? .empty : .formatUnknown)
  }

  /// Composes transparent pixels on white and, if there are any, also on black.
  ///
  /// - Parameter pixel: Returns the grey value and the opacity of the pixel with the given number, 0 to 255 each.
  static func composed(_ size: PictureSize, pixel: (Int) -> (grey: Int, opacity: Int)) -> Decoded {
    let white = ScratchBytes(zeroes: size.pixels)
    var seesThrough = false
    white.withMutableBytes { white in
      for index in white.indices {
        let (grey, opacity) = pixel(index)
        seesThrough = seesThrough || opacity < 255
        white[index] = UInt8(truncatingIfNeeded: (grey * opacity + 255 * (255 - opacity)) / 255)
      }
    }
    let onWhite = GreyPicture(width: size.width, height: size.height, pixels: white)
    guard seesThrough else { return Decoded(onWhite: onWhite) }
    let black = ScratchBytes(zeroes: size.pixels)
    black.withMutableBytes { black in
      for index in black.indices {
        let (grey, opacity) = pixel(index)
        black[index] = UInt8(truncatingIfNeeded: grey * opacity / 255)
      }
    }
    return Decoded(onWhite: onWhite, onBlack: GreyPicture(width: size.width, height: size.height, pixels: black))
  }
}
