// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import passfold

@Suite("The registration with browsers")
struct BrowserRegistrationTests {
  private static let manifest = "org.passfold.browser_host.json"

  /// Runs the body with a separate home folder that contains these folders.
  private func withHome(_ folders: [String] = [], _ body: (_ home: String) throws -> Void) throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "passfold-home-\(UUID().uuidString)").path
    for folder in [""] + folders { try FileManager.default.createDirectory(atPath: home + "/" + folder, withIntermediateDirectories: true) }
    defer {
      _ = chmod(home + "/closed", 0o700)
      try? FileManager.default.removeItem(atPath: home)
    }
    try body(home)
  }

  private func registration(_ home: String) -> BrowserRegistration { BrowserRegistration(surroundings: surroundings(home)) }

  /// The system's folders are below the home folder too, so that the browsers of this computer do not count.
  private func surroundings(_ home: String) -> BrowserSurroundings {
    BrowserSurroundings(home: home, programFolders: [home + "/bin"], root: home + "/system")
  }

  private func makeProgram(_ path: String, _ text: String = "") throws {
    try FileManager.default.createDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o755)
  }

  private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test(
    "each browser's manifest is in the folder where that browser looks for it",
    arguments: [
      (KnownBrowser.chromium, BrowserPackaging.native, ".config/chromium/NativeMessagingHosts"),
      (.chrome, .native, ".config/google-chrome/NativeMessagingHosts"),
      (.brave, .native, ".config/BraveSoftware/Brave-Browser/NativeMessagingHosts"),
      (.edge, .native, ".config/microsoft-edge/NativeMessagingHosts"),
      (.vivaldi, .native, ".config/vivaldi/NativeMessagingHosts"),
      (.firefox, .native, ".mozilla/native-messaging-hosts"),
      (.librewolf, .native, ".librewolf/native-messaging-hosts"),
      (.firefox, .flatpak, ".mozilla/native-messaging-hosts"),
      (.librewolf, .flatpak, ".mozilla/native-messaging-hosts"),
      (.firefox, .snap, ".mozilla/native-messaging-hosts"),
      (.chromium, .snap, ".config/chromium/NativeMessagingHosts"),
    ])
  func places(browser: KnownBrowser, packaging: BrowserPackaging, folder: String) throws {
    let place = try #require(
      BrowserPlace.all(in: BrowserSurroundings(home: "/h")).first { $0.browser == browser && $0.packaging == packaging })
    #expect(place.manifestFolder == "/h/" + folder)
    #expect(place.start == (packaging == .native ? .browser : .helper))
  }

  @Test("browsers that cannot start programs outside their sandbox have no place for a manifest")
  func shutIn() {
    let closed = BrowserPlace.all(in: BrowserSurroundings(home: "/h")).filter { $0.start == .nobody }
    #expect(closed.allSatisfy { $0.manifest == nil })
    #expect(
      Set(closed.map(\.name)) == [
        "Chromium (Flatpak)", "Google Chrome (Flatpak)", "Brave (Flatpak)", "Edge (Flatpak)", "Vivaldi (Flatpak)", "Brave (snap)",
        "Vivaldi (snap)",
      ])
  }

  @Test("XDG_CONFIG_HOME and Chromium's own variable move the manifests along with the browsers' folders, and no others")
  func variables() throws {
    func folders(_ variables: [String: String]) throws -> [KnownBrowser: String] {
      let surroundings = try #require(BrowserSurroundings.ofThisUser { variables[$0] })
      let native = BrowserPlace.all(in: surroundings).filter { $0.packaging == .native }
      return Dictionary(uniqueKeysWithValues: native.map { ($0.browser, $0.manifestFolder ?? "") })
    }
    let moved = try folders(["HOME": "/h", "XDG_CONFIG_HOME": "/c"])
    #expect(moved[.brave] == "/c/BraveSoftware/Brave-Browser/NativeMessagingHosts")
    #expect(moved[.firefox] == "/h/.mozilla/native-messaging-hosts")
    #expect(
      try folders(["HOME": "/h", "XDG_CONFIG_HOME": "/c", "CHROME_CONFIG_HOME": "/d"])[.edge] == "/d/microsoft-edge/NativeMessagingHosts")
    #expect(try folders(["HOME": "/h", "XDG_CONFIG_HOME": "relative"])[.chromium] == "/h/.config/chromium/NativeMessagingHosts")
    #expect(BrowserSurroundings.ofThisUser { _ in nil } == nil)
  }

  @Test("the manifests have the content that Chromium and Firefox read")
  func manifests() throws {
    try withHome([".config/chromium", ".mozilla/firefox"]) { home in
      #expect(registration(home).install(host: "/opt/passfold/host").map(\.outcome) == [.installed, .installed])
      #expect(
        try read("\(home)/.config/chromium/NativeMessagingHosts/\(Self.manifest)") == """
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
      let firefox = try read("\(home)/.mozilla/native-messaging-hosts/\(Self.manifest)")
      #expect(
        firefox.contains("\"allowed_extensions\"") && firefox.contains("passfold@passfold.org") && !firefox.contains("allowed_origins"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(home)/.mozilla/native-messaging-hosts") == [Self.manifest])
    }
  }

  @Test("only browsers that are found are registered, and a named one even if it is not found")
  func found() throws {
    try withHome([".config/BraveSoftware/Brave-Browser", ".config/mozilla/firefox"]) { home in
      #expect(registration(home).install(host: "/h").map(\.name) == ["Brave", "Firefox"])
      #expect(registration(home).install(host: "/h", for: .vivaldi).map(\.name) == ["Vivaldi"])
      try makeProgram(home + "/bin/librewolf")
      #expect(registration(home).install(host: "/h", for: .librewolf).map(\.outcome) == [.installed])
      let report = try #require(registration(home).reports(for: "/h", of: .librewolf).first)
      #expect(report.program == home + "/bin/librewolf")
    }
    try withHome { #expect(registration($0).install(host: "/h").isEmpty) }
  }

  @Test("a script that starts the snap does not count as a browser")
  func snapScript() throws {
    try withHome { home in
      try makeProgram(home + "/bin/firefox", "#!/bin/sh\nexec /snap/bin/firefox \"$@\"\n")
      try makeProgram(home + "/system/snap/bin/firefox")
      let reports = registration(home).reports(for: "/h")
      #expect(reports.map(\.name) == ["Firefox (snap)"])
      #expect(reports.first?.start == .helper && reports.first?.helperFound == false)
      try makeProgram(home + "/system/usr/share/dbus-1/services/org.freedesktop.NativeMessagingProxy.service")
      #expect(registration(home).reports(for: "/h").first?.helperFound == true)
    }
  }

  @Test("a sandboxed browser without a helper gets no manifest and is reported as not possible")
  func flatpak() throws {
    try withHome(["system/var/lib/flatpak/app/com.brave.Browser", ".var/app/org.mozilla.firefox/config/mozilla/firefox"]) { home in
      let changes = registration(home).install(host: "/h")
      #expect(changes.map(\.name) == ["Brave (Flatpak)", "Firefox (Flatpak)"])
      #expect(changes.map(\.outcome) == [.notPossible, .installed])
      #expect(!FileManager.default.fileExists(atPath: home + "/.var/app/com.brave.Browser"))
      #expect(registration(home).reports(for: "/h").map(\.state) == [.notPossible, .programMissing])
    }
  }

  @Test("another copy's manifest and one without its program are distinguished and replaced")
  func takeOver() throws {
    try withHome { home in
      let registration = BrowserRegistration(userDataFolder: home + "/profile")
      #expect(registration.reports(for: "/bin/ls").map(\.state) == [.notRegistered])
      _ = registration.install(host: "/nowhere/host")
      #expect(registration.reports(for: "/bin/ls").map(\.state) == [.programMissing])
      #expect(registration.install(host: "/bin/cat").map(\.outcome) == [.installed])
      #expect(registration.reports(for: "/bin/ls").map(\.state) == [.registeredElsewhere])
      #expect(registration.install(host: "/bin/ls").map(\.outcome) == [.installed])
      #expect(registration.reports(for: "/bin/ls").map(\.state) == [.registered])
      #expect(registration.install(host: "/bin/ls").map(\.outcome) == [.alreadyThere])
    }
  }

  @Test("a system-wide manifest counts, and the user's own takes precedence over it")
  func everybodys() throws {
    try withHome([".config/chromium", ".config/vivaldi", ".config/BraveSoftware/Brave-Browser"]) { home in
      let folder = home + "/system/etc/chromium/native-messaging-hosts"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let everybodys = "\(folder)/\(Self.manifest)"
      try HostManifestFile(path: everybodys, family: .chromium).write(host: "/bin/ls")
      let registration = registration(home)
      // A browser that is not known to look there does not count.
      #expect(registration.reports(for: "/bin/ls").map(\.state) == [.registered, .notRegistered, .registered])
      #expect(registration.reports(for: "/bin/ls").first?.manifest == everybodys)
      #expect(registration.reports(for: "/bin/cat", of: .chromium).map(\.state) == [.registeredElsewhere])
      let change = try #require(registration.install(host: "/bin/ls", for: .chromium).first)
      #expect(change.outcome == .alreadyThere && change.manifest == everybodys)
      #expect(registration.remove(host: "/bin/ls", for: .chromium).map(\.outcome) == [.nothingThere])

      #expect(registration.install(host: "/bin/cat", for: .chromium).map(\.outcome) == [.installed])
      #expect(registration.reports(for: "/bin/cat", of: .chromium).map(\.state) == [.registered])
      #expect(try read(everybodys).contains("/bin/ls"))
    }
  }

  @Test("a modified manifest is kept by both commands until replacing is requested")
  func changed() throws {
    try withHome([".config/chromium"]) { home in
      let registration = registration(home)
      _ = registration.install(host: "/bin/ls")
      let path = "\(home)/.config/chromium/NativeMessagingHosts/\(Self.manifest)"
      let changed = try read(path).replacing("allowed_origins\" : [", with: "allowed_origins\" : [\n    \"chrome-extension://mine/\",")
      try changed.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(registration.reports(for: "/bin/ls").map(\.state) == [.changed])
      #expect(registration.install(host: "/bin/ls").map(\.outcome) == [.leftChanged])
      #expect(registration.remove(host: "/bin/ls", for: .chromium).map(\.outcome) == [.leftChanged])
      #expect(try read(path) == changed)
      #expect(registration.install(host: "/bin/ls", replaces: true).map(\.outcome) == [.installed])
      #expect(registration.reports(for: "/bin/ls").map(\.state) == [.registered])
    }
  }

  @Test("a manifest that is a symbolic link is kept, and so is the linked file")
  func link() throws {
    try withHome([".config/chromium/NativeMessagingHosts"]) { home in
      let path = "\(home)/.config/chromium/NativeMessagingHosts/\(Self.manifest)"
      try "{}".write(toFile: home + "/own.json", atomically: true, encoding: .utf8)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: home + "/own.json")
      #expect(registration(home).install(host: "/bin/ls").map(\.outcome) == [.leftChanged])
      #expect(registration(home).remove(host: "/bin/ls", for: .chromium).map(\.outcome) == [.leftChanged])
      #expect(try read(home + "/own.json") == "{}")
    }
  }

  @Test("a linked folder, as in LibreWolf's guide, is written through, and removing one file unregisters both browsers")
  func linkedFolder() throws {
    try withHome([".mozilla/native-messaging-hosts", ".mozilla/firefox", ".librewolf"]) { home in
      try FileManager.default.createSymbolicLink(
        atPath: home + "/.librewolf/native-messaging-hosts", withDestinationPath: home + "/.mozilla/native-messaging-hosts")
      #expect(registration(home).install(host: "/bin/ls").map(\.outcome) == [.installed, .alreadyThere])
      #expect(registration(home).reports(for: "/bin/ls").map(\.state) == [.registered, .registered])
      let removed = registration(home).remove(host: "/bin/ls").filter { $0.outcome == .removed }
      #expect(removed.map(\.name) == ["Firefox"])
    }
  }

  @Test("remove deletes only what install wrote")
  func remove() throws {
    try withHome([".config/chromium/NativeMessagingHosts", ".mozilla/firefox", ".mozilla/native-messaging-hosts"]) { home in
      let other = home + "/.config/chromium/NativeMessagingHosts/org.other.host.json"
      try "{}".write(toFile: other, atomically: true, encoding: .utf8)
      let registration = registration(home)
      _ = registration.install(host: "/bin/ls")
      func removed(_ host: String, _ browser: KnownBrowser? = nil) -> [BrowserChange.Outcome] {
        registration.remove(host: host, for: browser).map(\.outcome).filter { $0 != .nothingThere }
      }
      #expect(removed("/bin/cat") == [.leftForAnotherCopy, .leftForAnotherCopy])
      #expect(removed("/bin/ls", .firefox) == [.removed])
      #expect(removed("/bin/ls") == [.removed])
      #expect(removed("/bin/ls").isEmpty)
      #expect(try read(other) == "{}")
      #expect(FileManager.default.fileExists(atPath: home + "/.mozilla/firefox"))
      // A copy that is gone cannot remove its own manifest.
      _ = registration.install(host: "/nowhere/host", for: .chromium)
      #expect(removed("/bin/ls") == [.removed])
    }
  }

  @Test("a place that cannot be written reports why, keeps its content and does not stop the others")
  func notWritable() throws {
    try withHome([".config/google-chrome", ".config/vivaldi", ".config/chromium"]) { home in
      // A file in place of a folder, and a dangling link.
      try "".write(toFile: home + "/.config/chromium/NativeMessagingHosts", atomically: true, encoding: .utf8)
      try FileManager.default.createSymbolicLink(
        atPath: home + "/.config/google-chrome/NativeMessagingHosts", withDestinationPath: "/nowhere")
      let changes = registration(home).install(host: "/bin/ls")
      #expect(changes.map(\.outcome) == [.failed, .failed, .installed])
      #expect(changes.map(\.errorNumber) == [ENOTDIR, EEXIST, nil])
      #expect(changes.first?.failedPath == home + "/.config/chromium/NativeMessagingHosts")
      #expect(
        Presenter(format: .text, usesColor: false).installed(changes, extensionFolder: nil).contains(
          "not a directory; nothing was changed there"))
    }
  }

  @Test("a file that is not regular, or larger than a manifest, is not read")
  func oddFiles() throws {
    try withHome([".config/chromium/NativeMessagingHosts"]) { home in
      let path = "\(home)/.config/chromium/NativeMessagingHosts/\(Self.manifest)"
      #expect(mkfifo(path, 0o600) == 0)
      #expect(registration(home).reports(for: "/bin/ls").map(\.state) == [.unreadable])
      #expect(registration(home).install(host: "/bin/ls").map(\.outcome) == [.failed])
      unlink(path)
      try String(repeating: " ", count: 100_000).write(toFile: path, atomically: true, encoding: .utf8)
      #expect(registration(home).reports(for: "/bin/ls").map(\.state) == [.unreadable])
      try "".write(toFile: path, atomically: true, encoding: .utf8)
      #expect(registration(home).install(host: "/bin/ls").map(\.outcome) == [.installed])
    }
  }
}
