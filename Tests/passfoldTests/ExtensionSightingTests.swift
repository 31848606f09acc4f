// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import passfold

@Suite("The extension in a browser's profiles")
struct ExtensionSightingTests {
  private func sighting(_ browser: KnownBrowser, _ files: [String: String]) throws -> ExtensionSighting {
    let home = FileManager.default.temporaryDirectory.appending(path: "passfold-home-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: home) }
    for (path, text) in files {
      let file = home.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let place = try #require(BrowserPlace.all(in: BrowserSurroundings(home: home.path)).first { $0.browser == browser })
    return ExtensionSighting(in: place)
  }

  private func chromium(_ setting: String) -> String {
    #"{"extensions":{"settings":{"bmpfjhdlpannncejnglgicgcmphmcidn":"# + setting + #","other":{"state":"odd"}}},"profile":{"name":"Anne"}}"#
  }

  @Test("is found in Chromium's preferences, secure or not, enabled or disabled")
  func chromium() throws {
    let folder = ".config/chromium"
    #expect(
      try sighting(
        .chromium, ["\(folder)/Default/Preferences": "{}", "\(folder)/Default/Secure Preferences": chromium(#"{"location":4}"#)])
        == ExtensionSighting(state: .present, profiles: ["Default"]))
    #expect(
      try sighting(
        .chromium,
        [
          "\(folder)/Default/Preferences": chromium(#"{"state":0}"#),
          "\(folder)/Profile 1/Preferences": chromium(#"{"disable_reasons":[1]}"#),
        ])
        == ExtensionSighting(state: .disabled, profiles: ["Default", "Profile 1"]))
    #expect(
      try sighting(
        .chromium,
        [
          "\(folder)/Default/Preferences": chromium(#"{"disable_reasons":1}"#),
          "\(folder)/Profile 1/Preferences": chromium(#"{"state":1}"#),
        ])
        == ExtensionSighting(state: .present, profiles: ["Profile 1"]))
    #expect(try sighting(.chromium, ["\(folder)/Default/Preferences": "not JSON"]).state == .notSeen)
    #expect(try sighting(.chromium, [:]).state == .notSeen)
    // A folder that only resembles a profile does not count.
    #expect(try sighting(.chromium, ["\(folder)/Crash Reports/x": chromium("{}")]).state == .notSeen)
  }

  @Test("is found in Firefox's list of add-ons, in the old folder and the one used since Firefox 147")
  func firefox() throws {
    let list = #"{"addons":[{"id":"other@example.org","active":true},{"id":"passfold@passfold.org","active":ACTIVE}]}"#
    for folder in [".mozilla/firefox", ".config/mozilla/firefox"] {
      let path = "\(folder)/x.default/extensions.json"
      #expect(
        try sighting(.firefox, [path: list.replacing("ACTIVE", with: "true")])
          == ExtensionSighting(state: .present, profiles: ["x.default"]))
      #expect(try sighting(.firefox, [path: list.replacing("ACTIVE", with: "false")]).state == .disabled)
      #expect(try sighting(.firefox, [path: #"{"addons":[]}"#]).state == .notSeen)
    }
  }

  @Test("is reported as unknown if a profile's file is too large to read")
  func tooLarge() throws {
    let padding = String(repeating: " ", count: 33 * 1024 * 1024)
    #expect(try sighting(.firefox, [".mozilla/firefox/x/extensions.json": padding]).state == .cannotTell)
  }
}
