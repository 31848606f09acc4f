// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import Translations
package import VaultProtocol

/// The texts of the prompts for notes, cards and identities.
extension PromptTexts {
  /// Returns a kind as part of a sentence.
  static func phrase(of kind: VaultEntry.Kind) -> String {
    switch kind {
    case .note: translated("the note")
    case .card: translated("the card")
    case .identity: translated("the identity")
    case .password: translated("the password")
    case .passkey: translated("the passkey")
    case .oneTimeCode: translated("the one-time codes")
    }
  }

  /// Returns the name of the default secret of a kind, as part of a sentence.
  static func mainSecret(of kind: VaultEntry.Kind) -> String {
    switch kind {
    case .note: translated("the text")
    case .card: translated("the number")
    default: translated("the number of the only document")
    }
  }

  /// Asks for a secret of a note, card or identity to be stored.
  package static func secret(_ name: String, of kind: VaultEntry.Kind, title: String) -> PassphraseQuestion {
    let (label, isNeeded) = words(for: name, of: kind)
    let whole = translated("\(label) for \(phrase(of: kind)) “\(cut(title))”, to be kept in your vault.")
    return PassphraseQuestion(
      title: heading(of: kind), description: isNeeded ? whole : whole + "\n" + translated("Leave it empty to store nothing."),
      label: "\(label):",
      confirmLabel: isNeeded ? translated("_Add") : translated("_Continue"), cancelLabel: translated("_Cancel"), timeout: .seconds(300))
  }

  private static func heading(of kind: VaultEntry.Kind) -> String {
    switch kind {
    case .note: translated("Add the note")
    case .card: translated("Add the card")
    case .identity: translated("Add the identity")
    case .password: translated("Add the password")
    case .passkey: translated("Add the passkey")
    case .oneTimeCode: translated("Add the one-time codes")
    }
  }

  private static func words(for name: String, of kind: VaultEntry.Kind) -> (label: String, isNeeded: Bool) {
    switch (kind, name) {
    case (.note, _): (translated("Text"), true)
    case (.card, "number"): (translated("Number"), true)
    case (.card, "security-code"): (translated("Security code"), false)
    case (.card, "pin"): (translated("PIN"), false)
    default: (translated("Number of “\(cut(name))”"), false)
    }
  }
}
