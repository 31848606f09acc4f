// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import VaultProtocol

@Suite("Losses when entries are exported to another provider")
struct HandoverLossTests {
  private func finding(
    _ entry: Int?, _ path: String, _ outcome: String = "left-out", _ reason: String = "noPlace"
  ) -> VaultAnswer.ExchangeFinding {
    VaultAnswer.ExchangeFinding(entry: entry, title: entry.map { "Entry \($0)" } ?? "", path: path, reason: reason, outcome: outcome)
  }

  private func losses(_ findings: [VaultAnswer.ExchangeFinding]) -> [VaultAnswer.HandoverLoss] {
    VaultAnswer.HandoverLoss.gathered(from: findings)
  }

  @Test(
    "do not include dates and names that only Passfold keeps, or values that become fields",
    arguments: [
      ("parts[0].created", "left-out"), ("parts[1].added", "left-out"), ("parts[0].pendingSince", "left-out"),
      ("parts[0].relyingPartyName", "left-out"), ("parts[0].history", "kept-as-field"), ("annotations.note", "kept-in-part"),
    ])
  func noLoss(path: String, outcome: String) {
    #expect(losses([finding(1, path, outcome)]) == [])
  }

  @Test(
    "name what the user would miss",
    arguments: [
      ("attachments[3]", "left-out", "noPlace", "file"), ("parts[0].history", "left-out", "noPlace", "history"),
      ("shelf", "left-out", "noPlace", "archived"), ("parts[2]", "left-out", "countingPasskey", "passkey"),
      ("parts[2]", "left-out", "unsupportedKey", "passkey"), ("parts[0]", "left-out", "unsupportedCode", "code"),
      ("parts[0].protection", "left-out", "noPlace", "protection"), ("parts[0].services[1]", "left-out", "noPlace", "kept-away"),
      ("parts[0].services[1].rule", "kept-in-part", "noPlace", "address-rule"), ("parts", "kept-in-part", "noPlace", "address-owner"),
      ("parts[0].addresses[0].label", "kept-in-part", "noPlace", "label"), ("somethingNew", "left-out", "noPlace", "other"),
    ])
  func named(path: String, outcome: String, reason: String, part: String) {
    #expect(losses([finding(7, path, outcome, reason)]) == [.init(entry: 7, title: "Entry 7", parts: [part])])
  }

  @Test("list each entry once, with each kind of loss once")
  func gathered() {
    let all = losses([
      finding(2, "attachments[0]"), finding(2, "attachments[1]"), finding(5, "shelf"), finding(2, "parts[0].history"),
      finding(2, "parts[0].created"),
    ])
    #expect(
      all == [.init(entry: 2, title: "Entry 2", parts: ["file", "history"]), .init(entry: 5, title: "Entry 5", parts: ["archived"])])
    #expect(all[0].words == "its files, its history")
  }

  @Test("have words for every kind, even for one of a newer vault")
  func words() {
    let words = VaultAnswer.HandoverLoss.Part.allCases.map(\.words)
    #expect(Set(words).count == words.count && !words.contains(""))
    #expect(VaultAnswer.HandoverLoss(entry: nil, title: "", parts: ["newer"]).words == "something else")
  }
}
