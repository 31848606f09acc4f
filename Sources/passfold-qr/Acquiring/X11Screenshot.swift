// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CXCB
internal import Glibc

/// The root window of an X11 screen, with everything drawn on it.
enum X11Screenshot {
  /// The number of bytes fetched per request.
  private static let bandBytes = 4 << 20

  /// Takes the picture, as grey values in the form of ``GreyPicture``.
  ///
  /// - Throws: `noScreen` if there is no connection or the screen's colours cannot be read; `pictureTooLarge`.
  static func take(limits: Limits) throws(QRFailure) -> ScratchBytes {
    var number: CInt = 0
    guard let connection = xcb_connect(nil, &number) else { throw QRFailure(.noScreen) }
    defer { xcb_disconnect(connection) }
    guard xcb_connection_has_error(connection) == 0, let setup = xcb_get_setup(connection) else { throw QRFailure(.noScreen) }
    var screens = xcb_setup_roots_iterator(setup)
    for _ in 0..<max(number, 0) where screens.rem > 1 { xcb_screen_next(&screens) }
    guard screens.rem > 0, let screen = screens.data else { throw QRFailure(.noScreen) }
    let root = screen.pointee.root
    // The set-up contains the size at the start of the session; the window has the current one.
    guard let geometry = xcb_get_geometry_reply(connection, xcb_get_geometry(connection, root), nil) else { throw QRFailure(.noScreen) }
    let (width, height) = (Int(geometry.pointee.width), Int(geometry.pointee.height))
    free(geometry)
    guard width * height <= limits.pixels else { throw QRFailure(.pictureTooLarge) }
    guard let form = PixelForm(of: screen, setup) else { throw QRFailure(.noScreen) }

    let picture = GreyPicture.bytes(width: width, height: height)
    let rowsAtOnce = max(bandBytes / max(form.bytesPerLine(width), 1), 1)
    for top in stride(from: 0, to: height, by: rowsAtOnce) {
      let rows = min(rowsAtOnce, height - top)
      let cookie = xcb_get_image(
        connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), root, 0, Int16(top), UInt16(width), UInt16(rows), ~0)
      guard let reply = xcb_get_image_reply(connection, cookie, nil) else { throw QRFailure(.noScreen) }
      defer { free(reply) }
      let band = UnsafeRawBufferPointer(start: xcb_get_image_data(reply), count: Int(xcb_get_image_data_length(reply)))
      guard form.bytesPerLine(width) * rows <= band.count else { throw QRFailure(.noScreen) }
      picture.withMutableBytes { bytes in
        for row in 0..<rows {
          let line = UnsafeRawBufferPointer(rebasing: band[(row * form.bytesPerLine(width))...])
          let start = GreyPicture.headerBytes + (top + row) * width
          for column in 0..<width { bytes[start + column] = form.grey(line, column) }
        }
      }
    }
    return picture
  }

  /// The memory layout of a screen's pixels.
  private struct PixelForm {
    let bytesPerPixel: Int
    let padBits: Int
    let highestFirst: Bool
    let masks: [UInt32]

    /// Creates the layout. `screen` must point into `setup`, because its depths and visuals follow it there.
    init?(of screen: UnsafePointer<xcb_screen_t>, _ setup: UnsafePointer<xcb_setup_t>) {
      let formats = UnsafeBufferPointer(start: xcb_setup_pixmap_formats(setup), count: Int(xcb_setup_pixmap_formats_length(setup)))
      guard let format = formats.first(where: { $0.depth == screen.pointee.root_depth }), [16, 24, 32].contains(format.bits_per_pixel)
      else {
        return nil
      }
      var found: xcb_visualtype_t?
      var depths = xcb_screen_allowed_depths_iterator(screen)
      while depths.rem > 0 {
        var visuals = xcb_depth_visuals_iterator(depths.data)
        while visuals.rem > 0 {
          if let visual = visuals.data?.pointee, visual.visual_id == screen.pointee.root_visual { found = visual }
          xcb_visualtype_next(&visuals)
        }
        xcb_depth_next(&depths)
      }
      // A screen with a palette has no masks and is not supported.
      guard let visual = found, visual.red_mask != 0, visual.green_mask != 0, visual.blue_mask != 0 else { return nil }
      bytesPerPixel = Int(format.bits_per_pixel) / 8
      padBits = max(Int(format.scanline_pad), 8)
      highestFirst = UInt32(setup.pointee.image_byte_order) == XCB_IMAGE_ORDER_MSB_FIRST.rawValue
      masks = [visual.red_mask, visual.green_mask, visual.blue_mask]
    }

    func bytesPerLine(_ width: Int) -> Int {
      (width * bytesPerPixel * 8 + padBits - 1) / padBits * padBits / 8
    }

    func grey(_ line: UnsafeRawBufferPointer, _ column: Int) -> UInt8 {
      var pixel: UInt32 = 0
      for index in 0..<bytesPerPixel {
        let byte = UInt32(line[column * bytesPerPixel + index])
        pixel |= byte << UInt32(8 * (highestFirst ? bytesPerPixel - 1 - index : index))
      }
      // The luma weights of ITU-R BT.601, as used by JPEG, in 256ths.
      let weights: [UInt32] = [77, 150, 29]
      var sum: UInt32 = 0
      for index in 0..<3 {
        let mask = masks[index]
        let value = UInt64(pixel & mask) * 255 / UInt64(mask)
        sum += UInt32(value) * weights[index]
      }
      return UInt8(truncatingIfNeeded: sum >> 8)
    }
  }
}
