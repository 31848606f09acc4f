// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CZBar
internal import Glibc

/// Finds QR codes in a grey picture (libzbar): in any rotation, dark on light.
final class SymbolScanner {
  /// The result of one scan.
  struct Found {
    /// The content of each symbol. zbar joins sets of up to 16 symbols that belong together (ISO/IEC 18004 §8).
    var texts: [[UInt8]] = []
    /// Whether some but not all symbols of such a set are in the picture.
    var lacksParts = false
  }

  private let scanner: OpaquePointer

  init() throws(QRFailure) {
    guard let scanner = zbar_image_scanner_create() else { throw QRFailure(.libraryFailed) }
    self.scanner = scanner
    // If built with D-Bus, zbar can announce its results to the whole session.
    zbar_image_scanner_request_dbus(scanner, 0)
    let settings = [
      zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0),
      zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1),
      // Return the bytes unchanged: only a program that shows text should guess the encoding.
      zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1),
    ]
    guard settings.allSatisfy({ $0 == 0 }) else {
      zbar_image_scanner_destroy(scanner)
      throw QRFailure(.libraryFailed)
    }
  }

  deinit { zbar_image_scanner_destroy(scanner) }

  func scan(_ picture: GreyPicture) throws(QRFailure) -> Found {
    guard let image = zbar_image_create() else { throw QRFailure(.libraryFailed) }
    defer { zbar_image_destroy(image) }
    // The four letters Y800: 8-bit grey.
    zbar_image_set_format(image, 0x3030_3859)
    zbar_image_set_size(image, CUnsignedInt(picture.width), CUnsignedInt(picture.height))
    return try picture.pixels.withBytes { pixels throws(QRFailure) in
      zbar_image_set_data(image, pixels.baseAddress, CUnsignedLong(pixels.count), nil)
      guard zbar_scan_image(scanner, image) >= 0 else { throw QRFailure(.libraryFailed) }
      var found = Found()
      var symbol = zbar_image_first_symbol(image)
      while let current = symbol {
        let count = Int(zbar_symbol_get_data_length(current))
        if zbar_symbol_get_type(current) == ZBAR_PARTIAL {
          found.lacksParts = true
        } else if zbar_symbol_get_type(current) == ZBAR_QRCODE, count > 0, let data = zbar_symbol_get_data(current) {
          found.texts.append(Array(UnsafeRawBufferPointer(start: data, count: count)))
        }
        symbol = zbar_symbol_next(current)
      }
      return found
    }
  }
}
