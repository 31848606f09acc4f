// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory

/// The part of a form that takes what a QR code in a picture says.
@MainActor
final class PictureField {
  let widget: Widget?
  private let window: Widget
  private let found: @MainActor (PictureField, SharedSecret) -> Void
  private let note = Build.label("", style: "dim-label")
  private(set) var isEnded = false

  /// - Parameter found: Hears the text of the picture's only QR code, and says what it is.
  init(over window: Widget, found: @escaping @MainActor (PictureField, SharedSecret) -> Void) {
    (self.window, self.found) = (window, found)
    var choose: (@MainActor () -> Void)?
    let button = Build.button(PictureWords.choose) { choose?() }
    if let button { gtk_widget_set_halign(button, GTK_ALIGN_START) }
    if let note { gtk_widget_set_visible(note, 0) }
    widget = Build.column(spacing: 4, button, Build.label(PictureWords.hint, style: "caption dim-label"), note)
    choose = { [weak self] in self?.choose() }
  }

  /// Lets pictures be dropped onto the form.
  func hearDrops(onto form: Widget) { GivenPicture.hearDrops(onto: form) { [weak self] in self?.take($0) } }

  /// Takes the clipboard's picture; false where it holds none.
  func paste() -> Bool {
    guard GivenPicture.isInClipboard else { return false }
    GivenPicture.paste { [weak self] in self?.take($0) }
    return true
  }

  /// The form is left; what comes later is for nobody.
  func end() { isEnded = true }

  private func choose() {
    FileChoice.ask(over: window, PictureWords.chooseTitle, accept: ImportWords.open) { [weak self] path in
      if let path { self?.take(GivenPicture.open(path)) }
    }
  }

  private func take(_ picture: CInt?) {
    guard let picture else { return say(PictureWords.unreadable) }
    say(PictureWords.reading)
    PictureProgram.read(picture) { [weak self] reading in
      guard let self, !self.isEnded else { return }
      switch reading {
      case .texts(let texts):
        if let text = texts.first, texts.count == 1 { self.found(self, text) } else { self.say(PictureWords.several) }
      case .nothingFound: self.say(PictureWords.nothingFound)
      case .unreadable: self.say(PictureWords.unreadable)
      case .failed: self.say(PictureWords.failed)
      }
    }
  }

  /// Says what came of it; nil for nothing.
  func say(_ words: String?) {
    guard let note else { return }
    passfold_gtk_label_set_text(note, words ?? "")
    gtk_widget_set_visible(note, words == nil ? 0 : 1)
  }
}
