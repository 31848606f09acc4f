// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import QRCodes

/// The content of the session's clipboard, read with the session's own tools: `wl-paste` on Wayland, `xclip` on X11.
package struct Clipboard {
  /// A picture to decode, or a text that is already a set-up link.
  package enum Content {
    /// The undecoded bytes of a PNG, WebP or JPEG file.
    case picture(ScratchBytes)
    /// A text that begins with the scheme of a set-up link.
    case link(ScratchBytes)
  }

  /// A tool for reading the clipboard.
  private struct Tool: Sendable {
    let program: String
    let listing: [String]
    let fetching: @Sendable (String) -> [String]

    static let wayland = Tool(program: "wl-paste", listing: ["--list-types"], fetching: { ["--no-newline", "--type", $0] })
    static let x11 = Tool(
      program: "xclip", listing: ["-selection", "clipboard", "-out", "-target", "TARGETS"],
      fetching: { ["-selection", "clipboard", "-out", "-target", $0] })
  }

  private static let pictureTypes = ["image/png", "image/webp", "image/jpeg"]
  private static let textTypes = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING"]
  private static let linkSchemes = ["otpauth:", "apple-otpauth:", "otpauth-migration:"]
  /// The maximum size of a QR code's content in bytes, and therefore of a link that could come from one.
  private static let linkBytes = QRSymbol.ErrorCorrection.low.byteLimit

  private let variable: (String) -> String?
  private let limits: Limits

  /// Creates a value.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  package init(variable: @escaping (String) -> String?, limits: Limits) {
    self.variable = variable
    self.limits = limits
  }

  /// Returns a picture if there is one, otherwise a text that is a link.
  package func read() throws(QRFailure) -> Content {
    var failure = QRFailure(.noClipboard)
    for tool in tools {
      do {
        return try read(by: tool)
      } catch {
        // Of two failures, keep the more informative one: an empty clipboard is more informative than a missing tool.
        if failure.code == .noClipboard || error.code != .clipboardToolMissing { failure = error }
      }
    }
    throw failure
  }

  private var tools: [Tool] {
    let session = { (name: String) in variable(name).map { !$0.isEmpty } ?? false }
    return (session("WAYLAND_DISPLAY") ? [.wayland] : []) + (session("DISPLAY") ? [.x11] : [])
  }

  private func read(by tool: Tool) throws(QRFailure) -> Content {
    let types = try fetch(tool, tool.listing, limit: 64 * 1024).withBytes { bytes in
      Set(String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init))
    }
    for type in Self.pictureTypes where types.contains(type) {
      let picture = try fetch(tool, tool.fetching(type), limit: limits.fileBytes)
      if !picture.isEmpty { return .picture(picture) }
    }
    for type in Self.textTypes where types.contains(type) {
      let text = try fetch(tool, tool.fetching(type), limit: limits.fileBytes)
      if let link = Self.link(in: text) { return .link(link) }
    }
    throw QRFailure(.clipboardHoldsNoPicture)
  }

  private func fetch(_ tool: Tool, _ arguments: [String], limit: Int) throws(QRFailure) -> ScratchBytes {
    let result: (output: ScratchBytes, ending: HelperProgram.Ending)
    do {
      result = try HelperProgram(tool.program, arguments).run(
        input: UnsafeRawBufferPointer(start: nil, count: 0), limit: limit, time: limits.clipboardTime)
    } catch {
      switch error {
      case .notFound: throw QRFailure(.clipboardToolMissing)
      case .timedOut: throw QRFailure(.clipboardTimedOut)
      case .tooLarge: throw QRFailure(.fileTooLarge)
      case .failed: throw QRFailure(.noClipboard)
      }
    }
    // Both tools exit with an error if the clipboard is empty.
    guard result.ending == .exited(0) else { throw QRFailure(.clipboardHoldsNoPicture) }
    return result.output
  }

  /// Returns the text without surrounding white space, if it is one of the links that QR codes for one-time codes contain.
  private static func link(in text: ScratchBytes) -> ScratchBytes? {
    text.withBytes { bytes in
      let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
      let start = bytes.firstIndex { !isSpace($0) } ?? bytes.count
      let end = (bytes.lastIndex { !isSpace($0) } ?? -1) + 1
      guard start < end, end - start <= linkBytes else { return nil }
      let link = bytes[start..<end]
      let isKnown = linkSchemes.contains { scheme in
        link.count > scheme.utf8.count && zip(link, scheme.utf8).allSatisfy { ($0 | 0x20) == ($1 | 0x20) }
      }
      return isKnown && !link.contains(where: isSpace) ? ScratchBytes(copying: link) : nil
    }
  }
}
