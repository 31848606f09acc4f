// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why reading or writing failed. It never contains the content of the picture or the secret.
package struct QRFailure: Error, Sendable, Equatable {
  /// The kinds of failure: a stable name and the program's exit status.
  package struct Code: Hashable, Sendable {
    /// The name in the report on standard error.
    package let name: String
    /// The program's exit status.
    package let status: CInt

    /// The picture was read but contains no QR code.
    package static let nothingFound = Code(name: "nothingFound", status: 3)
    /// The picture contains some but not all parts of a set of QR codes.
    package static let partsMissing = Code(name: "partsMissing", status: 3)

    /// There is no file at the given path.
    package static let fileMissing = Code(name: "fileMissing", status: 4)
    /// The file cannot be read.
    package static let fileUnreadable = Code(name: "fileUnreadable", status: 4)
    /// The path names a folder or a device.
    package static let notAFile = Code(name: "notAFile", status: 4)
    /// There are no bytes.
    package static let empty = Code(name: "empty", status: 4)
    /// The file has more bytes than ``Limits/fileBytes``.
    package static let fileTooLarge = Code(name: "fileTooLarge", status: 4)
    /// The picture has more pixels than ``Limits/pixels``; rejected before any was decoded.
    package static let pictureTooLarge = Code(name: "pictureTooLarge", status: 4)
    /// The file is not a PNG, JPEG or WebP picture.
    package static let formatUnknown = Code(name: "formatUnknown", status: 4)
    /// The picture is damaged, or in a form that its decoder does not support.
    package static let pictureDamaged = Code(name: "pictureDamaged", status: 4)
    /// The decoder exceeded a limit of time or memory, or crashed.
    package static let decoderStopped = Code(name: "decoderStopped", status: 4)
    /// The system does not allow the decoder to confine itself.
    package static let sandboxUnavailable = Code(name: "sandboxUnavailable", status: 4)
    /// The process that writes the picture to the pipe did not finish in time.
    package static let inputTimedOut = Code(name: "inputTimedOut", status: 4)

    /// There is no Wayland or X11 session, and therefore no clipboard.
    package static let noClipboard = Code(name: "noClipboard", status: 5)
    /// The program that reads this session's clipboard, `wl-paste` or `xclip`, is not installed.
    package static let clipboardToolMissing = Code(name: "clipboardToolMissing", status: 5)
    /// The clipboard contains neither a picture nor a set-up link.
    package static let clipboardHoldsNoPicture = Code(name: "clipboardHoldsNoPicture", status: 5)
    /// The clipboard's owner did not answer in time.
    package static let clipboardTimedOut = Code(name: "clipboardTimedOut", status: 5)
    /// There is no desktop portal for screenshots and no X11 screen.
    package static let noScreen = Code(name: "noScreen", status: 5)
    /// The user cancelled the portal's dialogue.
    package static let screenCancelled = Code(name: "screenCancelled", status: 5)
    /// The portal refused, or returned no readable file.
    package static let screenRefused = Code(name: "screenRefused", status: 5)
    /// The portal or the user did not answer in time.
    package static let screenTimedOut = Code(name: "screenTimedOut", status: 5)

    /// The drawing does not fit into the terminal. The report contains the required `columns` and `rows`.
    package static let terminalTooSmall = Code(name: "terminalTooSmall", status: 6)
    /// The arguments are invalid.
    package static let usage = Code(name: "usage", status: 64)
    /// The bytes do not fit into a QR code.
    package static let tooLong = Code(name: "tooLong", status: 65)
    /// A library failed unexpectedly, most likely because of insufficient memory.
    package static let libraryFailed = Code(name: "libraryFailed", status: 70)

    /// The failures that a decoder may report. Anything else from it counts as ``decoderStopped``.
    static let fromDecoder: [Code] = [
      .nothingFound, .partsMissing, .empty, .fileTooLarge, .pictureTooLarge, .formatUnknown, .pictureDamaged, .sandboxUnavailable,
    ]
  }

  /// The kind of failure.
  package let code: Code
  /// The size required for ``Code/terminalTooSmall``.
  package let needed: (columns: Int, rows: Int)?

  /// Creates a failure. Pass `needed` only for a terminal that is too small.
  package init(_ code: Code, needed: (columns: Int, rows: Int)? = nil) {
    self.code = code
    self.needed = needed
  }

  /// Failures with the same code are equal.
  package static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The line for standard error. Names contain only letters, so nothing needs escaping.
  package var report: String {
    let size = needed.map { ",\"columns\":\($0.columns),\"rows\":\($0.rows)" } ?? ""
    return "{\"code\":\"\(code.name)\"\(size)}\n"
  }
}
