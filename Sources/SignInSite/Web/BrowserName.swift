// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The visitor's browser in a few fixed words. No part of the header reaches a page.
package enum BrowserName {
  /// Returns a name such as "Firefox on Linux".
  package static func name(userAgent: String?) -> String {
    let header = userAgent ?? ""
    let browser = browsers.first { header.contains($0.mark) }?.name
    let system = systems.first { header.contains($0.mark) }?.name
    return switch (browser, system) {
    case (let browser?, let system?): "\(browser) on \(system)"
    case (let browser?, nil): browser
    case (nil, let system?): "A browser on \(system)"
    case (nil, nil): "An unknown browser"
    }
  }

  // The first match applies: browsers further down are also named in the headers of those above.
  private static let browsers = [
    (mark: "Edg/", name: "Edge"), (mark: "OPR/", name: "Opera"), (mark: "Firefox/", name: "Firefox"), (mark: "Chrome/", name: "Chrome"),
    (mark: "Safari/", name: "Safari"),
  ]
  private static let systems = [
    (mark: "Android", name: "Android"), (mark: "iPhone", name: "iPhone"), (mark: "iPad", name: "iPad"), (mark: "Mac OS X", name: "macOS"),
    (mark: "Windows", name: "Windows"), (mark: "CrOS", name: "ChromeOS"), (mark: "Linux", name: "Linux"),
  ]
}
