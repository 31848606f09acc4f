// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LocalEndpoint

/// A sign-in in the user's browser, from opening the page to the returned link.
struct WebAuthenticationFlow: Sendable {
  /// The page.
  let url: URL
  /// The form of the link that ends the sign-in.
  let callback: WebCallback
  /// Whether the browser's window must not show anything from earlier sessions.
  let isEphemeral: Bool

  /// Opens the page and waits for the link. Cancelling the task stops waiting.
  ///
  /// - Throws: ``WebAuthenticationFailure`` or `CancellationError`.
  func run() async throws -> URL {
    guard case .customScheme(let scheme) = callback, Self.isScheme(scheme) else { throw WebAuthenticationFailure(.unsupportedCallback) }
    guard SessionProgram.hasDisplay, SessionProgram.path(of: "xdg-open") != nil else { throw WebAuthenticationFailure(.noBrowser) }
    guard let command = Installation.foundBySearchPath().command else {
      throw WebAuthenticationFailure(.handlerNotInstalled, detail: "passfold")
    }
    // 128 random bits, always as 32 digits: the handler uses the first 16.
    let token = (0..<32).map { _ in String(UInt8.random(in: 0...15), radix: 16) }.joined()
    let handler = try WebCallbackHandler(scheme: scheme, name: ProcessInfo.processInfo.processName, token: token, command: command)
    defer { handler.remove() }
    let browser = isEphemeral ? try? await SessionProgram.output(of: ["xdg-settings", "get", "default-web-browser"]) : nil
    do {
      _ = try await SessionProgram.output(of: BrowserCommand.words(opening: url, browser: browser, isEphemeral: isEphemeral))
    } catch {
      throw WebAuthenticationFailure(.noBrowser)
    }
    for await text in handler.links {
      if let link = URL(string: text), callback.matches(link) { return link }
    }
    throw CancellationError()
  }

  /// Returns whether a text is a custom scheme (RFC 3986 §3.1). The web's schemes belong to the browser.
  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, Character(UnicodeScalar(first)).isLetter, !["http", "https", "file"].contains(text.lowercased())
    else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
}
