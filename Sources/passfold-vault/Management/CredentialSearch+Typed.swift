// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import CredentialVault
import VaultProtocol
import WebDomains

extension CredentialSearch {
  /// Looks for what a person typed. What is kept for the registrable domain answers for a host that nothing is kept for.
  package init(typed text: String, kind: CredentialKind? = nil, among kinds: CredentialKinds = .all, inTrash: Bool = false) {
    self.init(text, domain: Self.registrableDomain(of: text), kind: kind, among: kinds, inTrash: inTrash)
  }

  /// Looks for the one thing that is meant, or for a list that something is released from: letter for letter.
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
  /// The kind of a client's name for it.
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
