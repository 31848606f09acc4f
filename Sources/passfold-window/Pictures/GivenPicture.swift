// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc

/// A picture that a person gives: in a file, from the clipboard, or dropped onto the window. Its bytes are looked at by another program alone.
@MainActor
enum GivenPicture {
  /// The most bytes of a list of files that is read.
  private static let longestList = 8192

  /// Hears of a file that is open for reading and that it closes, or nil where there is none.
  @MainActor
  private final class Hearer {
    let hear: @MainActor (CInt?) -> Void

    init(_ hear: @escaping @MainActor (CInt?) -> Void) { self.hear = hear }
  }

  /// Whether the clipboard holds one.
  static var isInClipboard: Bool { passfold_gtk_clipboard_has_picture() != 0 }

  /// Opens a picture file; nil where it is no ordinary file that this person may read.
  static func open(_ path: String) -> CInt? {
    // Whoever writes into a pipe of this name need not be waited for.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Takes the clipboard's.
  static func paste(_ hear: @escaping @MainActor (CInt?) -> Void) {
    passfold_gtk_clipboard_take_picture(gsize(PictureProgram.longest), took, Unmanaged.passRetained(Hearer(hear)).toOpaque())
  }

  /// Takes what is dropped onto a widget, whenever something is.
  static func hearDrops(onto widget: Widget, _ hear: @escaping @MainActor (CInt?) -> Void) {
    guard let target = passfold_gtk_picture_target_new(widget) else { return }
    SignalHandler.connect(target, deciding: "drop") { drop in
      guard let drop else { return false }
      passfold_gtk_drop_take_picture(drop, gsize(PictureProgram.longest), took, Unmanaged.passRetained(Hearer(hear)).toOpaque())
      return true
    }
  }

  private static let took: @convention(c) (UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?) -> Void = { context, file, type in
    guard let context else { return }
    let hearer = Unmanaged<Hearer>.fromOpaque(context).takeRetainedValue()
    let isList = type.map { String(cString: $0) == "text/uri-list" } ?? false
    MainActor.assumeIsolated { hearer.hear(file < 0 ? nil : isList ? opened(fromList: file) : file) }
  }

  /// The first file of a list of addresses, as file managers give it (RFC 2483 §5).
  private static func opened(fromList list: CInt) -> CInt? {
    defer { close(list) }
    var bytes = [UInt8](repeating: 0, count: longestList)
    let count = Glibc.read(list, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let lines = bytes.prefix(count).split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    guard let first = lines.first(where: { $0.first != UInt8(ascii: "#") }),
      let path = g_filename_from_uri(String(decoding: first, as: UTF8.self), nil, nil)
    else { return nil }
    defer { g_free(path) }
    return open(String(cString: path))
  }
}
