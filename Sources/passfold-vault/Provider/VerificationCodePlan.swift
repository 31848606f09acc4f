// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import CredentialProviderHost
package import FoundationEssentials
package import OneTimeCodes
import SecretMemory
import Translations

/// The entry that a set-up link would add, its possible places, and the facts that the user needs before agreeing.
package struct VerificationCodePlan: Sendable {
  /// The identifier of the row that creates a separate entry.
  package static let newEntryRow = "new"
  /// The minimum number of bytes of a secret in Apple's documents, 160 bits.
  private static let goodSecretByteCount = 20

  private let setup: SetupURL
  private let placement: CodePlacement

  /// Plans the addition of `setup`.
  ///
  /// - Parameters:
  ///   - setup: The link.
  ///   - page: The most specific service identifier of the page that it was on.
  ///   - summaries: The contents of the vault.
  package init(setup: SetupURL, page: String?, summaries: [CredentialSummary]) {
    self.setup = setup
    placement = CodePlacement(setup: setup, page: page, summaries: summaries)
  }

  /// The service's name as it is shown to the user.
  package var serviceName: String { setup.label ?? setup.issuer ?? placement.pageDomain ?? setup.account }

  /// The choice to present: the matching logins, best first, and a new entry.
  package var question: PresentableChoice {
    PresentableChoice(
      title: translated("Add a one-time code?"), message: warnings.isEmpty ? nil : warnings.joined(separator: " "), details: details,
      rows: rows,
      confirmLabel: translated("Add"))
  }

  /// Returns the candidate of a row; nil for a new entry.
  package func candidate(ofRow row: String) -> CodePlacement.Candidate? {
    placement.candidates.first { $0.summary.id.description == row }
  }

  /// Returns the record to add for a chosen candidate or, if nil, as a separate entry; it is pending until its first accepted code.
  package func record(id: RecordIdentifier, candidate: CodePlacement.Candidate?, at date: Date) -> OneTimeCodeRecord {
    var services = candidate?.summary.services ?? []
    if let domain = placement.issuerDomain ?? (candidate == nil ? placement.pageDomain : nil),
      !services.contains(where: { $0.text == domain })
    {
      services.append(ServiceIdentifier(kind: .domain, text: domain))
    }
    let login = candidate?.summary
    return OneTimeCodeRecord(
      id: id, login: login?.kind == .password ? login?.id : login?.login, services: services, title: serviceName,
      account: setup.account.isEmpty ? login?.user ?? "" : setup.account, issuer: setup.issuer, parameters: setup.parameters, added: date,
      pending: PendingSetup(since: date, replaces: candidate?.replaces ?? []))
  }

  private var rows: [PresentableRow] {
    let fitting = placement.candidates.map { candidate in
      let summary = candidate.summary
      let parts = [
        summary.kind == .oneTimeCode ? translated("Code without a password") : nil, summary.user.isEmpty ? nil : summary.user,
        candidate.replaces.isEmpty ? nil : translated("replaces its current code"),
      ]
      return PresentableRow(
        id: summary.id.description, title: summary.serviceName, subtitle: parts.compactMap(\.self).joined(separator: " · "), matches: true)
    }
    return fitting + [PresentableRow(id: Self.newEntryRow, title: ProviderTexts.newEntry, subtitle: translated("Keep the code on its own"))]
  }

  private var details: [PresentableDetail] {
    var details = [PresentableDetail(label: translated("Service"), value: serviceName)]
    if !setup.account.isEmpty { details.append(PresentableDetail(label: translated("Account"), value: setup.account)) }
    if let issuer = setup.issuer, issuer != serviceName { details.append(PresentableDetail(label: translated("Issuer"), value: issuer)) }
    let parameters = setup.parameters
    if parameters.digits != 6 { details.append(PresentableDetail(label: translated("Digits"), value: String(parameters.digits))) }
    switch parameters.form {
    case .timeBased(let period) where period != .seconds(30):
      details.append(
        PresentableDetail(
          label: translated("New code every"),
          value: translated(
            Int(period.components.seconds), one: "\(period.components.seconds) second", other: "\(period.components.seconds) seconds")))
    case .timeBased: break
    case .counterBased: details.append(PresentableDetail(label: translated("Kind"), value: translated("Counter-based")))
    case .steam: details.append(PresentableDetail(label: translated("Kind"), value: "Steam"))
    }
    if parameters.algorithm != .sha1 {
      details.append(PresentableDetail(label: translated("Algorithm"), value: parameters.algorithm.rawValue))
    }
    return details
  }

  private var warnings: [String] {
    var warnings: [String] = []
    if placement.issuerDiffersFromPage, let pageDomain = placement.pageDomain, let issuerDomain = placement.issuerDomain {
      warnings.append(translated("warning: this page is \(pageDomain), but the code is for \(issuerDomain)."))
    }
    let bytes = setup.parameters.secret.byteCount
    if bytes < Self.goodSecretByteCount {
      warnings.append(
        translated("The secret is short (\(bytes * 8) bits; 160 are recommended), so these codes are easier to guess than usual."))
    }
    if placement.candidates.contains(where: { !$0.replaces.isEmpty }) {
      warnings.append(translated("An old code keeps working here until the website has accepted a new one; then it moves to the trash."))
    }
    return warnings
  }
}
