// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import Translations

/// The choice of Passfold's language instead of the session's.
@MainActor
enum LanguageGroup {
  static func make() -> Widget? {
    guard let group = passfold_adw_group_new(VaultSettingsWords.language, VaultSettingsWords.languageHint),
      let file = ConfigurationFolder.file(ChosenLanguage.fileName)
    else { return nil }
    let all = ChosenLanguage.all
    let chosen = ChosenLanguage.code(in: file.content).flatMap { code in all.firstIndex { $0.code == code } }
    let names = [VaultSettingsWords.languageOfSession] + all.map(\.name)
    guard let row = ChoiceRow.make(VaultSettingsWords.language, nil, names, chosen: chosen.map { $0 + 1 } ?? 0) else { return nil }
    let failed = Build.label(VaultSettingsWords.notKept, style: "heading")
    if let failed { gtk_widget_set_visible(failed, 0) }
    ChoiceRow.hear(row) {
      let place = ChoiceRow.selected(row) - 1
      let isKept = file.keep(all.indices.contains(place) ? Array((all[place].code + "\n").utf8) : [])
      if let failed { gtk_widget_set_visible(failed, isKept ? 0 : 1) }
    }
    passfold_adw_group_add(group, row)
    return Build.column(spacing: 12, group, failed)
  }
}
