// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CGTK
import PresentedViews
import SecretMemory

/// The window of a request: it draws one view after another and reports the user's actions.
@MainActor
final class ViewWindow {
  static let width: Int32 = 440
  static let margin: Int32 = 18
  /// The height in pixels of a frame's shadow.
  private static let shadow: Int32 = 6
  /// The minimum height of a view's content in pixels.
  private static let lowest: Int32 = 96

  private let window: Widget
  private let answer: @MainActor (ViewEventValue, [SharedSecret]?) -> Void
  private var model: PresentedView
  private var rows: RowsWidget?
  private var form: FormWidget?
  private var confirm: Widget?
  private var wayOut: Widget?
  /// Everything but the buttons, which stay visible if the screen is too low for the whole view.
  private var body: Widget?
  /// Whether the current content has yet to be painted for the first time.
  private var isUnpainted = true
  private var keys: UnsafeMutableRawPointer?
  /// When the window got the keyboard; keys that were meant for another window at the time do not count.
  private var keyboardCame = -Double.infinity

  /// Opens the window.
  ///
  /// - Parameter answer: Called with the user's actions and any texts typed into a form; closing the window counts as a cancellation.
  init?(_ view: PresentableViewValue, answer: @escaping @MainActor (ViewEventValue, [SharedSecret]?) -> Void) {
    guard let window = passfold_adw_window_new("Passfold", Self.width, -1) else { return nil }
    self.window = window
    self.answer = answer
    model = PresentedView(view)
    if passfold_gtk_letters_are_large() != 0 { gtk_widget_add_css_class(window, "large-letters") }
    SignalHandler.connect(window, asking: "close-request") { [weak self] in
      self?.handle(.cancelled)
      // The broker closes the window, as after every other answer.
      return true
    }
    keys = SignalHandler.connectKeys(of: window) { [weak self] key in self?.pressed(key) ?? false }
    SignalHandler.connect(window, "notify::is-active") { [weak self] _ in self?.keyboardCame = MainLoop.now }
    if let presses = passfold_gtk_press_controller_new(window) {
      SignalHandler.connect(presses, "pressed") { [weak self] _ in
        guard let self else { return }
        let time = MainLoop.time(ofEventAt: presses)
        guard !self.model.isReady(at: time) else { return }
        self.handle(.disturbed, at: time)
        passfold_gtk_press_swallow(presses)
      }
    }
    draw()
    passfold_gtk_window_present(window)
    if let frames = gtk_widget_get_frame_clock(window) {
      SignalHandler.connect(UnsafeMutableRawPointer(frames), "after-paint") { [weak self] _ in self?.painted() }
    }
  }

  /// Shows a view of the same request: updates the current one or draws the next.
  func show(_ view: PresentableViewValue) {
    if model.isSameScreen(as: view) {
      let before = model.view
      handle(.updated(view))
      if before.message != view.message || before.busy != view.busy || before.details != view.details { draw() }
    } else {
      model = PresentedView(view)
      draw()
    }
  }

  /// Closes the window.
  func close() { passfold_gtk_window_destroy(window) }

  func tick() { rows?.tick() }

  private func handle(_ event: PresentedView.Event, at time: Double = MainLoop.now) {
    let event = model.handle(event, now: time)
    rows?.show(model)
    if let confirm { gtk_widget_set_sensitive(confirm, model.isAnswered || (form != nil && model.firstMissing != nil) ? 0 : 1) }
    guard let event else { return }
    guard let form, event.action == .confirm else { return answer(event, nil) }
    // Clearing the fields reports changes, which no longer matter.
    let typed = form.take()
    form.setSensitive(false)
    answer(event, typed)
  }

  // MARK: Keys

  private func pressed(_ key: PressedKey) -> Bool {
    if key.isOne(of: GDK_KEY_Escape) {
      handle(.cancelled)
      return true
    }
    let time = keys.map { MainLoop.time(ofEventAt: $0) } ?? MainLoop.now
    guard model.isReady(at: time), time >= keyboardCame + PresentedView.idleTime else {
      keyboardCame = max(keyboardCame, time)
      handle(.disturbed, at: time)
      return true
    }
    if let place = key.place {
      if model.rows.indices.contains(place) { handle(.chose(model.rows[place].id)) }
      return true
    }
    guard !key.hasAlt, !key.hasControl else { return false }
    if key.isOne(of: GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter) { return pressedEnter() }
    guard model.hasRows else { return scrolled(by: key) }
    guard let movement = movement(of: key) else { return false }
    if let row = rows?.focused { handle(.selected(row)) }
    handle(.moved(movement))
    rows?.focusSelection(model)
    return true
  }

