// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Translations

/// The report for the user before another provider's credentials are stored.
struct TakeoverReport {
  /// The maximum number of differences and findings that are named; the rest is counted.
  private static let mostNamed = 5

  let isAnyDifferent: Bool
  private let title: String
  private let exporter: String
  private let details: [PresentableDetail]

  init(_ plan: ImportPlan, _ collection: ImportedCollection, from exporter: String) {
    isAnyDifferent = !plan.differences.isEmpty
    title = translated("Import from \(exporter)?")
    self.exporter = exporter
    let kinds = plan.batch.additions.reduce(into: [CredentialKind: Int]()) { $0[$1.record.kind, default: 0] += 1 }
    let words = CredentialKind.inReports.compactMap { kind in kinds[kind].map(kind.counted) }
    var details = [
      PresentableDetail(
        label: translated("Handed over"),
        value: translated(collection.readCount, one: "\(collection.readCount) item", other: "\(collection.readCount) items")),
      PresentableDetail(label: translated("New"), value: words.isEmpty ? translated("nothing") : words.joined(separator: ", ")),
    ]
    func add(_ label: String, _ count: Int) { if count > 0 { details.append(PresentableDetail(label: label, value: String(count))) } }
    add(translated("Merged into yours"), plan.batch.mergings.count)
    add(translated("Already yours"), plan.present.count)
    if isAnyDifferent {
      let names = plan.differences.map { difference in
        let user = difference.summary.user
        return ImportedText.line(user.isEmpty ? difference.summary.title : "\(difference.summary.title) (\(user))", atMost: 60)
      }
      details.append(PresentableDetail(label: translated("Different from yours"), value: "\(names.count): \(Self.named(names))"))
    }
    if !plan.findings.isEmpty {
      let places = plan.findings.map { finding in
        ImportedText.line([finding.place.title, finding.place.path].filter { !$0.isEmpty }.joined(separator: ": "), atMost: 60)
      }
      details.append(PresentableDetail(label: translated("Not kept unchanged"), value: Self.named(places)))
    }
    self.details = details
  }

  private static func named(_ names: [String]) -> String {
    let rest = names.count - mostNamed
    return (names.prefix(mostNamed) + (rest > 0 ? [translated("and \(rest) more")] : [])).joined(separator: "; ")
  }

  /// The report without a question.
  var told: PresentableConfirmation {
    PresentableConfirmation(
      title: translated("Preview of the import from \(exporter)"), message: ProviderTexts.nothingTaken(from: exporter), details: details,
      confirmLabel: translated("Close"))
  }

  /// The report with a request for consent.
  var question: PresentableConfirmation {
    PresentableConfirmation(title: title, message: ProviderTexts.takeOver, details: details, confirmLabel: translated("Import"))
  }

  /// The report with a request for consent and for which of two different secrets to keep.
  var choice: PresentableChoice {
    PresentableChoice(
      title: title, message: ProviderTexts.takeOver, details: details,
      rows: [
        PresentableRow(
          id: ImportPlan.Resolution.mine.rawValue, title: translated("Keep mine"),
          subtitle: translated("The other values go into the history or the fields of your entries")),
        PresentableRow(
          id: ImportPlan.Resolution.theirs.rawValue, title: translated("Take theirs"),
          subtitle: translated("Your values go into the history or the fields of your entries")),
        PresentableRow(
          id: ImportPlan.Resolution.both.rawValue, title: translated("Keep both"), subtitle: translated("As separate entries")),
      ], confirmLabel: translated("Import"))
  }
}

extension CredentialKind {
  /// The kinds in the order of reports.
  fileprivate static let inReports: [Self] = [.password, .passkey, .oneTimeCode, .note, .card, .identity]

  /// Returns a number with the kind's noun.
  fileprivate func counted(_ count: Int) -> String {
    switch self {
    case .password: translated(count, one: "\(count) login", other: "\(count) logins")
    case .passkey: translated(count, one: "\(count) passkey", other: "\(count) passkeys")
    case .oneTimeCode: translated(count, one: "\(count) one-time code", other: "\(count) one-time codes")
    case .note: translated(count, one: "\(count) note", other: "\(count) notes")
    case .card: translated(count, one: "\(count) card", other: "\(count) cards")
    case .identity: translated(count, one: "\(count) identity", other: "\(count) identities")
    }
  }
}
