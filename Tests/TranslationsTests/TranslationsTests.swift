// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGettext
import Foundation
import Glibc
import Testing
import Translations

/// A catalogue of the tests' own, and a thread that speaks its language: the locale of the process stays as it is for the tests beside these.
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

  /// Does something in a thread of this language, with the catalogues of this folder.
  func speaking<R>(_ language: String, locale: String = "C.UTF-8", _ body: () -> R) -> R {
    // Read in the C locale by nobody: gettext looks at it in no other thread of this process.
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

@Suite("Messages in the person's language", .serialized)
struct TranslationsTests {
  private let catalogue: Catalogue

  init() throws { catalogue = try Catalogue() }

  @Test("a message is in the language of the session, with its values")
  func translates() {
    let name = "Passfold"
    #expect(catalogue.speaking("de") { translated("\(name) is locked") } == "Gesperrt ist Passfold")
  }

  @Test("a language's region and the list of languages lead to the catalogue that is there")
  func fallsBack() {
    #expect(catalogue.speaking("de_AT.UTF-8") { translated("\("Shop") is locked") } == "Gesperrt ist Shop")
    #expect(catalogue.speaking("fr:de") { translated("\("Shop") is locked") } == "Gesperrt ist Shop")
  }

  @Test("a message without a translation is in English")
  func isEnglishOtherwise() {
    #expect(catalogue.speaking("de") { translated("Nothing was lost. \(3)") } == "Nothing was lost. 3")
    #expect(catalogue.speaking("fr") { translated("\("Shop") is locked") } == "Shop is locked")
  }

  @Test("the C locale is English whatever LANGUAGE says")
  func isEnglishInTheCLocale() {
    #expect(catalogue.speaking("de", locale: "C") { translated("\("Shop") is locked") } == "Shop is locked")
  }

  @Test("a translation may put the values into another order, and say one twice")
  func reorders() {
    #expect(catalogue.speaking("de") { translated("\(1) of \("all")") } == "von all: 1, ja, 1")
  }

  @Test("what a value says is never read as a place")
  func valuesAreNoPlaces() {
    #expect(catalogue.speaking("de") { translated("\("%2") of \("%1")") } == "von %1: %2, ja, %2")
    #expect(translated("\("%2 100 %") of \("%1")") == "%2 100 % of %1")
  }

  @Test("a number takes the form that the language has for it")
  func plurals() {
    func entries(_ count: Int) -> String { translated(count, one: "\(count) entry", other: "\(count) entries") }
    #expect([0, 1, 2].map(entries) == ["0 entries", "1 entry", "2 entries"])
    #expect(catalogue.speaking("de") { [0, 1, 2].map(entries) } == ["0 Einträge", "ein Eintrag", "2 Einträge"])
  }

  @Test("a translation with places that no value has shows them as they stand")
  func hostilePlaces() {
    #expect(catalogue.speaking("de") { translated("Broken \("x")") } == "Kaputt x %2 %9 % %")
  }

  @Test(
    "the session's languages are read as gettext reads them",
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
