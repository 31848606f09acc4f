// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a browser says it is, in few words of our own; nothing of the header itself reaches a page.
package enum BrowserName {
  /// Such as "Firefox on Linux".
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

  // The first that fits: later ones are named in the headers of earlier ones.
  private static let browsers = [
    (mark: "Edg/", name: "Edge"), (mark: "OPR/", name: "Opera"), (mark: "Firefox/", name: "Firefox"), (mark: "Chrome/", name: "Chrome"),
    (mark: "Safari/", name: "Safari"),
  ]
  private static let systems = [
    (mark: "Android", name: "Android"), (mark: "iPhone", name: "iPhone"), (mark: "iPad", name: "iPad"), (mark: "Mac OS X", name: "macOS"),
    (mark: "Windows", name: "Windows"), (mark: "CrOS", name: "ChromeOS"), (mark: "Linux", name: "Linux"),
  ]
}
