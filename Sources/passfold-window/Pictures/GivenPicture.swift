// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc

/// A picture from the user: from a file, from the clipboard, or dropped onto the window. Only another program decodes its bytes.
final class GivenPicture: Sendable {
  /// The maximum number of bytes read from a list of files.
  private static let longestList = 8192

  /// Holds a closure that is called with a picture, or nil if there is none.
  @MainActor
  private final class Hearer {
    let hear: @MainActor (GivenPicture?) -> Void

    init(_ hear: @escaping @MainActor (GivenPicture?) -> Void) { self.hear = hear }
  }

  /// A file open for reading, as long as this object lives.
  let descriptor: CInt

  private init(_ descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Whether the clipboard holds a picture.
  @MainActor static var isInClipboard: Bool { passfold_gtk_clipboard_has_picture() != 0 }

  /// Opens a picture file; nil if it is not a regular file that the user can read.
  convenience init?(path: String) {
    // Opening a pipe of this name must not wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
  }

  /// Takes ownership of an open file; nil if there is none.
  convenience init?(open descriptor: CInt?) {
    guard let descriptor, descriptor >= 0 else { return nil }
    self.init(descriptor)
  }

  /// Takes the picture in the clipboard.
  @MainActor static func paste(_ hear: @escaping @MainActor (GivenPicture?) -> Void) {
    passfold_gtk_clipboard_take_picture(gsize(PictureProgram.longest), took, Unmanaged.passRetained(Hearer(hear)).toOpaque())
  }

  /// Calls `hear` whenever something is dropped onto a widget.
  @MainActor static func hearDrops(onto widget: Widget, _ hear: @escaping @MainActor (GivenPicture?) -> Void) {
    guard let target = passfold_gtk_picture_target_new(widget) else { return }
    SignalHandler.connect(target, deciding: "drop") { drop in
      guard let drop else { return false }
      passfold_gtk_drop_take_picture(drop, gsize(PictureProgram.longest), took, Unmanaged.passRetained(Hearer(hear)).toOpaque())
      return true
    }
  }

  @MainActor private static let took: @convention(c) (UnsafeMutableRawPointer?, CInt, UnsafePointer<CChar>?) -> Void = {
    context, file, type in
    guard let context else { return }
    let hearer = Unmanaged<Hearer>.fromOpaque(context).takeRetainedValue()
    let isList = type.map { String(cString: $0) == "text/uri-list" } ?? false
    let picture = GivenPicture(open: file)
    MainActor.assumeIsolated { hearer.hear(isList ? picture.flatMap { opened(fromList: $0) } : picture) }
  }

  /// Opens the first file of a list of URIs, as file managers provide it (RFC 2483 §5).
  private static func opened(fromList list: GivenPicture) -> GivenPicture? {
    var bytes = [UInt8](repeating: 0, count: longestList)
    let count = read(list.descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let lines = bytes.prefix(count).split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    guard let first = lines.first(where: { $0.first != UInt8(ascii: "#") }),
      let path = g_filename_from_uri(String(decoding: first, as: UTF8.self), nil, nil)
    else { return nil }
    defer { g_free(path) }
    return GivenPicture(path: String(cString: path))
  }
}
