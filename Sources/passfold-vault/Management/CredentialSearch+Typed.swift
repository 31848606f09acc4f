// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import CredentialVault
import VaultProtocol
import WebDomains

extension CredentialSearch {
  /// Creates a search for text that the user typed. For a host without entries, the entries of its registrable domain match.
  package init(typed text: String, kind: CredentialKind? = nil, among kinds: CredentialKinds = .all, inTrash: Bool = false) {
    self.init(text, domain: Self.registrableDomain(of: text), kind: kind, among: kinds, inTrash: inTrash)
  }

  /// Creates a search for one particular entry, or for a list from which something is released: requires an exact match.
  package init(meant text: String, kind: CredentialKind? = nil, among kinds: CredentialKinds = .all, inTrash: Bool = false) {
    self.init(text, kind: kind, among: kinds, inTrash: inTrash, forgives: false, isRanked: false)
  }

  private static func registrableDomain(of text: String) -> String? {
    guard text.contains("."), !text.contains(" "), let address = try? ServiceAddress(parsing: text) else { return nil }
    let domain = RegistrableDomain(of: address.host)?.name
    return domain == text ? nil : domain
  }
}

extension CredentialKind {
  /// Creates the kind from a client's name for it.
  init(_ kind: VaultEntry.Kind) {
    switch kind {
    case .password: self = .password
    case .passkey: self = .passkey
    case .oneTimeCode: self = .oneTimeCode
    case .note: self = .note
    case .card: self = .card
    case .identity: self = .identity
    }
  }
}
