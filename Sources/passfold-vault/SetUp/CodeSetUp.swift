// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import OneTimeCodes
package import SecretMemory
package import VaultProtocol
import WebDomains

/// A set-up link or a bare secret with the caller's information, to be turned into a record.
package struct CodeSetUp: Sendable {
  /// The contents of the link; a bare secret only has parameters.
  package let setup: SetupURL
  private let services: [ServiceIdentifier]
  private let call: VaultCall.NewCode

  /// Creates a set-up from a link or a bare secret.
  ///
  /// - Throws: `badSetUpLink`, `badService`, `needsServiceAndUser`.
  package init(reading secret: SharedSecret, call: VaultCall.NewCode) throws(VaultFailure) {
    let input: SetupInput
    do throws(OneTimeCodesError) {
      input = try secret.withBytes { (bytes) throws(OneTimeCodesError) in try SetupInput(parsing: bytes) }
    } catch {
      throw VaultFailure(error)
    }
    if !input.hasNames, call.login == nil, call.service == nil || call.user?.isEmpty ?? true {
      throw VaultFailure(.needsServiceAndUser)
    }
    try self.init(input.setup, call: call)
  }

  /// Creates a set-up from a parsed link, with the caller's information.
  ///
  /// - Throws: `badService`.
  package init(_ link: SetupURL, call: VaultCall.NewCode = VaultCall.NewCode()) throws(VaultFailure) {
    var services: [ServiceIdentifier] = []
    if let service = call.service {
      services = [try Self.identifier(of: service)]
    } else if let issuer = link.issuer, issuer.contains("."), let domain = try? Self.identifier(of: issuer) {
      // An issuer that is a domain says where the codes belong; any other is a display name.
      services = [domain]
    }
    self.services = services
    self.call = call
    setup = SetupURL(label: link.label, account: call.user ?? link.account, issuer: link.issuer, parameters: link.parameters)
  }

  /// The account's name; empty if it is unknown.
  var account: String { setup.account }

  /// Returns the possible places for the codes.
  package func placement(page: String? = nil, among summaries: [CredentialSummary]) -> CodePlacement {
    CodePlacement(setup: setup, page: page ?? services.first?.text, summaries: summaries)
  }

  /// Returns the record for a chosen candidate or, if nil, for a separate entry.
  ///
  /// - Parameter isConfirmed: Whether the service is known to accept the codes; otherwise the record is pending.
  /// - Returns: The record, and the records that it replaces immediately, none while it is pending.
  package func record(
    id: RecordIdentifier, for candidate: CodePlacement.Candidate?, isConfirmed: Bool, at date: Date
  ) -> (record: OneTimeCodeRecord, superseding: [RecordIdentifier]) {
    var services = services
    for service in candidate?.summary.services ?? [] where call.service == nil && !services.contains(where: { $0.names(service) }) {
      services.append(service)
    }
    let login = candidate?.summary
    let account = setup.account.isEmpty ? login?.user ?? "" : setup.account
    let replaces = candidate?.replaces ?? []
    let record = OneTimeCodeRecord(
      id: id, login: login?.kind == .password ? login?.id : login?.login, services: services,
      title: call.title ?? setup.label ?? setup.issuer ?? login?.title ?? services.first?.text ?? account, account: account,
      issuer: setup.issuer, parameters: setup.parameters, added: date,
      pending: isConfirmed ? nil : PendingSetup(since: date, replaces: replaces))
    return (record, isConfirmed ? replaces : [])
  }

  /// Parses a service as the user names it: a domain, or an `https` address.
  ///
  /// - Throws: `badService`.
  package static func identifier(of service: String) throws(VaultFailure) -> ServiceIdentifier {
    if service.contains("://") {
      guard let origin = try? Origin(url: service), origin.isPotentiallyTrustworthy else { throw VaultFailure(.badService) }
      return ServiceIdentifier(kind: .url, text: origin.description)
    }
    guard let host = try? WebHost(parsing: service) else { throw VaultFailure(.badService) }
    return ServiceIdentifier(kind: .domain, text: host.serialized)
  }
}
