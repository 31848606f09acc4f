// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The suggestions for a field, without any secret.
package struct FieldSuggestions: Codable, Hashable, Sendable {
  /// The matching suggestions, best first; at most 64 rows.
  package var items: [SuggestionValue]
  /// The providers that may have a match once they are unlocked.
  package var locked: [LockedProviderValue]
  /// Whether a provider can be asked for a list of everything it has.
  package var canList: Bool

  /// Creates suggestions from their rows.
  package init(items: [SuggestionValue], locked: [LockedProviderValue], canList: Bool) {
    self.items = items
    self.locked = locked
    self.canList = canList
  }
}

/// One row of a suggestion list: a credential that could be filled, without any secret.
package struct SuggestionValue: Codable, Hashable, Sendable {
  /// The token that names the row in `provide`; it can be spent once.
  package var token: String
  /// The kind of credential.
  package var kind: CredentialKind
  /// The display name of the service.
  package var service: String
  /// The display name of the account.
  package var account: String
  /// The display name of the provider that has it.
  package var provider: String

  /// Creates a row.
  package init(token: String, kind: CredentialKind, service: String, account: String, provider: String) {
    self.token = token
    self.kind = kind
    self.service = service
    self.account = account
    self.provider = provider
  }
}

/// A provider that may have a match once it is unlocked or asked.
package struct LockedProviderValue: Codable, Hashable, Sendable {
  /// The token that names the row in `provide`; it can be spent once.
  package var token: String
  /// The provider's display name.
  package var provider: String
  /// False for a provider that is not reported as locked and names its credentials only for the requesting site; otherwise nil.
  package var isLocked: Bool?

  /// Creates a row.
  package init(token: String, provider: String, isLocked: Bool = true) {
    self.token = token
    self.provider = provider
    self.isLocked = isLocked ? nil : false
  }
}
