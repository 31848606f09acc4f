// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CPNG
internal import SecretMemory

extension QRSymbol {
  /// The range of pixels per module side in a PNG.
  public static let pngScales = 1...32

  /// Draws the symbol as a PNG with two colours, including the quiet zone. The picture contains the secret.
  ///
  /// - Parameter scale: The number of pixels per module side, within ``pngScales``.
  /// - Throws: `scaleOutOfRange` or `libraryFailed`.
  public func png(scale: Int = 8) throws(QRCodesError) -> [UInt8] {
    guard Self.pngScales.contains(scale) else { throw QRCodesError(.scaleOutOfRange) }
    let side = drawnSize * scale
    var pixels = [UInt8](repeating: 0, count: side * side)
    defer { pixels.withUnsafeMutableBytes { wipe($0) } }
    withModules { modules in
      for row in 0..<size {
        for column in 0..<size where modules.isDark(row, column) {
          let left = (column + Self.quietZone) * scale
          for line in 0..<scale {
            let start = ((row + Self.quietZone) * scale + line) * side + left
            for index in start..<start + scale { pixels[index] = 1 }
          }
        }
      }
    }
    return try Self.compressed(pixels, side: side)
  }

  /// Encodes a square of palette indices, 0 for white and 1 for black.
  private static func compressed(_ pixels: [UInt8], side: Int) throws(QRCodesError) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(side)
    image.height = png_uint_32(side)
    image.format = passfold_png_palette
    image.colormap_entries = 2
    defer { png_image_free(&image) }
    let palette: [UInt8] = [255, 255, 255, 0, 0, 0]
    var byteCount = 0
    // The first call only measures.
    guard png_image_write_to_memory(&image, nil, &byteCount, 0, pixels, png_int_32(side), palette) != 0 else {
      throw QRCodesError(.libraryFailed)
    }
    var written = false
    let file = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      written = png_image_write_to_memory(&image, buffer.baseAddress, &byteCount, 0, pixels, png_int_32(side), palette) != 0
      count = written ? min(byteCount, buffer.count) : 0
    }
    guard written else { throw QRCodesError(.libraryFailed) }
    return file
  }
}
