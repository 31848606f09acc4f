// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// What a page does beyond itself: it asks the vault, copies, says what happened and turns to other pages.
@MainActor
struct PageActs {
  let conversation: VaultConversation
  /// One of its own for files, whose parts would hold up everything else.
  let files: VaultConversation
  /// What the desktop's dialogs stand over.
  let window: Widget
  let clipboard: SecretClipboard
  /// Says something in passing.
  let say: @MainActor @Sendable (String) -> Void
  /// Says what a person has to do something about, until they close it.
  let warn: @MainActor @Sendable (String) -> Void
  /// Says what was done, with a way to take it back.
  let sayUndoing: @MainActor @Sendable (String, @escaping @MainActor () -> Void) -> Void
  /// Turns to the page of a record.
  let open: @MainActor @Sendable (String) -> Void
  /// Has the list asked for anew, since something in it changed.
  let changed: @MainActor @Sendable () -> Void
  /// Turns to the form in which an entry is changed.
  let edit: @MainActor @Sendable (EntryDetails) -> Void
  /// Goes back to where the person came from, and asks first where something would be lost.
  let back: @MainActor @Sendable () -> Void
  /// Leaves the page.
  let leave: @MainActor @Sendable () -> Void

  /// Asks for a secret; nil where the vault gave none, which has been said.
  func fetch(_ call: VaultCall, _ hear: @escaping @MainActor @Sendable (SharedSecret?) -> Void) {
    conversation.ask(call) { reply in
      guard let (answer, secret) = answer(in: reply) else { return hear(nil) }
      guard case .revealed(let entry) = answer, secret.map({ $0.byteCount == 0 }) ?? true else { return hear(secret) }
      // Somebody emptied it after the page was opened.
      say(VaultWords.emptyNow)
      hear(nil)
      if case .reveal(let query) = call, query.history == nil, query.field == nil, query.note != true { open(entry.record) }
    }
  }

  /// Goes on where an entry is as it was when a form for it was opened, or the person wants to store what they typed all the same.
  func unlessChanged(_ details: EntryDetails, _ goOn: @escaping @MainActor @Sendable () -> Void) {
    let query = VaultCall.EntryQuery(query: details.entry.record, kind: details.entry.kind)
    conversation.ask(.details(query), isUnattended: true) { reply in
      guard case .answer(.details(let now), _) = reply, now.revision != details.revision else { return goOn() }
      Question.ask(over: window, VaultWords.saveOverTitle, VaultWords.saveOverNext, no: VaultWords.keepTyping, yes: VaultWords.saveOver) {
        if $0 { goOn() }
      }
    }
  }

  /// What the vault answered; nil where it did not do what was asked, which is said.
  func answer(in reply: VaultConversation.Reply) -> (VaultAnswer, SharedSecret?)? {
    switch reply {
    case .answer(let answer, let secret): return (answer, secret)
    case .failure(let failure): tell(failure)
    case .silence: warn(VaultWords.silent + ". " + VaultWords.silentNext)
    }
    return nil
  }

  /// Says why the vault did not do what was asked.
  ///
  /// - Parameter end: What else is said of it.
  func tell(_ failure: VaultFailure, _ end: String? = nil) {
    let words = [VaultFailureWords.text(failure), end].compactMap(\.self).joined(separator: " ")
    switch failure.code {
    // It was the person's own answer.
    case .canceled, .refused: say(words)
    default: warn(words)
    }
  }

  /// Copies what is no secret.
  ///
  /// - Parameter part: What it is, in the words of its line.
  func copyPlain(_ text: String, _ part: String) {
    clipboard.copyPlain(text)
    say(VaultWords.copiedValue(part))
  }

  /// Copies a secret.
  ///
  /// - Parameter part: What it is, in the words of its line.
  func copy(_ secret: SharedSecret, _ part: String) {
    clipboard.copy(secret)
    say(VaultWords.copied(part))
  }
}
