// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// The settings page that shows the state of synchronisation and lists, adds and removes devices.
@MainActor
final class DevicesPage {
  static let name = "devices"
  private static let longestName: Int32 = 63

  let content: Widget?
  private let window: Widget
  private let ask: @MainActor (DeviceSettings.Question) -> Void
  private let hangUp: @MainActor () -> Void
  private var settings = DeviceSettings()
  /// The settings as they are drawn now.
  private var drawn: DeviceSettings?
  private let standing = Build.column(spacing: 24)
  private let devices = Build.column(spacing: 24)
  private let places = Build.column()
  /// The group for starting synchronisation or moving it; kept while the user types there.
  private var place: (isInUse: Bool, group: SyncPlaceGroup)?
  /// The first button drawn that changes the current state.
  private var way: Widget?
  private var controls: [String: Widget] = [:]
  private var expanders: [String: Widget] = [:]
  /// The secret part of the current offer; no widget keeps it.
  private var secret: DeviceOfferGroup.Secret?

  /// - Parameters:
  ///   - window: The parent window of questions.
  ///   - ask: Sends a question to the vault; the answer arrives in ``hear(_:_:to:)``.
  ///   - hangUp: Closes the connection to the vault, which ends the questions asked there.
  init(
    over window: Widget, ask: @escaping @MainActor (DeviceSettings.Question) -> Void, hangUp: @escaping @MainActor () -> Void
  ) {
    self.window = window
    self.ask = ask
    self.hangUp = hangUp
    content = Build.column(spacing: 24, margin: ViewWindow.margin)
    for part in [standing, devices, places] {
      if let content, let part { passfold_gtk_box_append(content, part) }
    }
  }

  /// Asks for the current state without prompting the user.
  func look() { put(.look) }

  /// Takes the vault's progress with a question.
  func hear(_ progress: VaultAnswer.Progress, to question: DeviceSettings.Question) {
    settings.hear(progress, to: question)
    draw()
  }

  /// Takes the vault's answer with its secret part, or nil if it did not answer.
  func hear(_ answer: VaultAnswer?, _ secret: SharedSecret? = nil, to question: DeviceSettings.Question) {
    settings.hear(answer, to: question)
    self.secret = settings.offer == nil ? nil : question == .offer ? secret.flatMap(DeviceOfferGroup.Secret.init) : self.secret
    draw()
    guard question == .offer, settings.offer != nil else { return }
    // The vault waits for the new device from now on; an offer whose code cannot be shown is useless.
    if self.secret == nil { withdraw() } else { put(.admit) }
  }

  private func withdraw() {
    settings.withdraw()
    secret = nil
    hangUp()
    draw()
  }

  private func put(_ question: DeviceSettings.Question) {
    guard settings.ask(question) else { return }
    draw()
    ask(question)
  }

  // MARK: Drawing

  private func draw() {
    guard settings != drawn else { return }
    let former = drawn
    drawn = settings
    if former == nil || former?.status != settings.status || former?.isSilent != settings.isSilent { drawStanding() }
    // A part that the user may be typing in is not redrawn for changes that it does not show.
    if former == nil || former?.list != settings.list || former?.news != settings.news || former?.asked != settings.asked
      || former?.canShow != settings.canShow || former?.offer != settings.offer || former?.removed != settings.removed
    {
      drawDevices()
    }
    drawPlace()
  }

  /// The message about the last question, for the part that it belongs to.
  private func news(ofPlace isOfPlace: Bool) -> String? { settings.told?.isAboutPlace == isOfPlace ? settings.news : nil }

  private func drawStanding() {
    guard let standing else { return }
    let hadFocus = passfold_gtk_has_focus_within(standing) != 0
    way = nil
    passfold_gtk_box_remove_all(standing)
    guard let group = passfold_adw_group_new(DeviceSettingsWords.standing, nil) else { return }
    if let status = settings.status {
      let words = SyncStanding(status)
      add(words.headline, words.lines.joined(separator: "\n"), dot: words.dot, to: group)
      if let clock = DeviceWords.clock(status) { add(DeviceWords.sentence(clock), DeviceWords.clockAdvice, to: group) }
      if status.state != .off { add(DeviceWords.waiting(status.pending) + ".", nil, to: group) }
      for line in DeviceWords.files(status.files) { add(line, nil, to: group) }
      if status.state == .stopped { add(DeviceSettingsWords.goOn, DeviceSettingsWords.goOnHint, asking: .resume, to: group) }
      if let count = status.quarantined {
        add(DeviceWords.keptAside(count), nil, to: group)
        add(DeviceSettingsWords.take, DeviceSettingsWords.takeHint, asking: .accept, to: group)
      }
      if status.state == .waiting { add(DeviceSettingsWords.tryNow, nil, asking: .exchange, to: group) }
    } else if settings.isSilent {
      add(DeviceSettingsWords.silent, nil, dot: .waiting, to: group)
    } else {
      return
    }
    passfold_gtk_box_append(standing, group)
    if hadFocus, let way { gtk_widget_grab_focus(way) }
  }

