// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import Testing

@Suite("The program that started a browser host")
struct BrowserProgramTests {
  @Test("a browser from the system's packages is recognised by its path")
  func browsers() {
    #expect(BrowserProgram.running("/usr/lib/firefox-esr/firefox-esr")?.kind == .browser)
    #expect(BrowserProgram.running("/opt/google/chrome/chrome")?.name == "Chrome")
    #expect(BrowserProgram.running("/usr/libexec/xdg-desktop-portal")?.kind == .portal)
  }

  @Test("a program with a browser's name in any other folder is unknown")
  func impostors() {
    #expect(BrowserProgram.running("/home/alice/bin/chromium")?.kind == .unknown)
    #expect(BrowserProgram.running("/tmp/usr/lib/chromium/chromium")?.kind == .unknown)
    #expect(BrowserProgram.running("/usr/bin/python3.11")?.kind == .unknown)
  }

  @Test("an updated browser whose old program still runs, or a snap's next revision, counts as the same program")
  func updates() {
    #expect(BrowserProgram.running("/usr/lib/chromium/chromium (deleted)") == .chromium)
    let revisions = ["4090", "4173"].map { revision in
      BrowserProgram.running("/snap/firefox/\(revision)/usr/lib/firefox/firefox", packaging: .snap("firefox"))
    }
    #expect(revisions[0]?.identity == "firefox (snap)" && revisions[0] == revisions[1])
  }

  @Test("a process that hides its program or has ended is not identified")
  func hidden() {
    #expect(BrowserProgram.running(nil) == nil)
    #expect(BrowserProgram.running("/usr/lib/chromium/chromium", isRunning: false) == nil)
  }

  @Test("a program in an unknown sandbox is not identified, whatever its path there is")
  func unknownBox() {
    #expect(BrowserProgram.running("/usr/lib/chromium/chromium", packaging: .unknown) == nil)
  }
}
