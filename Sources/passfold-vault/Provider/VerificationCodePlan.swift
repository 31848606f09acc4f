// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import CredentialProviderHost
package import OneTimeCodes
import SecretMemory
import WebDomains

/// What a set-up link would add, where it could belong, and what a person should know before agreeing.
package struct VerificationCodePlan: Sendable {
  /// The id of the row that makes an entry of its own.
  package static let newEntryRow = "new"
  /// Apple's documents ask for secrets of at least 160 bits.
  private static let goodSecretByteCount = 20

  private let setup: SetupURL
  private let pageDomain: String?
  private let issuerDomain: String?
  private let logins: [CredentialSummary]
  private let codesByLogin: [RecordIdentifier: [RecordIdentifier]]

  /// Plans the addition of `setup`.
  ///
  /// - Parameters:
  ///   - setup: The link.
  ///   - page: The most specific service identifier of the page that it was on.
  ///   - summaries: What the vault holds.
  package init(setup: SetupURL, page: String?, summaries: [CredentialSummary]) {
    self.setup = setup
    pageDomain = page.flatMap { try? ServiceAddress(parsing: $0) }?.host.serialized
    // An issuer without a dot is the service's name, not its domain.
    issuerDomain = setup.issuer.flatMap { $0.contains(".") ? try? WebHost(parsing: $0) : nil }?.domainName
    let service = issuerDomain ?? pageDomain
    let passwords = summaries.filter { $0.kind == .password }
    let fitting = CredentialRanking.order(passwords, for: service.map { [$0] } ?? []).filter(\.matches).map(\.summary)
    let account = setup.account
    logins = Array((fitting.filter { $0.user == account } + fitting.filter { $0.user != account }).prefix(20))
    codesByLogin = summaries.reduce(into: [:]) { codes, summary in
      if summary.kind == .oneTimeCode, let login = summary.login { codes[login, default: []].append(summary.id) }
    }
  }

  /// The service as the person is shown it.
  package var serviceName: String { setup.label ?? setup.issuer ?? pageDomain ?? setup.account }

  /// The choice to present: the fitting logins, best first, and a new entry.
  package var question: PresentableChoice {
    PresentableChoice(
      title: "Add a verification code?", message: warnings.isEmpty ? nil : warnings.joined(separator: " "), details: details, rows: rows,
      confirmLabel: "Add")
  }

  /// The login that a row stands for; nil for a new entry.
  package func login(ofRow row: String) -> CredentialSummary? { logins.first { $0.id.description == row } }

  /// The codes that a login has, which the new one replaces.
  package func codes(of login: CredentialSummary?) -> [RecordIdentifier] { login.flatMap { codesByLogin[$0.id] } ?? [] }

  /// The record to add for a chosen login or, with nil, on its own.
  package func record(id: RecordIdentifier, login: CredentialSummary?) -> OneTimeCodeRecord {
    var services = login?.services ?? []
    if let domain = issuerDomain ?? (login == nil ? pageDomain : nil), !services.contains(where: { $0.text == domain }) {
      services.append(ServiceIdentifier(kind: .domain, text: domain))
    }
    return OneTimeCodeRecord(
      id: id, login: login?.id, services: services, title: serviceName, account: setup.account.isEmpty ? login?.user ?? "" : setup.account,
      issuer: setup.issuer, parameters: setup.parameters)
  }

  private var rows: [PresentableRow] {
    let fitting = logins.map { login in
      let replaces = codes(of: login).isEmpty ? "" : " · replaces the code it has"
      return PresentableRow(id: login.id.description, title: login.serviceName, subtitle: login.user + replaces, matches: true)
    }
    return fitting + [PresentableRow(id: Self.newEntryRow, title: ProviderTexts.newEntry, subtitle: "Keep the code on its own")]
  }

  private var details: [PresentableDetail] {
    var details = [PresentableDetail(label: "Service", value: serviceName)]
    if !setup.account.isEmpty { details.append(PresentableDetail(label: "Account", value: setup.account)) }
    if let issuer = setup.issuer, issuer != serviceName { details.append(PresentableDetail(label: "Issuer", value: issuer)) }
    let parameters = setup.parameters
    if parameters.digits != 6 { details.append(PresentableDetail(label: "Digits", value: String(parameters.digits))) }
    switch parameters.form {
    case .timeBased(let period) where period != .seconds(30):
      details.append(PresentableDetail(label: "New code every", value: "\(period.components.seconds) seconds"))
    case .timeBased: break
    case .counterBased: details.append(PresentableDetail(label: "Kind", value: "Counter-based"))
    case .steam: details.append(PresentableDetail(label: "Kind", value: "Steam"))
    }
    if parameters.algorithm != .sha1 { details.append(PresentableDetail(label: "Algorithm", value: parameters.algorithm.rawValue)) }
    return details
  }

  private var warnings: [String] {
    var warnings: [String] = []
    if let pageDomain, let issuerDomain, !Self.isSameSite(pageDomain, issuerDomain) {
      warnings.append("Careful: this page is \(pageDomain), but the code is for \(issuerDomain).")
    }
    let bytes = setup.parameters.secret.byteCount
    if bytes < Self.goodSecretByteCount {
      warnings.append("The secret is short (\(bytes * 8) bits; 160 are advised), so these codes are easier to guess than usual.")
    }
    if logins.contains(where: { !codes(of: $0).isEmpty }) {
      warnings.append("A login that has a code already gets the new one; the old code goes to the trash.")
    }
    return warnings
  }

  private static func isSameSite(_ left: String, _ right: String) -> Bool {
    if left == right { return true }
    guard let left = (try? WebHost(parsing: left)).flatMap(RegistrableDomain.init(of:)),
      let right = (try? WebHost(parsing: right)).flatMap(RegistrableDomain.init(of:))
    else { return false }
    return left == right
  }
}
