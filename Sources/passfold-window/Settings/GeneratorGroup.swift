// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews

/// The settings for passwords that the vault's window generates.
@MainActor
final class GeneratorGroup {
  let widget = passfold_adw_group_new(VaultSettingsWords.generator, VaultSettingsWords.generatorHint)
  private let length: Widget?
  private var kinds: [(kind: GeneratorRules.Kind, turn: Widget)] = []
  private var rules = ConfigurationFolder.generatorRules
  /// Whether the code is setting the controls, rather than the user.
  private var isSetting = false

  init() {
    let lengths = GeneratorRules.lengths
    length = passfold_gtk_number_new(Int32(lengths.lowerBound), Int32(lengths.upperBound), Int32(rules.length))
    guard let widget else { return }
    if let length {
      passfold_gtk_set_accessible_label(length, VaultSettingsWords.length)
      SignalHandler.connect(length, "value-changed") { [weak self] _ in self?.keep() }
      if let row = ControlRow.make(VaultSettingsWords.length, nil, length) { passfold_adw_group_add(widget, row) }
    }
    for kind in GeneratorRules.Kind.allCases {
      guard let turn = gtk_switch_new() else { continue }
      let words = VaultSettingsWords.kind(kind)
      passfold_gtk_switch_set(turn, rules.kinds.contains(kind) ? 1 : 0)
      passfold_gtk_set_accessible_label(turn, words)
      kinds.append((kind, turn))
      SignalHandler.connect(turn, "notify::active") { [weak self] _ in self?.keep() }
      guard let row = ControlRow.make(words, nil, turn) else { continue }
      passfold_adw_group_add(widget, row)
    }
  }

  private func keep() {
    guard !isSetting, let length else { return }
    let wanted = Set(kinds.filter { passfold_gtk_switch_is_on($0.turn) != 0 }.map(\.kind))
    let rules = GeneratorRules(length: Int(passfold_gtk_number(length)), kinds: wanted)
    if ConfigurationFolder.keep(rules) { self.rules = rules }
    // A password needs at least one kind of character: turning off the last kind turns all of them on again.
    isSetting = true
    for (kind, turn) in kinds { passfold_gtk_switch_set(turn, self.rules.kinds.contains(kind) ? 1 : 0) }
    isSetting = false
  }
}
