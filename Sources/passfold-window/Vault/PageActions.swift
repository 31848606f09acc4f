// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import VaultProtocol

/// The services that the window provides to a page: access to the vault, the clipboard, messages and navigation.
@MainActor
struct PageActions {
  let conversation: VaultConversation
  /// A separate conversation for files, whose parts would hold up everything else.
  let files: VaultConversation
  /// The parent window for the desktop's dialogs.
  let window: Widget
  let clipboard: SecretClipboard
  /// Shows a passing message.
  let say: @MainActor @Sendable (String) -> Void
  /// Shows a message that needs the user's attention, until they close it.
  let warn: @MainActor @Sendable (String) -> Void
  /// Reports an action, with a way to undo it.
  let sayUndoing: @MainActor @Sendable (String, @escaping @MainActor () -> Void) -> Void
  /// Turns to the page of a record.
  let open: @MainActor @Sendable (String) -> Void
  /// Refreshes the list after a change.
  let changed: @MainActor @Sendable () -> Void
  /// Turns to the form for changing an entry.
  let edit: @MainActor @Sendable (EntryDetails) -> Void
  /// Turns to the form for adding a code to a login.
  let setUpCode: @MainActor @Sendable (VaultEntry) -> Void
  /// Returns to the previous page, after a confirmation if unsaved input would be lost.
  let back: @MainActor @Sendable () -> Void
  /// Leaves the page.
  let leave: @MainActor @Sendable () -> Void

  /// Requests a secret; nil if the vault returned none, which the user has been told.
  func fetch(_ call: VaultCall, _ hear: @escaping @MainActor @Sendable (SharedSecret?) -> Void) {
    conversation.ask(call) { reply in
      guard let (answer, secret) = answer(in: reply) else { return hear(nil) }
      guard case .revealed(let entry) = answer, secret.map({ $0.byteCount == 0 }) ?? true else { return hear(secret) }
      // The value was emptied after the page was opened.
      say(VaultWords.emptyNow)
      hear(nil)
      if case .reveal(let query) = call, query.history == nil, query.field == nil, query.note != true { open(entry.record) }
    }
  }

  /// Continues if the entry has not changed since the form was opened, or if the user chooses to save over the changes.
  func unlessChanged(_ details: EntryDetails, _ goOn: @escaping @MainActor @Sendable () -> Void) {
    let query = VaultCall.EntryQuery(query: details.entry.record, kind: details.entry.kind)
    conversation.ask(.details(query), isUnattended: true) { reply in
      guard case .answer(.details(let now), _) = reply, now.revision != details.revision else { return goOn() }
      Question.ask(over: window, VaultWords.saveOverTitle, VaultWords.saveOverNext, no: VaultWords.keepTyping, yes: VaultWords.saveOver) {
        if $0 { goOn() }
      }
    }
  }

  /// Returns the vault's answer; nil if it did not do what was asked, which the user is told.
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
  /// - Parameter end: A sentence to add.
  func tell(_ failure: VaultFailure, _ end: String? = nil) {
    let words = [VaultFailureWords.text(failure), end].compactMap(\.self).joined(separator: " ")
    switch failure.code {
    // The user declined it themselves.
    case .canceled, .refused: say(words)
    default: warn(words)
    }
  }

  /// Copies a value that is no secret.
  ///
  /// - Parameter part: The value's name, as on its line.
  func copyPlain(_ text: String, _ part: String) {
    clipboard.copyPlain(text)
    say(VaultWords.copiedValue(part))
  }

  /// Copies a secret.
  ///
  /// - Parameter part: The secret's name, as on its line.
  func copy(_ secret: SharedSecret, _ part: String) {
    clipboard.copy(secret)
    say(VaultWords.copied(part))
  }
}
