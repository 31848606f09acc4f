// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// How the person's browser is asked to open a page.
package enum BrowserCommand {
  /// The command, program first, that opens `url`.
  ///
  /// A private window is asked for by the browser's own option; a browser whose option is not known opens a usual one (Apple:
  /// `prefersEphemeralWebBrowserSession` is a request).
  ///
  /// - Parameters:
  ///   - browser: The desktop file of the person's browser, as `xdg-settings get default-web-browser` names it; nil when unknown.
  ///   - isEphemeral: Whether nothing of former sessions is to be seen in the window.
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
