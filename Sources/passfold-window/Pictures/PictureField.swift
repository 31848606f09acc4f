// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory

/// The part of a form that reads a QR code from a picture.
@MainActor
final class PictureField {
  /// The time in milliseconds for the screen to be redrawn after a window is hidden.
  private static let uncoveringTime: UInt32 = 400

  let widget: Widget?
  private let window: Widget
  private let found: @MainActor (PictureField, SharedSecret) -> Void
  private let note = Build.label("", style: "dim-label")
  /// The note in a container that can take the focus, which a label cannot.
  private let answer: Widget?
  private(set) var isEnded = false

  /// - Parameter found: Called with the text of the picture's only QR code; it shows what the code is.
  init(over window: Widget, found: @escaping @MainActor (PictureField, SharedSecret) -> Void) {
    (self.window, self.found) = (window, found)
    answer = Build.heading(note)
    if let answer { gtk_widget_set_visible(answer, 0) }
    var (choose, readScreen): ((@MainActor () -> Void)?, (@MainActor () -> Void)?)
    let buttons = [Build.button(PictureWords.choose) { choose?() }, Build.button(PictureWords.chooseScreen) { readScreen?() }]
    widget = Build.column(
      spacing: 4, EntryPage.choices(buttons, areLong: true), Build.label(PictureWords.hint, style: "caption dim-label"), answer)
    choose = { [weak self] in self?.choose() }
    readScreen = { [weak self] in self?.readScreen() }
  }

  /// Accepts pictures dropped onto the form.
  func hearDrops(onto form: Widget) { GivenPicture.hearDrops(onto: form) { [weak self] in self?.take($0) } }

  /// Takes the picture in the clipboard; returns false if there is none.
  func paste() -> Bool {
    guard GivenPicture.isInClipboard else { return false }
    GivenPicture.paste { [weak self] in self?.take($0) }
    return true
  }

  /// Called when the user leaves the form; later results are ignored.
  func end() { isEnded = true }

  private func choose() {
    FileChoice.ask(over: window, PictureWords.chooseTitle, accept: ImportWords.open) { [weak self] path in
      if let path { self?.take(GivenPicture(path: path)) }
    }
  }

  private func take(_ picture: GivenPicture?) {
    guard let picture else { return say(PictureWords.unreadable) }
    write(PictureWords.reading)
    PictureProgram.read(picture) { [weak self] in self?.hear($0, nothing: PictureWords.nothingFound, several: PictureWords.several) }
  }

  /// Reads the screen with this window hidden, which would otherwise cover it.
  private func readScreen() {
    write(PictureWords.reading)
    let window = window
    gtk_widget_set_visible(window, 0)
    MainLoop.after(milliseconds: Self.uncoveringTime) { [weak self] in
      PictureProgram.readScreen { [weak self] reading in
        passfold_gtk_window_present(window)
        self?.hear(reading, nothing: PictureWords.nothingOnScreen, several: PictureWords.severalOnScreen)
      }
    }
  }

  private func hear(_ reading: PictureProgram.Reading, nothing: String, several: String) {
    guard !isEnded else { return }
    switch reading {
    case .texts(let texts): if let text = texts.first, texts.count == 1 { found(self, text) } else { say(several) }
    case .nothingFound: say(nothing)
    case .unreadable: say(PictureWords.unreadable)
    case .noScreen: say(PictureWords.noScreen)
    case .cancelled: say(nil)
    case .refused: say(PictureWords.screenRefused)
    case .failed: say(PictureWords.failed)
    }
  }

  /// Shows the outcome and moves the focus to it, since a form can be longer than the window. Nil hides it.
  func say(_ words: String?) {
    write(words)
    if let answer, words != nil { passfold_gtk_focus_laid_out(answer) }
  }

  private func write(_ words: String?) {
    guard let note, let answer else { return }
    passfold_gtk_label_set_text(note, words ?? "")
    passfold_gtk_set_accessible_label(answer, words ?? "")
    gtk_widget_set_visible(answer, words == nil ? 0 : 1)
  }
}
