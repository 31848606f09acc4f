// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import VaultProtocol
import WebDomains

/// A change of the services of a credential and of the rules by which they match.
package struct ServiceEdit: Sendable {
  private let services: [ServiceIdentifier]?
  private let rules: [(name: String, service: ServiceIdentifier, rule: MatchRule)]

  /// Creates the change.
  ///
  /// - Throws: `badService`; `badRequest` for an unknown rule.
  package init(_ edit: VaultCall.EntryEdit) throws(VaultFailure) {
    services = try edit.services?.map { (service) throws(VaultFailure) in try CodeSetUp.identifier(of: service) }
    rules = try (edit.matching ?? [:]).map { (name, ruleName) throws(VaultFailure) in
      guard let rule = MatchRule(rawValue: ruleName) else { throw VaultFailure(.badRequest) }
      return (name, try CodeSetUp.identifier(of: name), rule)
    }
  }

  /// Applies the change: a service that stays keeps its rule unless the change names another for it.
  ///
  /// - Throws: `badService` for a rule of a service that the credential does not have.
  package func apply(to current: inout [ServiceIdentifier]) throws(VaultFailure) {
    var changed = current
    if let services {
      changed = services.map { service in current.first { $0.names(service) } ?? service }
    }
    for (name, service, rule) in rules {
      guard let index = changed.firstIndex(where: { $0.text == name || $0.names(service) }), changed[index].kind != .app else {
        throw VaultFailure(.badService)
      }
      changed[index].rule = rule
    }
    current = changed
  }
}
