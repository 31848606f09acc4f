// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The choice of the kind of entry to add.
@MainActor
enum NewKinds {
  /// - Parameters:
  ///   - chosen: The kind of the current form.
  ///   - turn: Turns to the form for another kind.
  static func make(_ chosen: VaultEntry.Kind, _ turn: @escaping @MainActor (EntryForm.Purpose) -> Void) -> Widget? {
    let kinds: [(VaultEntry.Kind, String, EntryForm.Purpose)] = [
      (.password, VaultWords.addLogin, .newLogin), (.oneTimeCode, VaultWords.addCode, .newCode),
      (.note, VaultWords.kind(.note), .newPlain(.note)), (.card, VaultWords.kind(.card), .newPlain(.card)),
      (.identity, VaultWords.kind(.identity), .newPlain(.identity)),
    ]
    // They wrap onto the next line in a narrow window or in large text.
    guard let box = passfold_gtk_flow_new(VaultWords.addWhat) else { return nil }
    for (kind, words, purpose) in kinds {
      guard let button = Build.button(words, { turn(purpose) }) else { continue }
      if kind == chosen { gtk_widget_add_css_class(button, "suggested-action") }
      passfold_gtk_flow_append(box, button)
    }
    return box
  }
}
