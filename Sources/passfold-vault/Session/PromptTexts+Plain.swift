// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
package import VaultProtocol

/// The words of the prompts for notes, cards and identities.
extension PromptTexts {
  /// A kind as part of a sentence.
  static func phrase(of kind: VaultEntry.Kind) -> String {
    switch kind {
    case .note: "the note"
    case .card: "the card"
    case .identity: "the identity"
    case .password: "the password"
    case .passkey: "the passkey"
    case .oneTimeCode: "the one-time codes"
    }
  }

  /// What is handed over where nothing is named, as part of a sentence.
  static func mainSecret(of kind: VaultEntry.Kind) -> String {
    switch kind {
    case .note: "the text"
    case .card: "the number"
    default: "the number of the only document"
    }
  }

  /// Asks for a secret of a note, card or identity to be stored.
  package static func secret(_ name: String, of kind: VaultEntry.Kind, title: String) -> PassphraseQuestion {
    let (label, isNeeded) = words(for: name, of: kind)
    let whole = "\(label) of \(phrase(of: kind)) “\(cut(title))”, to be kept in your vault."
    return PassphraseQuestion(
      title: "Add \(phrase(of: kind))", description: isNeeded ? whole : whole + "\nLeave it empty to keep none.", label: "\(label):",
      confirmLabel: isNeeded ? "_Add" : "_Continue", cancelLabel: "_Cancel", timeout: .seconds(300))
  }

  private static func words(for name: String, of kind: VaultEntry.Kind) -> (label: String, isNeeded: Bool) {
    switch (kind, name) {
    case (.note, _): ("Text", true)
    case (.card, "number"): ("Number", true)
    case (.card, "security-code"): ("Security code", false)
    case (.card, "pin"): ("PIN", false)
    default: ("Number of “\(cut(name))”", false)
    }
  }
}
