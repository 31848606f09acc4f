// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Testing
import passfold

@Suite("The list of connected browsers")
struct PairedBrowsersPresenterTests {
  private let browsers = [
    PairedBrowserValue(
      id: "0a1b2c3d", name: "Chromium", program: "/usr/lib/chromium/chromium", firstUse: 1_763_769_600, lastUse: 1_763_856_000)
  ]

  @Test("has one line for each, with identifier, program and the dates of first and last use")
  func list() {
    let presenter = Presenter(format: .text, usesColor: false)
    #expect(
      presenter.pairedBrowsers(browsers)
        == "0a1b2c3d  Chromium, /usr/lib/chromium/chromium: connected 2025-11-22, last used 2025-11-23\n")
    #expect(presenter.pairedBrowsers([]).hasPrefix("No browser is connected."))
  }

  @Test("has the same content as JSON, with full times")
  func json() {
    let presenter = Presenter(format: .json, usesColor: false)
    #expect(
      presenter.pairedBrowsers(browsers)
        == #"[{"firstUse":"2025-11-22T00:00:00Z","id":"0a1b2c3d","lastUse":"2025-11-23T00:00:00Z","name":"Chromium","program":"/usr/lib/chromium/chromium"}]"#
        + "\n")
    #expect(presenter.forgot(browser: "Chromium") == #"{"forgotten":"Chromium"}"# + "\n")
  }
}