  /// Scrolls content that does not fit, wherever the focus is.
  private func scrolled(by key: PressedKey) -> Bool {
    guard let body else { return false }
    let scroll: GtkScrollType
    if key.isOne(of: GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up) {
      scroll = GTK_SCROLL_PAGE_UP
    } else if key.isOne(of: GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down) {
      scroll = GTK_SCROLL_PAGE_DOWN
    } else if form?.isFocused ?? false {
      // These keys move through a field's text.
      return false
    } else if key.isOne(of: GDK_KEY_Home, GDK_KEY_KP_Home) {
      scroll = GTK_SCROLL_START
    } else if key.isOne(of: GDK_KEY_End, GDK_KEY_KP_End) {
      scroll = GTK_SCROLL_END
    } else {
      return false
    }
    passfold_gtk_scroll(body, scroll)
    return true
  }

  private func movement(of key: PressedKey) -> PresentedView.Movement? {
    if key.isOne(of: GDK_KEY_Up, GDK_KEY_KP_Up) { return .by(-1) }
    if key.isOne(of: GDK_KEY_Down, GDK_KEY_KP_Down) { return .by(1) }
    if key.isOne(of: GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up) { return .by(-6) }
    if key.isOne(of: GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down) { return .by(6) }
    // In the search field these keys move through its text.
    if rows?.isSearching ?? false { return nil }
    if key.isOne(of: GDK_KEY_Home, GDK_KEY_KP_Home) { return .first }
    if key.isOne(of: GDK_KEY_End, GDK_KEY_KP_End) { return .last }
    return nil
  }

  private func pressedEnter() -> Bool {
    // Enter on a button presses that button.
    if [wayOut, confirm].compactMap(\.self).contains(where: { gtk_widget_has_focus($0) != 0 }) { return false }
    if let form {
      // Enter on the peek button presses it; elsewhere outside a field, Enter leads to the first missing one.
      guard form.isFocused else {
        form.focus(model.firstMissing ?? 0)
        return true
      }
      handle(.accepted)
      if !model.isAnswered { form.focus(model.field) }
      return true
    }
    if let row = rows?.focused {
      handle(.chose(row))
    } else {
      // Enter on its own never releases or creates anything; for a destructive view it cancels.
      handle(model.view.destructive ?? false ? .cancelled : .accepted)
    }
    return true
  }

  // MARK: Drawing

