// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import Testing

@Suite("Web authentication sessions")
struct WebAuthenticationTests {
  private static let list = """
    [Added Associations]
    x-scheme-handler/shop=other.desktop
    [Default Applications]
    text/html=browser.desktop
    x-scheme-handler/shop=shop.desktop

    """

  @Test("the default program of a scheme is read only from the group of default applications")
  func reading() {
    let applications = MimeApplications(text: Self.list)
    #expect(applications.defaults(for: "x-scheme-handler/shop") == "shop.desktop")
    #expect(applications.defaults(for: "x-scheme-handler/sho") == nil)
  }

  @Test("a scheme that was taken temporarily is given back unchanged, and every other line stays")
  func takingAndGivingBack() {
    var applications = MimeApplications(text: Self.list)
    applications.putFirst("mine.desktop", for: "x-scheme-handler/shop")
    #expect(applications.defaults(for: "x-scheme-handler/shop") == "mine.desktop;shop.desktop")
    #expect(applications.text.contains("x-scheme-handler/shop=other.desktop\n"))
    applications.remove(from: "x-scheme-handler/shop") { $0 == "mine.desktop" }
    #expect(Set(applications.text.split(separator: "\n")) == Set(Self.list.split(separator: "\n")))
  }

  @Test("an empty file gets the group of default applications, and the entry can be removed again")
  func emptyFile() {
    var applications = MimeApplications(text: "")
    applications.putFirst("mine.desktop", for: "x-scheme-handler/shop")
    #expect(applications.text == "[Default Applications]\nx-scheme-handler/shop=mine.desktop\n")
    applications.remove(from: "x-scheme-handler/shop") { $0 == "mine.desktop" }
    #expect(applications.defaults(for: "x-scheme-handler/shop") == nil)
  }

  @Test("overlapping sessions, or a program killed during one, return the scheme to the user's own program")
  func overlapping() {
    var applications = MimeApplications(text: Self.list)
    applications.putFirst("first.desktop", for: "x-scheme-handler/shop")
    applications.putFirst("second.desktop", for: "x-scheme-handler/shop")
    #expect(applications.defaults(for: "x-scheme-handler/shop") == "second.desktop;first.desktop;shop.desktop")
    applications.remove(from: "x-scheme-handler/shop") { $0 == "first.desktop" }
    #expect(applications.defaults(for: "x-scheme-handler/shop") == "second.desktop;shop.desktop")
    applications.remove(from: "x-scheme-handler/shop") { $0 == "second.desktop" }
    #expect(Set(applications.text.split(separator: "\n")) == Set(Self.list.split(separator: "\n")))
  }

  @Test("a private window is opened with the browser's own option, or as a normal window if the browser is unknown")
  func privateWindows() throws {
    let url = try #require(URL(string: "https://shop.example/sign-in"))
    func words(_ browser: String?, _ isEphemeral: Bool) -> [String] {
      BrowserCommand.words(opening: url, browser: browser, isEphemeral: isEphemeral)
    }
    #expect(words("firefox-esr.desktop", false) == ["xdg-open", url.absoluteString])
    #expect(words("firefox-esr.desktop", true) == ["firefox", "--private-window", url.absoluteString])
    #expect(words("org.chromium.Chromium.desktop", true) == ["chromium", "--incognito", url.absoluteString])
    #expect(words("epiphany.desktop", true) == ["xdg-open", url.absoluteString])
    #expect(words(nil, true) == ["xdg-open", url.absoluteString])
  }

  @Test(
    "an argument in a desktop file is quoted only if necessary",
    arguments: [
      ("/usr/bin/passfold", "/usr/bin/passfold"), ("/home/anne m/passfold", "\"/home/anne m/passfold\""),
      ("/100%/passfold", "/100%%/passfold"),
      ("a\"b$c`d\\e", #""a\\"b\\$c\\`d\\\\e""#), ("", "\"\""), ("/opt/\u{E9}/passfold", "\"/opt/\u{E9}/passfold\""),
    ])
  func execArguments(argument: String, text: String) {
    #expect(ExecArgument.text(argument) == text)
  }

  @Test("a session with an https callback ends immediately and says that it needs the program's own scheme")
  func httpsCallback() async throws {
    let page = try #require(URL(string: "https://shop.example/sign-in"))
    let error = await withCheckedContinuation { continuation in
      let session = ASWebAuthenticationSession(url: page, callback: .https(host: "shop.example", path: "/done")) { _, error in
        continuation.resume(returning: error)
      }
      #expect(session.start())
      #expect(!session.start())
    }
    let reason = try #require(error as? ASWebAuthenticationSessionError)
    #expect(reason.code == .presentationContextInvalid)
    #expect((reason as NSError).localizedFailureReason?.contains("scheme of the program's own") ?? false)
  }
}
