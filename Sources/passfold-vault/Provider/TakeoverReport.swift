// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialProviderHost
import CredentialVault

/// What a person is told before another provider's credentials are stored.
struct TakeoverReport {
  /// The most findings that are named; the rest is counted.
  private static let namedFindings = 5

  let isAnyDifferent: Bool
  private let title: String
  private let details: [PresentableDetail]

  init(_ plan: ImportPlan, _ collection: ImportedCollection, from exporter: String) {
    isAnyDifferent = !plan.differences.isEmpty
    title = "Import from \(exporter)?"
    let kinds = plan.batch.additions.reduce(into: [CredentialKind: Int]()) { $0[$1.record.kind, default: 0] += 1 }
    let words = CredentialKind.inReports.compactMap { kind, one, many in
      kinds[kind].map { $0 == 1 ? "1 \(one)" : "\($0) \(many)" }
    }
    var details = [
      PresentableDetail(label: "Handed over", value: collection.readCount == 1 ? "1 item" : "\(collection.readCount) items"),
      PresentableDetail(label: "New", value: words.isEmpty ? "nothing" : words.joined(separator: ", ")),
    ]
    func add(_ label: String, _ count: Int) { if count > 0 { details.append(PresentableDetail(label: label, value: String(count))) } }
    add("Added to yours", plan.batch.mergings.count)
    add("Yours already", plan.presentCount)
    add("Different from yours", plan.differences.count)
    if !plan.findings.isEmpty {
      let named = plan.findings.prefix(Self.namedFindings).map { finding in
        let place = [finding.place.title, finding.place.path].filter { !$0.isEmpty }.joined(separator: ": ")
        return ImportedText.line(place, atMost: 60)
      }
      let rest = plan.findings.count - named.count
      details.append(
        PresentableDetail(
          label: "Not kept as it was", value: (named + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "; ")))
    }
    self.details = details
  }

  /// Asks for a yes.
  var question: PresentableConfirmation {
    PresentableConfirmation(title: title, message: ProviderTexts.takeOver, details: details, confirmLabel: "Import")
  }

  /// Asks for a yes, and whose of two different secrets counts.
  var choice: PresentableChoice {
    PresentableChoice(
      title: title, message: ProviderTexts.takeOver, details: details,
      rows: [
        PresentableRow(id: ImportPlan.Resolution.mine.rawValue, title: "Keep mine", subtitle: "Yours stay as they are"),
        PresentableRow(id: ImportPlan.Resolution.theirs.rawValue, title: "Take theirs", subtitle: "Yours go into the history"),
        PresentableRow(id: ImportPlan.Resolution.both.rawValue, title: "Keep both", subtitle: "Beside each other"),
      ], confirmLabel: "Import")
  }
}

extension CredentialKind {
  /// The kinds in the order of reports, each with its noun for one and for several.
  fileprivate static let inReports: [(Self, String, String)] = [
    (.password, "login", "logins"), (.passkey, "passkey", "passkeys"), (.oneTimeCode, "one-time code", "one-time codes"),
    (.note, "note", "notes"), (.card, "card", "cards"), (.identity, "identity", "identities"),
  ]
}
