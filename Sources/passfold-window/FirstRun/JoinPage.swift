// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// The page for a user whose vault is on another device: they type that device's code here, and six digits from here there.
@MainActor
final class JoinPage: ClosedPage {
  let widget = Build.column()
  private let end: @MainActor (VaultAnswer.JoinedAccount?) -> Void
  /// One for each attempt: closing it abandons the attempt.
  private var conversation: VaultConversation?
  private let place = FormField(SyncPlaceWords.place, hint: JoinWords.placeHint)
  private let code = FormField(JoinWords.code, .secret, hint: JoinWords.codeHint)
  private let news = Build.label("", style: "heading")
  private let progress = Build.label(JoinWords.waiting, style: "dim-label")
  private let digits = DrawnSecret(style: "code", fits: true)
  private var go: Widget?
  private var picture: PictureField?
  /// The screen for typing the code, and the screen with the digits for the other device; one of them is visible, and each begins with its
  /// heading.
  private let (form, telling) = (Build.column(spacing: 18), Build.column(spacing: 18))
  private let (formHeading, tellingHeading) = (
    Build.pageHeading(JoinWords.join, JoinWords.next), Build.pageHeading(JoinWords.digitsTitle, JoinWords.digitsNext)
  )

  /// - Parameters:
  ///   - lost: Called if there is no other device any more.
  ///   - end: Called with the account that this computer joined, or nil if the user cancelled.
  init(
    over window: Widget, lost: @escaping @MainActor () -> Void, end: @escaping @MainActor (VaultAnswer.JoinedAccount?) -> Void
  ) {
    self.end = end
    let folder = FolderButton.make(over: window) { [weak self] in self?.place.set($0) }
    go = Build.button(JoinWords.go, style: "suggested-action") { [weak self] in self?.join() }
    let picture = PictureField(over: window) { [weak self] picture, text in self?.take(text, from: picture) }
    self.picture = picture
    for field in [place, code] { field.whenEntered { [weak self] in self?.join() } }
    let parts = [
      formHeading, news, place.widget, EntryPage.choices([folder]), code.widget, picture.widget,
      EntryPage.choices([go, cancelButton()]),
      Build.label(JoinWords.lostHint, style: "dim-label"), EntryPage.choices([Build.button(JoinWords.lost, lost)]),
    ]
    for part in parts { if let form, let part { passfold_gtk_box_append(form, part) } }
    for part in [tellingHeading, digits.widget, progress, EntryPage.choices([cancelButton()])] {
      if let telling, let part { passfold_gtk_box_append(telling, part) }
    }
    let content = Build.column(margin: 24, form, telling).flatMap { passfold_adw_clamp_new($0, 620) }
      .flatMap { passfold_gtk_scrolled_new($0) }
    if let widget, let bar = passfold_adw_bar_new(VaultWords.title), let content {
      passfold_gtk_box_append(widget, bar)
      gtk_widget_set_vexpand(content, 1)
      passfold_gtk_box_append(widget, content)
    }
    if let shown = digits.widget { gtk_widget_set_halign(shown, GTK_ALIGN_START) }
    if let form { picture.hearDrops(onto: form) }
    ask()
    resume()
  }

  /// Moves the focus to the heading, where a screen reader begins.
  func focus() { if let start = formHeading { gtk_widget_grab_focus(start) } }

  func pastePicture() -> Bool { picture?.paste() ?? false }

  /// Clears the page and abandons the attempt.
  func clear() {
    picture?.end()
    conversation?.end()
    conversation = nil
    code.set("")
    digits.show(nil, spoken: VaultWords.hidden)
  }

  // MARK: Two screens

  private func ask(_ words: String? = nil, isWaiting: Bool = false) {
    if let news {
      passfold_gtk_label_set_text(news, words ?? "")
      gtk_widget_set_visible(news, words == nil ? 0 : 1)
    }
    if let go { gtk_widget_set_sensitive(go, isWaiting ? 0 : 1) }
    see(form)
  }

  private func show(_ secret: SharedSecret) {
    digits.show(secret)
    if let progress { passfold_gtk_label_set_text(progress, JoinWords.waiting) }
    see(telling)
    if let start = tellingHeading { gtk_widget_grab_focus(start) }
  }

  private func see(_ seen: Widget?) {
    for screen in [form, telling] { if let screen { gtk_widget_set_visible(screen, screen == seen ? 1 : 0) } }
  }

  // MARK: Joining

  /// Takes the link from the other device's QR code; the link also names the place.
  private func take(_ text: SharedSecret, from picture: PictureField) {
    guard text.withBytes({ $0.starts(with: Array("passfold-enrol:".utf8)) }) else { return picture.say(JoinWords.otherPicture) }
    code.set(text)
    picture.say(JoinWords.pictureFound)
  }

  /// Continues a joining that was interrupted once the account may have had this computer. The vault asks for the passphrase that was
  /// chosen then, and the user needs no code.
  private func resume() {
    let conversation = VaultConversation()
    self.conversation = conversation
    conversation.ask(.finishJoining) { [weak self] reply in
      guard let self, self.conversation === conversation else { return }
      switch reply {
      case .answer(.joined(let account), _): self.end(account)
      case .failure(let failure) where failure.code == .nothingUnderWay:
        conversation.end()
        self.conversation = nil
      default: self.fail(reply)
      }
    }
  }

  private func join() {
    guard conversation == nil else { return }
    guard let typed = code.secret else {
      (place.hasText ? code : place).focus()
      return resume()
    }
    let conversation = VaultConversation()
    self.conversation = conversation
    ask(VaultWords.asking, isWaiting: true)
    conversation.ask(.joinAccount(VaultCall.JoinQuery(place: place.text)), secret: typed) { [weak self] reply in
      guard let self, self.conversation === conversation else { return }
      guard case .answer(.digits, let told?) = reply else { return self.fail(reply) }
      self.code.set("")
      self.picture?.say(nil)
      self.show(told)
      self.finish(conversation)
    }
  }

  private func finish(_ conversation: VaultConversation) {
    let hearProgress: @MainActor @Sendable (VaultAnswer.Progress) -> Void = { [weak self] told in
      if let progress = self?.progress { passfold_gtk_label_set_text(progress, DeviceSettingsWords.progress(told)) }
    }
    conversation.ask(.finishJoining, hearProgress: hearProgress) { [weak self] reply in
      guard let self, self.conversation === conversation else { return }
      if case .answer(.joined(let account), _) = reply { return self.end(account) }
      self.fail(reply)
      // If the vault stopped, the account may have this computer by now.
      guard case .failure = reply else { return self.resume() }
    }
  }

  private func fail(_ reply: VaultConversation.Reply) {
    conversation?.end()
    conversation = nil
    digits.show(nil, spoken: VaultWords.hidden)
    if case .failure(let failure) = reply { ask(JoinWords.text(failure)) } else { ask(VaultWords.silentNext) }
    (place.hasText ? code : place).focus()
  }

  private func cancelButton() -> Widget? { Build.button(VaultWords.cancel) { [weak self] in self?.end(nil) } }
}
