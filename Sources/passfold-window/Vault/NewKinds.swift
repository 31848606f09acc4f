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
    var (first, pressed): (Widget?, Widget?) = (nil, nil)
    var options: [(button: Widget, purpose: EntryForm.Purpose)] = []
    for (kind, words, purpose) in kinds {
      guard let button = passfold_gtk_option_new("_" + words, kind == chosen ? 1 : 0, first) else { continue }
      passfold_gtk_forget_accessible_label(button)
      first = first ?? button
      if kind == chosen { pressed = button } else { options.append((button, purpose)) }
      passfold_gtk_flow_append(box, button)
    }
    for (button, purpose) in options {
      SignalHandler.connect(button, "clicked") { [pressed] _ in
        // The user may decide to stay with this form.
        if let pressed { passfold_gtk_option_choose(pressed) }
        turn(purpose)
      }
    }
    return box
  }
}
