// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// The page for a user who has lost all devices: the recovery key on their paper restores the account.
@MainActor
final class LostDevicesPage: ClosedPage {
  let widget = Build.column()
  /// The result of the page.
  enum Outcome {
    /// The account is restored, with its next recovery key to write down.
    case back(VaultAnswer.RecoveryKit, SharedSecret)
    /// The account is restored but has no confirmed recovery key; a sentence says why.
    case withoutKey(String)
    /// The user cancelled.
    case canceled
  }
  private let firstSteps: FirstSteps
  private let end: @MainActor (Outcome) -> Void
  /// One for each attempt: closing it abandons the attempt.
  private var conversation: VaultConversation?
  private let heading = Build.pageHeading(JoinWords.lost, JoinWords.lostNext)
  private let news = Build.label("", style: "heading")
  private let place = FormField(SyncPlaceWords.place, hint: JoinWords.lostPlaceHint)
  private let account = FormField(JoinWords.account, hint: JoinWords.accountHint)
  private var go: Widget?
  /// The first steps recorded for the current attempt.
  private var begun: Set<FirstSteps.Step> = []

  /// - Parameters:
  ///   - firstSteps: Records the steps of a device restored with the recovery key.
  ///   - end: Called with the outcome.
  init(over window: Widget, _ firstSteps: FirstSteps, end: @escaping @MainActor (Outcome) -> Void) {
    (self.firstSteps, self.end) = (firstSteps, end)
    let folder = FolderButton.make(over: window) { [weak self] in self?.place.set($0) }
    go = Build.button(JoinWords.bringBack, style: "suggested-action") { [weak self] in self?.bringBack() }
    // The recorded steps remain: the vault may have used up the key by now.
    let cancel = Build.button(VaultWords.cancel) { [weak self] in self?.end(.canceled) }
    for field in [place, account] { field.whenEntered { [weak self] in self?.bringBack() } }
    let form = Build.column(spacing: 18, margin: 24)
    let parts = [heading, news, place.widget, EntryPage.choices([folder]), account.widget, EntryPage.choices([go, cancel])]
    for part in parts { if let form, let part { passfold_gtk_box_append(form, part) } }
    let content = form.flatMap { passfold_adw_clamp_new($0, 620) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget, let bar = passfold_adw_bar_new(VaultWords.title), let content {
      passfold_gtk_box_append(widget, bar)
      gtk_widget_set_vexpand(content, 1)
      passfold_gtk_box_append(widget, content)
    }
    say(nil)
  }

  func focus() { if let heading { gtk_widget_grab_focus(heading) } }

  func clear() {
    conversation?.end()
    conversation = nil
  }

  private func bringBack() {
    guard conversation == nil else { return }
    guard place.hasText, account.hasText else { return (place.hasText ? account : place).focus() }
    let conversation = VaultConversation()
    self.conversation = conversation
    say(VaultWords.asking, isWaiting: true)
    // Recorded before the key on the paper is used up, which can happen after this window has ended.
    begun = firstSteps.begin([.recoveryKey, .browser])
    // The kit prints the number in groups; they are joined here.
    let number = account.text.filter { !$0.isWhitespace && $0 != "-" }.lowercased()
    let query = VaultCall.JoinQuery(place: place.text, account: number)
    let hearProgress: @MainActor @Sendable (VaultAnswer.Progress) -> Void = { [weak self] told in
      self?.say(DeviceSettingsWords.progress(told), isWaiting: true)
    }
    conversation.ask(.recoverAccount(query), hearProgress: hearProgress) { [weak self] reply in
      guard let self, self.conversation === conversation else { return }
      if case .answer(.recoveryKit(let kit), let key?) = reply { return self.end(.back(kit, key)) }
      self.fail(reply)
    }
  }

  private func fail(_ reply: VaultConversation.Reply) {
    clear()
    if case .failure(let failure) = reply {
      if failure.code == .recoveryKeyInDoubt { return end(.withoutKey(VaultFailureWords.text(failure))) }
      takeBack()
      say(JoinWords.text(failure))
    } else {
      say(VaultWords.silentNext)
    }
    place.focus()
  }

  private func takeBack() {
    firstSteps.takeBack(begun)
    begun = []
  }

  /// Shows the progress or an error; nil shows nothing.
  private func say(_ words: String?, isWaiting: Bool = false) {
    if let news {
      passfold_gtk_label_set_text(news, words ?? "")
      gtk_widget_set_visible(news, words == nil ? 0 : 1)
    }
    if let go { gtk_widget_set_sensitive(go, isWaiting ? 0 : 1) }
  }
}
