// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// A line with a live code: its digits, the seconds left and the ring; a new code appears automatically.
@MainActor
final class CodeLine {
  private(set) var row: Widget?
  private let record: String
  private let label: String
  private let acts: PageActions
  private let digits = DrawnSecret(style: "code", fits: true)
  private let remaining = gtk_label_new(nil)
  private let ring = CodeRing(LiveCode(validUntil: nil, period: nil))
  private var next: Widget?
  private var code: SharedSecret?
  private var live = LiveCode(validUntil: nil, period: nil)
  private var isAsking = false
  private var isEnded = false

  /// - Parameter scheme: How the code is generated, if already known.
  init(of record: String, scheme: CodeScheme?, label: String, _ acts: PageActions) {
    (self.record, self.label) = (record, label)
    self.acts = acts
    if let remaining {
      for style in ["remaining", "dim-label"] { gtk_widget_add_css_class(remaining, style) }
      // As wide as two digits, so that nothing moves as time passes.
      passfold_gtk_label_set_width(remaining, 2)
    }
    next = Build.button(VaultWords.nextCode) { [weak self] in self?.ask(isUnattended: false) }
    if let next {
      gtk_widget_set_visible(next, 0)
      gtk_widget_set_valign(next, GTK_ALIGN_CENTER)
    }
    let copying = Build.symbolButton("edit-copy-symbolic", VaultWords.copy(label)) { [weak self] in self?.copy() }
    row = EntryLine.make(label, Build.row(spacing: 10, digits.widget), remaining, ring.widget, next, copying)
    if let scheme { begin(scheme) } else { begin() }
    MainLoop.every(milliseconds: 500) { [weak self] in
      guard let self, !self.isEnded else { return false }
      self.tick()
      return true
    }
  }

  /// Whether a counter-based code is shown: it is used up and cannot be requested again.
  var isOnRequest: Bool { code != nil && live.share(at: MainLoop.time) == nil }

  /// Copies the code that is shown.
  func copy() { if let code { acts.copy(code, label) } }

  /// Removes the code from all widgets and requests no other.
  func clear() {
    isEnded = true
    code = nil
    digits.show(nil, spoken: VaultWords.hidden)
  }

  /// Looks up the scheme first: requesting a counter-based code uses it up, so only the user does that.
  private func begin() {
    acts.conversation.ask(.details(VaultCall.EntryQuery(query: record, kind: .oneTimeCode))) { [weak self] reply in
      guard let self, !self.isEnded, case .answer(.details(let details), _) = reply else { return }
      self.begin(details.scheme)
    }
  }

  private func begin(_ scheme: CodeScheme?) {
    if scheme?.form == .counterBased {
      if let next { gtk_widget_set_visible(next, 1) }
    } else {
      ask(isUnattended: false)
    }
  }

  private func ask(isUnattended: Bool) {
    guard !isAsking else { return }
    isAsking = true
    acts.conversation.ask(.code(VaultCall.CodeQuery(query: record)), isUnattended: isUnattended) { [weak self] reply in
      guard let self, !self.isEnded else { return }
      self.isAsking = false
      switch reply {
      case .answer(.code(let issued), let secret): self.show(issued, secret)
      // An expired code must not be typed anywhere.
      case .failure(let failure):
        self.show(nil, nil)
        if !isUnattended { self.acts.say(VaultFailureWords.text(failure)) }
      default: self.show(nil, nil)
      }
    }
  }

  private func show(_ issued: VaultAnswer.IssuedCode?, _ secret: SharedSecret?) {
    code = secret
    live = LiveCode(validUntil: issued?.validUntil, period: issued?.period)
    digits.show(code.map(Self.grouped), spoken: code == nil ? VaultWords.hidden : nil)
    tick()
  }

  private func tick() {
    let time = MainLoop.time
    ring.show(live)
    if let widget = ring.widget { gtk_widget_set_visible(widget, live.share(at: time) == nil ? 0 : 1) }
    let seconds = live.seconds(at: time)
    if let remaining {
      passfold_gtk_label_set_text(remaining, seconds.map(String.init) ?? "")
      if let seconds { passfold_gtk_set_accessible_label(remaining, VaultWords.seconds(seconds)) }
      gtk_widget_set_visible(remaining, seconds == nil ? 0 : 1)
    }
    for label in [digits.widget, remaining].compactMap(\.self) {
      if live.isSoonOver(at: time) { gtk_widget_add_css_class(label, "soon") } else { gtk_widget_remove_css_class(label, "soon") }
    }
    if seconds == 0 { ask(isUnattended: true) }
  }

  /// Returns the code in two halves, as people read it.
  static func grouped(_ code: SharedSecret) -> SharedSecret {
    code.withBytes { bytes in
      guard (6...10).contains(bytes.count) else { return SharedSecret(copying: bytes) }
      let half = bytes.count / 2
      return SharedSecret(copying: Array(bytes.prefix(half)) + [0x20] + Array(bytes.dropFirst(half)))
    }
  }
}
