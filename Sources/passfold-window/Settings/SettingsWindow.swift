// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CGTK
import PresentedViews
import VaultProtocol

/// The window for choosing which providers are used, in which order, and which one creates new passkeys; it also shows the vault's
/// synchronisation and its settings.
@MainActor
final class SettingsWindow {
  /// The interval in milliseconds at which the window refreshes while it is open.
  private static let interval: UInt32 = 3_000

  private let conversation: SurfaceConversation
  private let window: Widget
  private let content: Widget?
  private let leave: @MainActor () -> Void
  private var list: ProviderList?
  private var notice: String?
  /// Whether the user's provider settings cannot be read, in which case they have no effect.
  private var isUnreadable = false
  /// The provider that the user switched on but has not agreed to yet.
  private var asked: String?
  private var nextRequest = 1
  private let stack: Widget?
  private var devices: DevicesPage?
  private let vaultPage = VaultSettingsPage()
  /// The questions sent to the vault through the broker, by request number.
  private var questions: [RequestNumber: DeviceSettings.Question] = [:]
  /// The direct connection to the vault, once it was needed.
  private var vault: VaultConversation?
  /// The controls by their function, so that the focus is restored after a redraw.
  private var controls: [String: Widget] = [:]
  private var expanded: Set<String> = []
  private var expanders: [String: Widget] = [:]

  init?(_ conversation: SurfaceConversation, leave: @escaping @MainActor @Sendable () -> Void) {
    guard let window = passfold_adw_window_new(ProviderWords.title, 620, 640) else { return nil }
    self.window = window
    self.conversation = conversation
    self.leave = leave
    content = Build.column(spacing: 24, margin: ViewWindow.margin)
    stack = passfold_gtk_stack_new()
    if let stack { gtk_widget_set_vexpand(stack, 1) }
    devices = DevicesPage(
      over: window,
      ask: { [weak self] question in self?.ask(question) },
      hangUp: { [weak self] in
        self?.vault?.end()
        self?.vault = nil
      })
    add(content, "providers", ProviderWords.providers)
    add(devices?.content, DevicesPage.name, DeviceSettingsWords.title)
    add(vaultPage.content, VaultSettingsPage.name, VaultSettingsWords.title)
    let switcher = stack.flatMap { passfold_gtk_switcher_new($0) }
    if let switcher { passfold_gtk_set_accessible_label(switcher, ProviderWords.title) }
    // When the window is as narrow as a phone, the title bar has no room for three names next to the close button.
    if let switcher { for set in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { set(switcher, ViewWindow.margin) } }
    passfold_adw_window_set_content(window, Build.note(ProviderWords.title), Build.column(switcher, stack))
    if let stack { SignalHandler.connect(stack, "notify::visible-child") { [weak self] _ in self?.look() } }
    SignalHandler.connect(window, asking: "close-request") {
      leave()
      return false
    }
    SignalHandler.connectKeys(of: window) { key in
      guard key.isOne(of: GDK_KEY_Escape) || (key.hasControl && key.isOne(of: GDK_KEY_w, GDK_KEY_W, GDK_KEY_q, GDK_KEY_Q)) else {
        return false
      }
      leave()
      return true
    }
    Task.detached { [conversation, weak self] in
      for await answer in conversation.answers { MainLoop.post { self?.hear(answer) } }
      MainLoop.post { self?.end() }
    }
    ask(.providers)
    MainLoop.every(milliseconds: Self.interval) { [weak self] in
      self?.ask(.providers)
      self?.look()
      return self != nil
    }
    passfold_gtk_window_present(window)
  }

  private func add(_ page: Widget?, _ name: String, _ title: String) {
    guard let stack, let page, let scrolled = passfold_adw_clamp_new(page, 640).flatMap({ passfold_gtk_scrolled_new($0) }) else { return }
    passfold_gtk_stack_add(stack, scrolled, name, title)
  }

  /// Refreshes the visible page; one request at a time.
  private func look() {
    if let stack, passfold_gtk_stack_shows(stack, VaultSettingsPage.name) != 0 { vaultPage.look() }
    guard let stack, passfold_gtk_stack_shows(stack, DevicesPage.name) != 0, !questions.values.contains(.look) else { return }
    devices?.look()
  }

  /// Asks the vault, through the broker or directly.
  private func ask(_ question: DeviceSettings.Question) {
    if question.isAskedAtVault {
      let vault = vault ?? VaultConversation()
      self.vault = vault
      let hearProgress: @MainActor @Sendable (VaultAnswer.Progress) -> Void = { [weak self] progress in
        if self?.vault === vault { self?.devices?.hear(progress, to: question) }
      }
      return vault.ask(question.call, hearProgress: hearProgress) { [weak self] reply in
        // An answer on a connection that has since been closed is ignored.
        guard let self, self.vault === vault else { return }
        switch reply {
        case .answer(let answer, let secret): devices?.hear(answer, secret, to: question)
        case .failure(let failure): devices?.hear(.failure(failure), to: question)
        case .silence: devices?.hear(nil, to: question)
        }
      }
    }
    guard let request = ManageRequest(question.call) else { return }
    questions[RequestNumber(rawValue: nextRequest)] = question
    ask(.manage(request))
  }

