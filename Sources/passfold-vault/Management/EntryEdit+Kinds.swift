// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import VaultProtocol

extension VaultCall.EntryEdit {
  /// Returns the kinds for which everything named in the edit can be changed.
  ///
  /// - Parameter hasSecret: Whether there is a new secret, which is neither a note nor the value of a field.
  func kinds(hasSecret: Bool) -> CredentialKinds {
    let (logins, codes): (CredentialKinds, CredentialKinds) = ([CredentialKinds(.password)], [CredentialKinds(.oneTimeCode)])
    var kinds = CredentialKinds.all
    if digits != nil || period != nil || algorithm != nil || counter != nil { kinds.formIntersection(codes) }
    if user != nil || services != nil || matching != nil { kinds.formIntersection(logins.union(codes)) }
    if hasSecret { kinds.formIntersection(logins.union(codes).union(CredentialKinds(.card))) }
    if title != nil || restoreHistory != nil { kinds.subtract(CredentialKinds(.passkey)) }
    if document != nil { kinds.formIntersection(CredentialKinds(.identity)) }
    for value in values ?? [] { kinds.formIntersection(CredentialKinds(Self.ofCards.contains(value.name) ? .card : .identity)) }
    return kinds
  }

  /// Whether only what is kept beside the credentials changes: notes, tags, fields and the mark as a favourite are an account's, and its main
  /// credential has them.
  var isOfAccount: Bool {
    var rest = self
    (rest.favourite, rest.addTags, rest.removeTags, rest.note, rest.field, rest.hidden) = (nil, nil, nil, nil, nil, nil)
    return rest == VaultCall.EntryEdit(query: query, kind: kind)
  }

  private static var ofCards: Set<EntryValue.Name> { [.holder, .bank, .brand, .expires, .validFrom] }
}
