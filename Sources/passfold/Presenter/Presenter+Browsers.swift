// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How one browser stands.
package struct BrowserReport: Encodable, Hashable, Sendable {
  /// How a browser can stand.
  package enum State: String, Encodable, Sendable {
    case registered
    case notRegistered
    /// A manifest is there that names another program than this copy's.
    case registeredElsewhere
  }

  /// The browser's name for people.
  package var browser: String
  /// How it stands.
  package var state: State
  /// The manifest's path.
  package var manifest: String

  /// Describes a browser.
  package init(browser: String, state: State, manifest: String) {
    self.browser = browser
    self.state = state
    self.manifest = manifest
  }
}

extension Presenter {
  /// The answer to `browser status`.
  package func browsers(_ reports: [BrowserReport]) -> String {
    format == .json ? json(reports) : reports.map { browserLine($0) + "\n" }.joined()
  }

  /// The answer to `browser register`; `extensionFolder` is where this installation keeps the extension.
  package func registered(_ reports: [BrowserReport], extensionFolder: String?) -> String {
    if format == .json { return json(reports) }
    let lines = reports.map { "Registered with \($0.browser): \($0.manifest)\n" }.joined()
    guard let extensionFolder else { return lines }
    return lines + """
      Next: load the extension in the browser, from \(extensionFolder), and start the browser anew.
      Then click Passfold's button in the browser and choose "Connect this browser".

      """
  }

  /// The answer to `browser unregister`.
  package func unregistered(_ reports: [BrowserReport]) -> String {
    if format == .json { return json(reports) }
    if reports.isEmpty { return "No browser was registered.\n" }
    return reports.map { "Removed from \($0.browser): \($0.manifest)\n" }.joined()
  }

  func browserLine(_ report: BrowserReport) -> String {
    switch report.state {
    case .registered: "\(report.browser): registered"
    case .notRegistered: "\(report.browser): not registered; passfold browser register does it"
    case .registeredElsewhere: "\(report.browser): registered to another copy of Passfold; passfold browser register takes over"
    }
  }
}
