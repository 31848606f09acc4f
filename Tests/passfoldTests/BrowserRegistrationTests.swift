// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import passfold

@Suite("Registering with browsers")
struct BrowserRegistrationTests {
  private let home = FileManager.default.temporaryDirectory.appending(path: "passfold-home-\(UUID().uuidString)").path

  @Test("writes what Chromium and Firefox look for, and only for browsers that are usual or there")
  func register() throws {
    let registration = BrowserRegistration(home: home)
    let reports = try registration.register(host: "/opt/passfold/host")
    defer { try? FileManager.default.removeItem(atPath: home) }
    #expect(reports.map(\.browser) == ["Chromium", "Firefox"])
    #expect(reports.allSatisfy { $0.state == .registered })
    let chromium = try String(
      contentsOfFile: home + "/.config/chromium/NativeMessagingHosts/org.passfold.browser_host.json", encoding: .utf8)
    #expect(
      chromium == """
        {
          "allowed_origins" : [
            "chrome-extension://bmpfjhdlpannncejnglgicgcmphmcidn/"
          ],
          "description" : "Passfold: one-time codes, passkeys and passwords",
          "name" : "org.passfold.browser_host",
          "path" : "/opt/passfold/host",
          "type" : "stdio"
        }

        """)
    let firefox = try String(contentsOfFile: home + "/.mozilla/native-messaging-hosts/org.passfold.browser_host.json", encoding: .utf8)
    #expect(firefox.contains("\"allowed_extensions\"") && firefox.contains("passfold@passfold.org") && !firefox.contains("allowed_origins"))
  }

  @Test("registers Brave and Chrome where they have run")
  func presentBrowsers() throws {
    try FileManager.default.createDirectory(atPath: home + "/.config/BraveSoftware/Brave-Browser", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    #expect(try BrowserRegistration(home: home).register(host: "/h").map(\.browser) == ["Chromium", "Brave", "Firefox"])
  }

  @Test("tells its own manifest from another copy's, and takes over")
  func takeOver() throws {
    let registration = BrowserRegistration(userDataFolder: home)
    defer { try? FileManager.default.removeItem(atPath: home) }
    #expect(registration.reports(for: "/h").map(\.state) == [.notRegistered])
    _ = try registration.register(host: "/old")
    #expect(registration.reports(for: "/h").map(\.state) == [.registeredElsewhere])
    _ = try registration.register(host: "/h")
    #expect(registration.reports(for: "/h").map(\.state) == [.registered])
  }

  @Test("removes what it wrote, once")
  func unregister() throws {
    let registration = BrowserRegistration(home: home)
    _ = try registration.register(host: "/h")
    defer { try? FileManager.default.removeItem(atPath: home) }
    #expect(try registration.unregister().map(\.browser) == ["Chromium", "Firefox"])
    #expect(try registration.unregister().isEmpty)
  }
}
