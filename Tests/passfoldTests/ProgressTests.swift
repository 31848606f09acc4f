// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Testing
import VaultProtocol
import passfold

@Suite("The progress of long work")
struct ProgressTests {
  @Test("is one line on a terminal, shown after one second, updated at most five times a second and removed at the end")
  func terminal() {
    var pace = ProgressPace(isOnTerminal: true, from: 100)
    #expect(pace.text("Reading entries", done: 1, of: 9, at: 100.9) == nil)
    #expect(pace.ending() == nil)
    #expect(pace.text("Reading entries", done: 2, of: 9, at: 101) == "\rReading entries: 2 of 9\u{1B}[K")
    #expect(pace.text("Reading entries", done: 3, of: 9, at: 101.1) == nil)
    #expect(pace.text("Reading file contents, KiB", done: 30, of: 20, at: 101.2) == "\rReading file contents, KiB: 20 of 20\u{1B}[K")
    #expect(pace.ending() == "\r\u{1B}[K")
    #expect(pace.ending() == nil)
  }

  @Test("is a separate line every ten seconds without a terminal, and nothing is removed")
  func elsewhere() {
    var pace = ProgressPace(isOnTerminal: false, from: 100)
    #expect(pace.text("Reading entries", done: 1, of: 9, at: 109) == nil)
    #expect(pace.text("Reading entries", done: 2, of: 9, at: 110) == "Reading entries: 2 of 9\n")
    #expect(pace.text("Reading entries", done: 3, of: 9, at: 119.9) == nil)
    #expect(pace.text("Reading the database", done: 0, of: 0, at: 121) == "Reading the database\n")
    #expect(pace.ending() == nil)
  }

  @Test(
    "is counted in entries or KiB, and an unknown stage is shown by its name",
    arguments: [
      ("database", "Reading the database", 0, 0), ("records", "Reading entries", 2048, 4096),
      ("attachments", "Reading file contents, KiB", 2, 4),
      ("snapshots", "Reading snapshots, KiB", 2, 4), ("copying", "Copying the vault, KiB", 2, 4), ("weighing", "weighing", 2048, 4096),
    ])
  func words(stage: String, title: String, done: Int, total: Int) {
    let isUnknown = total == 0
    let words = KeepingWords(VaultAnswer.Progress(stage: stage, done: isUnknown ? 0 : 2048, total: isUnknown ? 0 : 4096))
    #expect(words.title == title && words.done == done && words.total == total)
  }
}
