// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CTurboJPEG

/// Decodes JPEG, including progressive files (libjpeg-turbo). CMYK, used for printing and not by phones, is rejected as damaged.
enum JPEGDecoding {
  static func decode(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(QRFailure) -> PictureDecoder.Decoded {
    guard let decoder = tjInitDecompress() else { throw QRFailure(.libraryFailed) }
    defer { tjDestroy(decoder) }
    let file = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let count = UInt(bytes.count)
    var (width, height, subsampling, colours): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
    guard tjDecompressHeader3(decoder, file, count, &width, &height, &subsampling, &colours) == 0 else { throw QRFailure(.pictureDamaged) }
    let size = try PictureSize(width: Int(width), height: Int(height), limits: limits)
    let pixels = ScratchBytes(zeroes: size.pixels)
    let result = pixels.withMutableBytes { pixels in
      tjDecompress2(
        decoder, file, count, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), width, width, height, CInt(TJPF_GRAY.rawValue),
        TJFLAG_ACCURATEDCT)
    }
    // After a warning the pixels are still useful: cameras write nonstandard bytes, and a QR code has its own error detection.
    let isWarning = result != 0 && tjGetErrorCode(decoder) == CInt(TJERR_WARNING.rawValue)
    guard result == 0 || isWarning else { throw QRFailure(.pictureDamaged) }
    return PictureDecoder.Decoded(onWhite: GreyPicture(width: size.width, height: size.height, pixels: pixels), isDamaged: isWarning)
  }
}
