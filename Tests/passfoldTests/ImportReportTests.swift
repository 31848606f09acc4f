// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import VaultProtocol
import passfold

@Suite("The import report")
struct ImportReportTests {
  private let text = Presenter(format: .text, usesColor: false)

  private func report(_ kept: String) -> VaultAnswer.ImportReport {
    let own = VaultEntry(record: "01", kind: .password, title: "NAS", services: [], user: "admin")
    let difference = VaultAnswer.ImportDifference(
      place: "1.0", entry: own, parts: ["password"], title: "Portainer", user: "admin", kept: kept)
    return VaultAnswer.ImportReport(
      format: "bitwarden-json", read: 2, new: 0, kinds: [:], merged: 1, present: 1, differing: 1, differences: [difference], found: 0,
      findings: [], dated: 0)
  }

  @Test("names both entries that differ, if the file has another name")
  func names() {
    let told = text.importReport(report("mine"), stage: .preview)
    #expect(told.contains("  differs: NAS (admin), called Portainer (admin) in the file: the passwords differ\n"))
  }

  @Test(
    "says which of the differing entries is used once it is stored",
    arguments: [("mine", "yours is kept"), ("theirs", "the file's is used")])
  func kept(choice: String, words: String) {
    #expect(text.importReport(report(choice), stage: .stored).contains("  \(words): NAS (admin), called Portainer (admin) in the file: "))
  }
}
