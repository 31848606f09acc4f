// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The command that opens a page in the user's browser.
package enum BrowserCommand {
  /// Returns the command, program first, that opens `url`.
  ///
  /// A private window is requested with the browser's own option. A browser whose option is unknown opens an ordinary window (Apple:
  /// `prefersEphemeralWebBrowserSession` is a request).
  ///
  /// - Parameters:
  ///   - browser: The desktop file of the user's browser, as `xdg-settings get default-web-browser` prints it; nil if unknown.
  ///   - isEphemeral: Whether the window must not show anything from earlier sessions.
  package static func words(opening url: URL, browser: String?, isEphemeral: Bool) -> [String] {
    guard isEphemeral, let browser, let option = privateOption(of: browser) else { return ["xdg-open", url.absoluteString] }
    return [option.program, option.argument, url.absoluteString]
  }

  private static func privateOption(of browser: String) -> (program: String, argument: String)? {
    let name = browser.lowercased()
    let known: [(name: String, program: String, argument: String)] = [
      ("firefox", "firefox", "--private-window"), ("librewolf", "librewolf", "--private-window"), ("chromium", "chromium", "--incognito"),
      ("google-chrome", "google-chrome", "--incognito"), ("brave", "brave-browser", "--incognito"),
      ("vivaldi", "vivaldi", "--incognito"), ("microsoft-edge", "microsoft-edge", "--inprivate"),
    ]
    return known.first { name.contains($0.name) }.map { ($0.program, $0.argument) }
  }
}
