// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import PinentryPrompts
import Testing
import passfold_broker

@Suite("The prompt that connects a browser")
struct PairingWordsTests {
  private func program(_ path: String) throws -> BrowserProgram {
    try #require(BrowserProgram(startedBy: CallerIdentity(user: 1000, process: 7, executable: path) { true }))
  }

  private func description(_ path: String, former: String? = nil) throws -> String {
    PairingWords.question(PairingQuestion(digits: "012345", program: try program(path), formerProgram: former)).description
  }

  @Test("names a known browser by its name and path, and warns about any other program")
  func names() throws {
    #expect(try description("/usr/lib/chromium/chromium").hasPrefix("Chromium (/usr/lib/chromium/chromium) asks to fill in"))
    #expect(try description("/usr/bin/bash").hasPrefix("A program that Passfold does not recognise as a browser (/usr/bin/bash) asks"))
    #expect(try description("/usr/libexec/xdg-desktop-portal").hasPrefix("A browser in a Flatpak or snap (by /usr/libexec/xdg"))
    #expect(try !description("/usr/bin/bash").contains("  "))
    #expect(try description("/usr/bin/bash", former: "/usr/lib/chromium/chromium").contains("connected from another program before"))
  }

  @Test(
    "keeps the digits and the warning, however long the program's path is",
    arguments: [
      "/" + String(repeating: "long/", count: 400), "/" + String(repeating: "e" + String(repeating: "\u{301}", count: 90), count: 20),
    ])
  func longPaths(path: String) throws {
    let text = try description(path + "end", former: path)
    let line = AssuanLine.command("SETDESC", text)
    #expect(line.count <= AssuanLine.byteLimit)
    #expect(String(decoding: line, as: UTF8.self).contains("012 345"))
    #expect(String(decoding: line, as: UTF8.self).hasSuffix("do not connect.\n"))
  }
}