  private func ask(_ request: ClientRequest) {
    conversation.send(.request(id: RequestNumber(rawValue: nextRequest), request))
    nextRequest += 1
  }

  private func hear(_ reply: ClientReply) {
    if let question = questions.removeValue(forKey: reply.id) {
      let answer: VaultAnswer? = if case .managed(let managed) = reply.answer { managed.vaultAnswer } else { nil }
      devices?.hear(answer, to: question)
      return
    }
    switch reply.answer {
    case .providers(let providers, let isUnreadable):
      let list = ProviderList(providers)
      guard list != self.list || isUnreadable != self.isUnreadable else { return }
      (self.list, self.isUnreadable) = (list, isUnreadable)
      draw()
    case .done:
      notice = nil
      ask(.providers)
    case .failure:
      // The switches return to the actual settings.
      tell(ProviderWords.notSaved)
      ask(.providers)
    default: break
    }
  }

  /// Handles the loss of the broker; outstanding questions get no answer.
  private func end() {
    tell(ProviderWords.unreachable)
    for question in Set(questions.values).union([.look]) { devices?.hear(nil, to: question) }
    questions = [:]
  }

  private func tell(_ words: String) {
    notice = words
    draw()
  }

  /// Turns a provider on or off. A provider with access beyond its own folder is expanded first, to show that access and the button to
  /// agree.
  private func turn(_ identifier: String, on: Bool) {
    guard let list else { return }
    guard on, list.asksForAgreement(identifier) else { return change(list.turning(identifier, on: on)) }
    asked = identifier
    if let row = expanders[identifier] { passfold_adw_expander_open(row, 1) }
    // The redraw returns the switch to the actual setting.
    MainLoop.post { [weak self] in self?.draw() }
  }

  private func change(_ change: ProviderSettingsChange?) {
    if let change { ask(.setProvider(change)) }
  }

  // MARK: Drawing

  private func draw() {
    guard let content else { return }
    let focused = controls.first { gtk_widget_has_focus($0.value) != 0 }?.key
    let opened = focused == nil ? expanders.first { passfold_gtk_has_focus_within($0.value) != 0 }?.key : nil
    expanded = Set(expanders.filter { passfold_adw_expander_is_open($0.value) != 0 }.keys)
    controls = [:]
    expanders = [:]
    passfold_gtk_box_remove_all(content)
    if let notice, let label = Build.label(notice, style: "heading") { passfold_gtk_box_append(content, label) }
    guard let list else { return }
    if isUnreadable, let words = unreadableWords() { passfold_gtk_box_append(content, words) }
    guard !list.providers.isEmpty else {
      if let page = passfold_adw_status_new("dialog-password-symbolic", ProviderWords.none, ProviderWords.noneHint) {
        let again = Build.button(ProviderWords.lookAgain, style: "pill") { [weak self] in self?.ask(.providers) }
        if let again {
          gtk_widget_set_halign(again, GTK_ALIGN_CENTER)
          passfold_adw_status_set_child(page, again)
        }
        controls["again"] = again
        if passfold_gtk_letters_are_large() != 0 { gtk_widget_add_css_class(page, "compact") }
        // It scrolls by itself, and without this it would be only as high as its icon.
        gtk_widget_set_vexpand(page, 1)
        passfold_gtk_box_append(content, page)
      }
      return
    }
    if let group = passfold_adw_group_new(ProviderWords.providers, ProviderWords.order) {
      for provider in list.providers { if let row = row(for: provider, in: list) { passfold_adw_group_add(group, row) } }
      passfold_gtk_box_append(content, group)
    }
    if let group = newPasskeys(list) { passfold_gtk_box_append(content, group) }
    if let focused, let control = controls[focused] { gtk_widget_grab_focus(control) }
    // The expander's own line is its first child.
    if let opened, let row = expanders[opened] { gtk_widget_child_focus(row, GTK_DIR_TAB_FORWARD) }
  }