  private func draw() {
    let view = model.view
    passfold_gtk_window_set_title(window, view.title)
    let about = ViewWords.about(view)
    let description = [about, view.message ?? ""].filter { !$0.isEmpty }.joined(separator: ". ")
    passfold_gtk_set_accessible_description(window, description)
    rows = nil
    form = nil
    confirm = nil
    let heading = Build.heading(
      Build.named(view.title, style: "title-2", centered: true),
      about.isEmpty ? nil : Build.label(about, style: "dim-label", centered: true))
    if let heading {
      passfold_gtk_set_accessible_label(heading, view.title)
      passfold_gtk_set_accessible_description(heading, description)
    }
    let words = view.message.flatMap { $0.isEmpty ? nil : $0 } ?? (view.busy ?? false ? ViewWords.waiting : nil)
    let content = Build.column(
      spacing: 15, margin: Self.margin, heading, messageWidget(words, isBusy: view.busy ?? false), details(view.details ?? []))
    guard let content, let body = passfold_gtk_scrolled_new(content) else { return }
    self.body = body
    gtk_widget_set_margin_top(content, 3)
    passfold_gtk_scrolled_show_bar(body)
    // It takes the focus if nothing inside can.
    passfold_gtk_set_accessible_label(body, view.title)
    if model.hasRows {
      let rows = RowsWidget(model, window: window) { [weak self] in
        self?.model.isReady(at: MainLoop.now) ?? false
      } report: { [weak self] event in
        self?.handle(event)
      }
      self.rows = rows
      if let widget = rows.widget { passfold_gtk_box_append(content, widget) }
    }
    if view.kind == .form {
      let form = FormWidget(view) { [weak self] event in self?.handle(event) }
      self.form = form
      if let widget = form.widget { passfold_gtk_box_append(content, widget) }
    }
    let fitting = passfold_gtk_fitting_new(body, Self.lowest, .max)
    if let fitting { gtk_widget_set_vexpand(fitting, 1) }
    let buttons = buttons()
    if let buttons {
      for set in [gtk_widget_set_margin_bottom, gtk_widget_set_margin_start, gtk_widget_set_margin_end] { set(buttons, Self.margin) }
      // In all, the distance between lines; the scrolling content has room for the shadow of its last frame.
      gtk_widget_set_margin_top(buttons, 15 - Self.shadow)
      gtk_widget_set_margin_bottom(content, Self.shadow)
    }
    passfold_adw_window_set_content(window, Build.note("Passfold"), Build.column(fitting, buttons))
    passfold_gtk_window_grow(window)
    // The user reads before acting: no row or button is focused for the next key. A field is focused, but ignores keys until they count.
    if let form { form.focus(model.firstMissing ?? 0) } else if let heading { gtk_widget_grab_focus(heading) }
    isUnpainted = true
  }

  /// Tells the model once the view is visible.
  private func painted() {
    guard isUnpainted, gtk_widget_get_mapped(window) != 0 else { return }
    isUnpainted = false
    if let body, let line = form?.focusedLine { passfold_gtk_scroll_to(body, line) }
    handle(.appeared)
  }

  private func messageWidget(_ words: String?, isBusy: Bool) -> Widget? {
    guard let words, let label = Build.named(words, centered: !isBusy) else { return nil }
    guard isBusy, let spinner = gtk_spinner_new() else { return label }
    passfold_gtk_spinner_start(spinner)
    passfold_gtk_set_accessible_label(spinner, ViewWords.waiting)
    gtk_widget_set_valign(spinner, GTK_ALIGN_CENTER)
    let line = Build.row(spacing: 12, spinner, label)
    if let line { gtk_widget_set_halign(line, GTK_ALIGN_CENTER) }
    return line
  }

  private func details(_ details: [PresentableViewValue.Detail]) -> Widget? {
    guard !details.isEmpty, let list = passfold_gtk_list_new(GTK_SELECTION_NONE) else { return nil }
    passfold_gtk_set_accessible_label(list, model.view.title)
    for detail in details {
      // A value is never cut off: the end of a long name may be what matters.
      let value = Build.named(detail.value)
      guard let text = Build.column(spacing: 2, Build.label(detail.label, style: "dim-label caption"), value),
        let row = passfold_gtk_row_new(text)
      else { continue }
      gtk_widget_add_css_class(row, "view-row")
      passfold_gtk_set_accessible_label(row, "\(detail.label): \(detail.value)")
      passfold_gtk_list_append(list, row)
    }
    return list
  }

  private func buttons() -> Widget? {
    let view = model.view
    wayOut = Build.button(ViewWords.wayOut(of: view)) { [weak self] in self?.handle(.cancelled) }
    if view.kind == .confirmation || view.kind == .form {
      let style = view.destructive ?? false ? "destructive-action" : "suggested-action"
      let label = view.confirmLabel.flatMap { $0.isEmpty ? nil : $0 } ?? ViewWords.confirm
      confirm = Build.button(label, style: style) { [weak self] in self?.handle(.confirmed) }
      if let confirm, model.firstMissing != nil { gtk_widget_set_sensitive(confirm, 0) }
    }
    let isColumn = passfold_gtk_letters_are_large() != 0
    let row = isColumn ? Build.column(spacing: 12, wayOut, confirm) : Build.row(spacing: 12, wayOut, confirm)
    for button in [wayOut, confirm].compactMap(\.self) { gtk_widget_set_hexpand(button, 1) }
    if let row { passfold_gtk_box_set_homogeneous(row, 1) }
    return row
  }
}