  /// Adds a button that changes the current state, with an explanation.
  private func add(_ words: String, _ hint: String?, asking question: DeviceSettings.Question, to group: Widget) {
    let button = Build.button(words) { [weak self] in self?.put(question) }
    guard let row = ControlRow.below(nil, hint, button) else { return }
    passfold_adw_group_add(group, row)
    if way == nil { way = button }
  }

  private func drawPlace() {
    guard let places, let status = settings.status, !settings.isSilent else {
      if let places { passfold_gtk_box_remove_all(places) }
      place = nil
      return
    }
    let isInUse = status.state != .off
    if place?.isInUse != isInUse {
      passfold_gtk_box_remove_all(places)
      let group = SyncPlaceGroup(isInUse: isInUse, over: window) { [weak self] in self?.put($0) }
      if let widget = group.widget { passfold_gtk_box_append(places, widget) }
      place = (isInUse, group)
    }
    place?.group.wait(settings.asked != nil)
    place?.group.say(news(ofPlace: true))
  }

  private func drawDevices() {
    guard let devices else { return }
    let focused = controls.first { gtk_widget_has_focus($0.value) != 0 }?.key
    let expanded = Set(expanders.filter { passfold_adw_expander_is_open($0.value) != 0 }.keys)
    controls = [:]
    expanders = [:]
    passfold_gtk_box_remove_all(devices)
    let words = news(ofPlace: false)
    gtk_widget_set_visible(devices, settings.canShow || words != nil ? 1 : 0)
    if let label = words.flatMap({ Build.label($0, style: "heading") }) { passfold_gtk_box_append(devices, label) }
    guard settings.canShow else { return }
    if let offer = settings.offer, let secret {
      let group = DeviceOfferGroup(offer, secret) { [weak self] in self?.withdraw() }
      if let widget = group.widget { passfold_gtk_box_append(devices, widget) }
      controls["stop"] = group.stopButton
    }
    if let removed = settings.removed, let group = known(of: removed) { passfold_gtk_box_append(devices, group) }
    let hint = settings.list == nil ? DeviceSettingsWords.beforeShown : DeviceSettingsWords.whenShown
    guard let group = passfold_adw_group_new(DeviceSettingsWords.devices, hint) else { return }
    if let list = settings.list {
      if let place = list.place { add(DeviceSettingsWords.place, PrintableText.of(place), to: group) }
      for device in list.devices { if let row = row(for: device, isOpen: expanded) { passfold_adw_group_add(group, row) } }
    }
    passfold_gtk_box_append(devices, group)
    let way = settings.list == nil ? DeviceSettingsWords.show : DeviceSettingsWords.again
    let (show, add) = (
      button("show", way) { [weak self] in self?.put(.list) },
      button("add", DeviceSettingsWords.add) { [weak self] in self?.put(.offer) }
    )
    let isColumn = passfold_gtk_letters_are_large() != 0
    let buttons = isColumn ? Build.column(spacing: 12, show, add) : Build.row(spacing: 12, show, add)
    if let buttons { passfold_gtk_box_append(devices, buttons) }
    drawComparison(in: devices)
    if let focused, let control = controls[focused] { gtk_widget_grab_focus(control) }
  }

  private func drawComparison(in devices: Widget) {
    guard let group = passfold_adw_group_new(DeviceSettingsWords.comparison, DeviceSettingsWords.comparisonHint) else { return }
    let words = settings.list?.words.map(PrintableText.of).joined(separator: " ") ?? ""
    if !words.isEmpty { add(words, nil, to: group) }
    passfold_gtk_box_append(devices, group)
    let way = words.isEmpty ? DeviceSettingsWords.showWords : DeviceSettingsWords.showWordsAnew
    guard let button = button("compare", way, { [weak self] in self?.put(.list) }) else { return }
    gtk_widget_set_halign(button, GTK_ALIGN_START)
    passfold_gtk_box_append(devices, button)
  }

