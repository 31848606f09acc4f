// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Foundation
import Testing

@Suite("The file of paired browsers")
struct PairedBrowsersFileTests {
  private let browser = PairedBrowser(
    name: "Chromium", caller: "chrome-extension://test/", program: "/usr/lib/chromium/chromium", publicKey: [UInt8](0..<65),
    now: Date(timeIntervalSince1970: 1_800_000_000))

  @Test("is stored in the state folder")
  func place() {
    #expect(PairedBrowsersFile { $0 == "XDG_STATE_HOME" ? "/state" : nil }?.path == "/state/passfold/browsers.json")
    #expect(PairedBrowsersFile { $0 == "HOME" ? "/home/alice" : nil }?.path == "/home/alice/.local/state/passfold/browsers.json")
    #expect(PairedBrowsersFile { _ in nil }?.path == nil)
  }

  @Test("round-trips, with access only for its owner")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let file = PairedBrowsersFile(path: folder.path + "/state/passfold/browsers.json")
    #expect(try file.load() == [])
    try file.save([browser])
    #expect(try file.load() == [browser])
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("is refused if others may write it or its content is malformed")
  func unbelievable() throws {
    let folder = try TemporaryFolder()
    let file = PairedBrowsersFile(path: folder.path + "/browsers.json")
    try file.save([browser])
    try FileManager.default.setAttributes([.posixPermissions: 0o622], ofItemAtPath: file.path)
    #expect(throws: BrokerError(.unreadableSettings, subject: "")) { try file.load() }
    for text in ["", "[]", #"{"version":2,"browsers":[]}"#] {
      try FileManager.default.removeItem(atPath: file.path)
      #expect(FileManager.default.createFile(atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
      #expect(throws: BrokerError(.unreadableSettings, subject: "")) { try file.load() }
    }
  }
}
