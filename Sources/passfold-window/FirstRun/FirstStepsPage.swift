// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The page with the first steps left after creating the vault; each can be skipped and resumed.
@MainActor
final class FirstStepsPage: PaneContent {
  /// The actions that the page delegates to the window.
  struct Actions {
    let makeKey: @MainActor () -> Void
    let bring: @MainActor () -> Void
    let finish: @MainActor (FirstSteps.Step) -> Void
  }

  let widget: Widget?
  let title = FirstRunWords.steps
  private let content = Build.column(spacing: 24, margin: 18)
  private var heading: Widget?

  init(_ left: Set<FirstSteps.Step>, _ acts: PageActions, _ ways: Actions) {
    widget = content.flatMap { passfold_adw_clamp_new($0, 640) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget { gtk_widget_set_vexpand(widget, 1) }
    heading = Build.pageHeading(FirstRunWords.steps, FirstRunWords.stepsNext)
    put(heading)
    if left.contains(.recoveryKey) {
      step(
        FirstRunWords.recovery, FirstRunWords.recoveryNext,
        [Build.button(FirstRunWords.makeKey, style: "suggested-action", ways.makeKey)])
    }
    if left.contains(.browser) {
      let command = EntryLine.group(
        FirstRunWords.browser,
        [
          EntryLine.make(FirstRunWords.command, text: FirstRunWords.browserCommand) {
            acts.copyPlain(FirstRunWords.browserCommand, FirstRunWords.command)
          }
        ])
      step(FirstRunWords.browser, FirstRunWords.browserNext, [Build.button(FirstRunWords.browserDone) { ways.finish(.browser) }], command)
    }
    if left.contains(.importing) {
      step(
        FirstRunWords.bring, FirstRunWords.bringNext,
        [Build.button(ImportWords.importing, ways.bring), Build.button(FirstRunWords.bringNothing) { ways.finish(.importing) }])
    }
  }

  func focus() { if let heading { gtk_widget_grab_focus(heading) } }

  func clear() {}

  private func step(_ title: String, _ words: String, _ buttons: [Widget?], _ more: Widget? = nil) {
    put(Build.column(spacing: 8, Build.label(title, style: "heading"), Build.label(words), more, EntryPage.choices(buttons, areLong: true)))
  }

  private func put(_ part: Widget?) { if let content, let part { passfold_gtk_box_append(content, part) } }
}
