// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why nothing could be read or written; what the picture or the secret holds is never part of it.
package struct QRFailure: Error, Sendable, Equatable {
  /// The kinds of failure: a stable name and the status that the program ends with.
  package struct Code: Hashable, Sendable {
    /// The name in the report on standard error.
    package let name: String
    /// The program's exit status.
    package let status: CInt

    /// The picture was read and holds no QR code.
    package static let nothingFound = Code(name: "nothingFound", status: 3)
    /// The picture holds some parts of a set of QR codes and not all of them.
    package static let partsMissing = Code(name: "partsMissing", status: 3)

    /// Nothing lies at the path that was given.
    package static let fileMissing = Code(name: "fileMissing", status: 4)
    /// The file may not be read.
    package static let fileUnreadable = Code(name: "fileUnreadable", status: 4)
    /// The path names a folder or a device.
    package static let notAFile = Code(name: "notAFile", status: 4)
    /// There are no bytes.
    package static let empty = Code(name: "empty", status: 4)
    /// More bytes than ``Limits/fileBytes``.
    package static let fileTooLarge = Code(name: "fileTooLarge", status: 4)
    /// More pixels than ``Limits/pixels``; refused before any was decoded.
    package static let pictureTooLarge = Code(name: "pictureTooLarge", status: 4)
    /// Not a PNG, JPEG or WebP picture.
    package static let formatUnknown = Code(name: "formatUnknown", status: 4)
    /// The picture is damaged, or of a form that its decoder does not know.
    package static let pictureDamaged = Code(name: "pictureDamaged", status: 4)
    /// The decoder came to a bound of time or memory, or crashed.
    package static let decoderStopped = Code(name: "decoderStopped", status: 4)
    /// The system does not let the decoder lock itself in.
    package static let sandboxUnavailable = Code(name: "sandboxUnavailable", status: 4)
    /// Whoever writes the picture into the pipe did not end in time.
    package static let inputTimedOut = Code(name: "inputTimedOut", status: 4)

    /// There is neither a Wayland nor an X11 session to have a clipboard.
    package static let noClipboard = Code(name: "noClipboard", status: 5)
    /// The program that reads this session's clipboard, `wl-paste` or `xclip`, is not installed.
    package static let clipboardToolMissing = Code(name: "clipboardToolMissing", status: 5)
    /// The clipboard holds no picture and no set-up link.
    package static let clipboardHoldsNoPicture = Code(name: "clipboardHoldsNoPicture", status: 5)
    /// The clipboard's owner did not answer in time.
    package static let clipboardTimedOut = Code(name: "clipboardTimedOut", status: 5)
    /// There is neither a desktop portal for screenshots nor an X11 screen.
    package static let noScreen = Code(name: "noScreen", status: 5)
    /// The person cancelled the portal's dialogue.
    package static let screenCancelled = Code(name: "screenCancelled", status: 5)
    /// The portal refused, or gave no file that can be read.
    package static let screenRefused = Code(name: "screenRefused", status: 5)
    /// The portal or the person did not answer in time.
    package static let screenTimedOut = Code(name: "screenTimedOut", status: 5)

    /// The drawing does not fit into the terminal; `columns` and `rows` say what it needs.
    package static let terminalTooSmall = Code(name: "terminalTooSmall", status: 6)
    /// The arguments make no sense.
    package static let usage = Code(name: "usage", status: 64)
    /// The bytes do not fit into a QR code.
    package static let tooLong = Code(name: "tooLong", status: 65)
    /// A library failed where it should not, out of memory most likely.
    package static let libraryFailed = Code(name: "libraryFailed", status: 70)

    /// What a decoder may report about a picture; anything else from it counts as ``decoderStopped``.
    static let fromDecoder: [Code] = [
      .nothingFound, .partsMissing, .empty, .fileTooLarge, .pictureTooLarge, .formatUnknown, .pictureDamaged, .sandboxUnavailable,
    ]
  }

  /// What went wrong.
  package let code: Code
  /// What ``Code/terminalTooSmall`` needs.
  package let needed: (columns: Int, rows: Int)?

  /// Makes the failure of a code; only a terminal that is too small says what is needed.
  package init(_ code: Code, needed: (columns: Int, rows: Int)? = nil) {
    self.code = code
    self.needed = needed
  }

  /// Two failures are equal when their codes are.
  package static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The one line for standard error. Names are plain letters, so nothing needs escaping.
  package var report: String {
    let size = needed.map { ",\"columns\":\($0.columns),\"rows\":\($0.rows)" } ?? ""
    return "{\"code\":\"\(code.name)\"\(size)}\n"
  }
}
