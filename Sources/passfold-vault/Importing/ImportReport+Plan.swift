// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialVault
import VaultProtocol

extension VaultAnswer.ImportReport {
  /// Creates the report of a plan: numbers, names and places, but no secret.
  init(_ plan: ImportPlan, of collection: ImportedCollection, _ format: String) {
    func counted(_ kinds: some Sequence<CredentialKind>) -> [String: Int] {
      kinds.reduce(into: [:]) { counts, kind in counts[VaultEntry.Kind(kind).rawValue, default: 0] += 1 }
    }
    self.init(
      format: format, read: collection.readCount, new: plan.batch.additions.count, kinds: counted(plan.batch.additions.map(\.record.kind)),
      merged: plan.batch.mergings.count, mergedKinds: counted(plan.batch.mergings.map(\.record.kind)), present: plan.present.count,
      presentKinds: counted(plan.present), differing: plan.differences.count,
      differingKinds: counted(plan.differences.map(\.summary.kind)),
      differences: plan.differences.prefix(Self.longest).map {
        VaultAnswer.ImportDifference(
          place: $0.place.description, entry: VaultEntry($0.summary), parts: $0.parts, title: $0.imported.title, user: $0.imported.user,
          kept: $0.resolution.rawValue)
      }, found: plan.findings.count, findings: plan.findings.prefix(Self.longest).map { .init($0, of: collection.items) },
      dated: plan.datedCount)
  }
}

extension VaultAnswer.ExchangeFinding {
  /// Creates the value of a finding, with each text on one line of limited length.
  ///
  /// - Parameter items: The entries of the file.
  init(_ finding: ImportFinding, of items: [ExchangedItem]) {
    let (outcome, field): (String, String?) =
      switch finding.outcome {
      case .keptAsField(let name): ("kept-as-field", name)
      case .keptInPart: ("kept-in-part", nil)
      case .readLeniently: ("read-leniently", nil)
      case .leftOut: ("left-out", nil)
      }
    self.init(
      entry: finding.place.entry.map { $0 + 1 }, title: ImportedText.line(finding.place.title, atMost: 100),
      path: ImportedText.line(finding.place.path, atMost: 100), reason: finding.reason.description, outcome: outcome,
      field: field.map { ImportedText.line($0, atMost: 100) }, kind: finding.place.kind(among: items).map { VaultEntry.Kind($0).rawValue })
  }
}

extension ImportFinding.Place {
  /// Returns the kind of the part to which the path leads, as in `parts[1].history`; nil for other paths.
  fileprivate func kind(among items: [ExchangedItem]) -> CredentialKind? {
    guard let entry, items.indices.contains(entry), path.hasPrefix("parts["), let end = path.firstIndex(of: "]"),
      let part = Int(path.dropFirst("parts[".count).prefix(upTo: end)), items[entry].parts.indices.contains(part)
    else { return nil }
    return items[entry].parts[part].kind
  }
}
