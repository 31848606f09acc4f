// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What could be filled into a field, without any secret.
package struct FieldSuggestions: Codable, Hashable, Sendable {
  /// What fits, best first; at most 64 rows.
  package var items: [SuggestionValue]
  /// The providers that may have something, once they are unlocked.
  package var locked: [LockedProviderValue]
  /// Whether a provider can be asked for a list of all that it has.
  package var canList: Bool

  /// Gathers the rows.
  package init(items: [SuggestionValue], locked: [LockedProviderValue], canList: Bool) {
    self.items = items
    self.locked = locked
    self.canList = canList
  }
}

/// One row of a suggestion list: what could be filled, and no secret.
package struct SuggestionValue: Codable, Hashable, Sendable {
  /// What `provide` names it by; spent once.
  package var token: String
  /// What would be filled.
  package var kind: CredentialKind
  /// The service it belongs to, for people.
  package var service: String
  /// The account, for people.
  package var account: String
  /// The provider that has it, for people.
  package var provider: String

  /// Makes a row.
  package init(token: String, kind: CredentialKind, service: String, account: String, provider: String) {
    self.token = token
    self.kind = kind
    self.service = service
    self.account = account
    self.provider = provider
  }
}

/// A provider that may have something, once it is unlocked or asked.
package struct LockedProviderValue: Codable, Hashable, Sendable {
  /// What `provide` names it by; spent once.
  package var token: String
  /// The provider's name, for people.
  package var provider: String
  /// False for one that is not said to be locked, and names what it has only for a site that asks; else nil.
  package var isLocked: Bool?

  /// Makes a row.
  package init(token: String, provider: String, isLocked: Bool = true) {
    self.token = token
    self.provider = provider
    self.isLocked = isLocked ? nil : false
  }
}
