// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import FoundationEssentials
package import VaultProtocol
import WebDomains

extension VaultEntry {
  /// Creates the description of a credential for a client.
  package init(_ summary: CredentialSummary) {
    self.init(
      record: String(describing: summary.id), kind: Kind(summary.kind), title: summary.title, services: summary.services.map(\.text),
      user: summary.user, pending: summary.pending == nil ? nil : true, trashed: summary.trashed?.timeIntervalSince1970,
      hiddenByService: summary.isHiddenByService ? true : nil)
    let ruled = summary.services.filter { $0.rule != .domain }
    if !ruled.isEmpty { matching = Dictionary(ruled.map { ($0.text, $0.rule.rawValue) }) { first, _ in first } }
    if summary.isFavourite { favourite = true }
    if !summary.tags.isEmpty { tags = summary.tags }
    if !summary.about.isEmpty { about = summary.about }
  }
}

extension VaultEntry.Kind {
  /// Creates the door's name for a kind.
  package init(_ kind: CredentialKind) {
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
