// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import VaultProtocol

/// Copies values of the entry focused in the list; its page need not be open.
@MainActor
struct ChosenEntry {
  let entry: VaultEntry
  let acts: PageActions

  /// Copies the main value: the code, the password, a card's number or a note's text; returns false if there is none.
  func copyMain() -> Bool {
    switch entry.kind {
    case .oneTimeCode: return copyCode()
    case .password: copy(VaultWords.password, .reveal(VaultCall.RevealQuery(query: entry.record, kind: .password)))
    case .note: copy(VaultWords.text, .reveal(VaultCall.RevealQuery(query: entry.record)))
    case .card:
      guard let number = VaultCall.NewEntry.cardSecrets.first else { return false }
      copy(VaultWords.name(ofSecret: number), .reveal(VaultCall.RevealQuery(query: entry.record, field: number)))
    case .passkey, .identity: return false
    }
    return true
  }

  func copyUser() -> Bool {
    guard !entry.user.isEmpty else { return false }
    acts.copyPlain(entry.user, VaultWords.part(VaultWords.user, of: title))
    return true
  }

  /// Copies the current code of the entry's account.
  func copyCode() -> Bool {
    if entry.kind == .oneTimeCode {
      copyCode(entry.record)
      return true
    }
    acts.conversation.ask(.details(VaultCall.EntryQuery(query: entry.record, kind: entry.kind))) { [self] reply in
      guard let (answer, _) = acts.answer(in: reply), case .details(let details) = answer else { return }
      let codes = details.others?.first { $0.kind == .oneTimeCode && $0.trashed == nil }
      if let codes { copyCode(codes.record) } else { acts.say(VaultWords.hasNoCode(title)) }
    }
    return true
  }

  private var title: String { PrintableText.of(entry.title) }

  private func copyCode(_ record: String) { copy(VaultWords.code, .code(VaultCall.CodeQuery(query: record))) }

  private func copy(_ part: String, _ call: VaultCall) {
    acts.fetch(call) { [self] secret in if let secret { acts.copy(secret, VaultWords.part(part, of: title)) } }
  }
}
