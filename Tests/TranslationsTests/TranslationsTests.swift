// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGettext
import Foundation
import Glibc
import Testing
import Translations

/// The tests' own catalogue, and a thread with its language. The process's locale stays unchanged for other tests.
private final class Catalogue {
  static let german = #"""
    msgid ""
    msgstr "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"

    msgid "%1 is locked"
    msgstr "Gesperrt ist %1"

    msgid "%1 of %2"
    msgstr "von %2: %1, ja, %1"

    msgid "%1 entry"
    msgid_plural "%1 entries"
    msgstr[0] "ein Eintrag"
    msgstr[1] "%1 Einträge"

    msgid "Broken %1"
    msgstr "Kaputt %1 %2 %9 % %"
    """#

  let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-translations-\(UUID())")

  init() throws {
    let place = folder.appending(path: "de/LC_MESSAGES")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let source = folder.appending(path: "de.po")
    try Data(Self.german.utf8).write(to: source)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/msgfmt")
    process.arguments = ["--output-file", place.appending(path: "passfold.mo").path, source.path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs the body in a thread with this language and the catalogues of this folder.
  func speaking<R>(_ language: String, locale: String = "C.UTF-8", _ body: () -> R) -> R {
    // Other threads are unaffected: in the C locale, gettext does not read this variable.
    setenv("LANGUAGE", language, 1)
    Translations.bind(to: folder.path)
    let spoken = newlocale(LC_MESSAGES_MASK, locale, nil)
    let before = uselocale(spoken)
    defer {
      uselocale(before)
      freelocale(spoken)
      unsetenv("LANGUAGE")
    }
    return body()
  }
}

@Suite("Translated messages", .serialized)
struct TranslationsTests {
  private let catalogue: Catalogue

  init() throws { catalogue = try Catalogue() }

  @Test("are in the language of the session and contain their values")
  func translates() {
    let name = "Passfold"
    #expect(catalogue.speaking("de") { translated("\(name) is locked") } == "Gesperrt ist Passfold")
  }

  @Test("come from the existing catalogue if the language has a region or is in a list")
  func fallsBack() {
    #expect(catalogue.speaking("de_AT.UTF-8") { translated("\("Shop") is locked") } == "Gesperrt ist Shop")
    #expect(catalogue.speaking("fr:de") { translated("\("Shop") is locked") } == "Gesperrt ist Shop")
  }

  @Test("are in English if there is no translation")
  func isEnglishOtherwise() {
    #expect(catalogue.speaking("de") { translated("Nothing was lost. \(3)") } == "Nothing was lost. 3")
    #expect(catalogue.speaking("fr") { translated("\("Shop") is locked") } == "Shop is locked")
  }

  @Test("are in English in the C locale, whatever LANGUAGE says")
  func isEnglishInTheCLocale() {
    #expect(catalogue.speaking("de", locale: "C") { translated("\("Shop") is locked") } == "Shop is locked")
  }

  @Test("may use their values in another order and more than once")
  func reorders() {
    #expect(catalogue.speaking("de") { translated("\(1) of \("all")") } == "von all: 1, ja, 1")
  }

  @Test("never treat a value's content as a placeholder")
  func valuesAreNoPlaces() {
    #expect(catalogue.speaking("de") { translated("\("%2") of \("%1")") } == "von %1: %2, ja, %2")
    #expect(translated("\("%2 100 %") of \("%1")") == "%2 100 % of %1")
  }

  @Test("use the language's plural form for a number")
  func plurals() {
    func entries(_ count: Int) -> String { translated(count, one: "\(count) entry", other: "\(count) entries") }
    #expect([0, 1, 2].map(entries) == ["0 entries", "1 entry", "2 entries"])
    #expect(catalogue.speaking("de") { [0, 1, 2].map(entries) } == ["0 Einträge", "ein Eintrag", "2 Einträge"])
  }

  @Test("show placeholders without a value literally")
  func hostilePlaces() {
    #expect(catalogue.speaking("de") { translated("Broken \("x")") } == "Kaputt x %2 %9 % %")
  }

  @Test(
    "use the session's languages as gettext reads them",
    arguments: [
      ([:], nil), (["LANG": "C"], nil), (["LANG": "POSIX", "LANGUAGE": "de"], nil), (["LANG": "de_DE.UTF-8"], "de_DE.UTF-8"),
      (["LANG": "C.UTF-8", "LANGUAGE": "de"], "de"), (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"], "en_GB.UTF-8"),
      (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], nil), (["LANG": "de_DE.UTF-8", "LC_ALL": "", "LANGUAGE": ""], "de_DE.UTF-8"),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "de:en"], "de:en"),
    ] as [([String: String], String?)])
  func readsTheSession(variables: [String: String], names: String?) {
    #expect(SessionLanguage(variable: { variables[$0] }).names == names)
  }
}
