// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CPNG

/// Decodes PNG of every kind: grey, colour, palette, 1 to 16 bits, interlaced, with and without transparency (libpng).
enum PNGDecoding {
  static func decode(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(QRFailure) -> PictureDecoder.Decoded {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else { throw QRFailure(.pictureDamaged) }
    defer { png_image_free(&image) }
    // Only the header has been read so far, no pixels.
    let size = try PictureSize(width: Int(image.width), height: Int(image.height), limits: limits)
    image.format = passfold_png_grey_alpha
    let pixels = ScratchBytes(zeroes: size.pixels * 2)
    let read = pixels.withMutableBytes { png_image_finish_read(&image, nil, $0.baseAddress, png_int_32(size.width * 2), nil) }
    guard read != 0 else { throw QRFailure(.pictureDamaged) }
    return pixels.withBytes { pixels in
      PictureDecoder.composed(size) { (Int(pixels[2 * $0]), Int(pixels[2 * $0 + 1])) }
    }
  }
}
