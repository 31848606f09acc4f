// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

import FoundationEssentials
import Translations

extension Presenter {
  private struct Row: Encodable {
    var id: String
    var name: String
    var program: String
    var firstUse: String
    var lastUse: String
  }

  /// The answer to `browser list`.
  package func pairedBrowsers(_ browsers: [PairedBrowserValue]) -> String {
    guard format == .text else {
      return json(
        browsers.map { browser in
          Row(
            id: browser.id, name: browser.name, program: browser.program, firstUse: Self.time(browser.firstUse),
            lastUse: Self.time(browser.lastUse))
        })
    }
    guard !browsers.isEmpty else {
      return translated("No browser is connected. Click Passfold's button in your browser, then \"Connect this browser\".") + "\n"
    }
    return browsers.map { browser in
      let days = translated("connected \(Self.time(browser.firstUse).prefix(10)), last used \(Self.time(browser.lastUse).prefix(10))")
      return "\(browser.id)  \(Self.printable(browser.name)), \(Self.printable(browser.program)): \(days)\n"
    }.joined()
  }

  /// The answer to `browser forget`.
  package func forgot(browser: String) -> String {
    guard format == .text else { return json(["forgotten": browser]) }
    return translated("\(Self.printable(browser)) is no longer connected. Passfold's popup in that browser can connect it again.") + "\n"
  }

  private static func time(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
  }
}
