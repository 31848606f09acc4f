// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import SecretMemory
import Translations
import VaultProtocol

/// The parts of an entry that its page shows besides its own secret.
extension ManagementDesk {
  /// Returns the note and those of the user's own fields that are not hidden: one release, recorded before it is handed over.
  func revealShown(
    _ query: VaultCall.EntryQuery, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    let decision = try await admit(caller, to: .release)
    let match = try await find(query.query, kind: query.kind, decision, caller)
    if decision == .confirm {
      try await confirm(.revealAddition(Self.name(of: match), part: translated("the note and the fields that are not hidden")), caller)
    }
    let annotations = try await inVault { (vault) throws(CredentialVaultError) in try vault.annotations(of: match.id) }
    var texts: [(field: String?, value: SharedSecret)] = []
    if let note = annotations.note { texts.append((nil, note)) }
    texts += annotations.fields.filter { !$0.isHidden }.map { ($0.name, $0.value) }
    guard !texts.isEmpty else { throw VaultFailure(.noSuchPart) }
    try await remember(.addition, of: match, caller)
    let parts = texts.map { VaultAnswer.ShownParts.Part(field: $0.field, bytes: $0.value.byteCount) }
    return (.shown(.init(entry: VaultEntry(match), parts: parts)), JoinedSecrets.text(texts.map(\.value)))
  }
}
