// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CWebP

/// Decodes WebP, lossy and lossless. Animations are rejected as damaged (libwebp).
enum WebPDecoding {
  static func decode(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(QRFailure) -> PictureDecoder.Decoded {
    let file = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var features = WebPBitstreamFeatures()
    guard passfold_webp_features(file, bytes.count, &features) == VP8_STATUS_OK, features.has_animation == 0 else {
      throw QRFailure(.pictureDamaged)
    }
    let size = try PictureSize(width: Int(features.width), height: Int(features.height), limits: limits)
    let pixels = ScratchBytes(zeroes: size.pixels * 4)
    let decoded = pixels.withMutableBytes { pixels in
      WebPDecodeRGBAInto(
        file, bytes.count, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), pixels.count, CInt(size.width * 4)) != nil
    }
    guard decoded else { throw QRFailure(.pictureDamaged) }
    return pixels.withBytes { pixels in
      PictureDecoder.composed(size) { index in
        let start = index * 4
        // The luma weights of ITU-R BT.601, in 256ths.
        let grey = (77 * Int(pixels[start]) + 150 * Int(pixels[start + 1]) + 29 * Int(pixels[start + 2])) >> 8
        return (grey, Int(pixels[start + 3]))
      }
    }
  }
}