  /// Makes a button that is disabled while a question is in progress.
  private func button(_ control: String, _ words: String, style: String? = nil, _ act: @escaping @MainActor () -> Void) -> Widget? {
    guard let button = Build.button(words, style: style, act) else { return nil }
    gtk_widget_set_sensitive(button, settings.asked == nil ? 1 : 0)
    controls[control] = button
    return button
  }

  private func known(of removed: VaultAnswer.RemovedDevice) -> Widget? {
    guard removed.total > 0, let group = passfold_adw_group_new(DeviceSettingsWords.knownTitle, DeviceWords.known(removed.total)) else {
      return nil
    }
    for entry in removed.known {
      add(EntryWords.title(of: entry), entry.user.isEmpty ? nil : PrintableText.of(entry.user), to: group)
    }
    let more = removed.total - removed.known.count
    if more > 0 { add(DeviceSettingsWords.more(more), nil, to: group) }
    return group
  }

  private func row(for device: VaultAnswer.Device, isOpen expanded: Set<String>) -> Widget? {
    let (name, number) = (DeviceWords.name(of: device), device.number)
    let seen = "\(DeviceSettingsWords.lastSeen): \(DeviceWords.seen(device))"
    guard let row = passfold_adw_expander_new(DeviceWords.title(of: device), seen) else { return nil }
    expanders[number] = row
    passfold_adw_expander_open(row, expanded.contains(number) ? 1 : 0)
    if let icon = Build.icon(device.isSilent ? "dialog-warning-symbolic" : "computer-symbolic") { passfold_adw_row_add_prefix(row, icon) }
    if let fact = passfold_adw_row_new(DeviceSettingsWords.number, DeviceWords.number(of: device)) { passfold_adw_expander_add(row, fact) }
    if let renaming = renaming(of: number, called: name) { passfold_adw_expander_add(row, renaming) }
    if !device.isThis, let removing = removing(number, called: name) { passfold_adw_expander_add(row, removing) }
    return row
  }

  private func removing(_ number: String, called name: String) -> Widget? {
    let words = DeviceSettingsWords.remove(name)
    let button = button(number + "/remove", words, style: "destructive-action") { [weak self] in self?.put(.remove(number)) }
    return ControlRow.make(nil, DeviceSettingsWords.removal, button)
  }

  private func renaming(of number: String, called name: String) -> Widget? {
    guard let entry = gtk_entry_new() else { return nil }
    passfold_gtk_entry_limit(entry, passfold_gtk_letters_are_large() != 0 ? 6 : 12, Self.longestName)
    gtk_widget_set_hexpand(entry, 1)
    passfold_gtk_set_accessible_label(entry, DeviceSettingsWords.newName(of: name))
    let rename: @MainActor () -> Void = { [weak self] in
      let typed = passfold_gtk_editable_text(entry).map { String(cString: $0) } ?? ""
      if !typed.isEmpty { self?.put(.rename(VaultCall.DeviceRename(device: number, name: typed))) }
    }
    SignalHandler.connect(entry, "activate") { _ in rename() }
    controls[number + "/name"] = entry
    let button = passfold_gtk_icon_button_new("object-select-symbolic")
    if let button {
      let words = DeviceSettingsWords.rename(name)
      gtk_widget_set_tooltip_text(button, words)
      passfold_gtk_set_accessible_label(button, words)
      gtk_widget_set_sensitive(button, settings.asked == nil ? 1 : 0)
      SignalHandler.connect(button, "clicked") { _ in rename() }
      controls[number + "/rename"] = button
    }
    return ControlRow.make(DeviceSettingsWords.newName, nil, Build.row(spacing: 6, entry, button))
  }

  private func add(_ title: String, _ subtitle: String?, dot: SyncStanding.Dot? = nil, to group: Widget) {
    guard let row = passfold_adw_row_new(title, subtitle.flatMap { $0.isEmpty ? nil : $0 }) else { return }
    if let dot, let icon = Build.icon("media-record-symbolic") {
      gtk_widget_add_css_class(icon, Self.style(of: dot))
      passfold_adw_row_add_prefix(row, icon)
    }
    passfold_adw_group_add(group, row)
  }

  /// Returns the desktop's name for a dot's colour; the words next to the dot say the same.
  private static func style(of dot: SyncStanding.Dot) -> String {
    switch dot {
    case .still: "dim-label"
    case .well: "success"
    case .waiting: "warning"
    case .stopped: "error"
    }
  }
}