  /// Says that the decisions cannot be read, what is not lost, and what to do.
  private func unreadableWords() -> Widget? {
    guard let alert = passfold_gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12, GTK_ACCESSIBLE_ROLE_ALERT) else { return nil }
    let words = Build.column(
      spacing: 6, Build.label(ProviderWords.unreadable, style: "heading"), Build.label(ProviderWords.unreadableNext))
    let icon = Build.icon("dialog-warning-symbolic", size: 24)
    if let icon { gtk_widget_set_valign(icon, GTK_ALIGN_START) }
    for part in [icon, words].compactMap(\.self) { passfold_gtk_box_append(alert, part) }
    passfold_gtk_set_accessible_label(alert, ProviderWords.unreadable)
    return alert
  }

  private func row(for provider: ProviderSettingsValue, in list: ProviderList) -> Widget? {
    let identifier = provider.identifier
    guard let row = passfold_adw_expander_new(provider.name, ProviderStanding.sentence(about: provider)) else { return nil }
    expanders[identifier] = row
    let warning = "dialog-warning-symbolic"
    let needsALook = provider.needsLook || provider.notice != nil
    passfold_adw_expander_open(row, expanded.contains(identifier) ? 1 : 0)
    if let icon = Build.icon(needsALook ? warning : "dialog-password-symbolic") {
      passfold_adw_row_add_prefix(row, icon)
    }
    // The suffix added last comes first.
    if let turn = gtk_switch_new() {
      passfold_gtk_switch_set(turn, provider.isEnabled ? 1 : 0)
      gtk_widget_set_sensitive(turn, provider.state == "unreadable" ? 0 : 1)
      gtk_widget_set_valign(turn, GTK_ALIGN_CENTER)
      passfold_gtk_set_accessible_label(turn, ProviderWords.use(provider.name))
      SignalHandler.connect(turn, "notify::active") { [weak self] _ in
        self?.turn(identifier, on: passfold_gtk_switch_is_on(turn) != 0)
      }
      controls[identifier + "/use"] = turn
      passfold_adw_row_add_suffix(row, turn)
    }
    let moves = [
      (1, "go-down-symbolic", ProviderWords.moveDown(provider.name)), (-1, "go-up-symbolic", ProviderWords.moveUp(provider.name)),
    ]
    let isNarrow = passfold_gtk_letters_are_large() != 0
    var ways: [Widget?] = []
    // Disabled providers come after all enabled ones.
    for (offset, icon, words) in provider.isEnabled ? moves : [] {
      let move: @MainActor () -> Void = { [weak self] in self?.change(list.moving(identifier, by: offset)) }
      guard let button = isNarrow ? Build.button(words, move) : Build.symbolButton(icon, words, move) else { continue }
      gtk_widget_set_sensitive(button, list.moving(identifier, by: offset) == nil ? 0 : 1)
      controls["\(identifier)/\(offset)"] = button
      if isNarrow { ways.insert(button, at: 0) } else { passfold_adw_row_add_suffix(row, button) }
    }
    // Large text leaves room for the switch only.
    if !ways.isEmpty, let way = ControlRow.make(nil, nil, Build.column(spacing: 6, ways.first ?? nil, ways.last ?? nil)) {
      passfold_adw_expander_add(row, way)
    }
    addAccess(of: provider, to: row)
    if let notice = provider.notice { add(ProviderWords.turnedOff, ProviderWords.notice(notice), icon: warning, to: row) }
    if let fault = provider.lastFault { add(ProviderWords.lastFault, ProviderWords.lastFault(fault), icon: warning, to: row) }
    for finding in provider.findings { add(ProviderWords.finding(finding), nil, icon: warning, to: row) }
    add(ProviderWords.capabilities, ProviderWords.capabilities(of: provider), to: row)
    if provider.faults > 0 { add(ProviderWords.faults, ProviderWords.faults(provider.faults), to: row) }
    add(ProviderWords.sandbox, ProviderWords.sandbox(of: provider), icon: provider.sandbox == "active" ? nil : warning, to: row)
    add(ProviderWords.folder, provider.folder, to: row)
    return row
  }

  /// Shows what the provider can access and, if the user has just switched it on, the button to agree.
  private func addAccess(of provider: ProviderSettingsValue, to row: Widget) {
    let identifier = provider.identifier
    for line in ProviderAccessWords.lines(about: provider) { add(ProviderAccessWords.title, line, to: row) }
    guard asked == identifier, provider.agreement != nil else { return }
    // The list on the screen, not a later one.
    let agreeing = Build.button(ProviderAccessWords.agree, style: "suggested-action") { [weak self, list] in
      self?.asked = nil
      self?.change(list?.agreeing(to: identifier))
    }
    controls[identifier + "/agree"] = agreeing
    if let fact = ControlRow.make(ProviderAccessWords.agreement, nil, agreeing) { passfold_adw_expander_add(row, fact) }
  }

  private func add(_ title: String, _ subtitle: String?, icon: String? = nil, to row: Widget) {
    let words = subtitle.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    guard let fact = passfold_adw_row_new(title, words) else { return }
    if let icon = icon.flatMap({ Build.icon($0) }) { passfold_adw_row_add_prefix(fact, icon) }
    passfold_adw_expander_add(row, fact)
  }

  private func newPasskeys(_ list: ProviderList) -> Widget? {
    let makers = list.passkeyMakers
    guard !makers.isEmpty, let group = passfold_adw_group_new(ProviderWords.newPasskeys, nil) else { return nil }
    guard let row = ChoiceRow.make(ProviderWords.keptIn, nil, makers.map(\.name), chosen: list.defaultMaker ?? 0) else { return nil }
    ChoiceRow.hear(row) { [weak self] in self?.change(list.makingPasskeys(at: ChoiceRow.selected(row))) }
    controls["passkeys"] = passfold_adw_choice_control(row)
    passfold_adw_group_add(group, row)
    return group
  }
}
