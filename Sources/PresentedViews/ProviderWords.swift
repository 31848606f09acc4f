// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// What is said of providers, in settings and in the terminal.
package enum ProviderWords {
  package static let title = "Passfold Settings"
  package static let providers = "Providers"
  package static let order = "They are asked in this order, and what they have stands together in one list."
  package static let newPasskeys = "New passkeys"
  package static let keptIn = "Keep them in"
  package static let capabilities = "Fills in"
  package static let folder = "Installed in"
  package static let faults = "Faults"
  package static let none = "No provider is installed"
  package static let noneHint = "A provider is a folder NAME.provider in ~/.local/share/passfold/providers."
  package static let unreachable = "The broker went away. Open this window again to go on; nothing was lost."
  package static let notSaved = "The change could not be saved. Everything is as it was."

  /// What a provider can fill in.
  package static func capabilities(of provider: ProviderSettingsValue) -> String {
    let nouns = [
      ("ProvidesOneTimeCodes", "one-time codes"), ("ProvidesPasskeys", "passkeys"), ("ProvidesPasswords", "passwords"),
      ("ProvidesTextToInsert", "texts"),
    ]
    let known = nouns.filter { provider.capabilities.contains($0.0) }.map(\.1)
    return known.isEmpty ? "nothing" : known.joined(separator: ", ")
  }

  package static func faults(_ count: Int) -> String { "\(count) in the last ten minutes" }

  /// What the provider doctor found, which comes as a code and what it is about.
  package static func finding(_ finding: String) -> String {
    let parts = finding.split(separator: " ", maxSplits: 1).map(String.init)
    let subject = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "executableMissing": return "Its program is missing or cannot be run."
    case "writableByOthers": return "Its bundle can be changed by other users; anybody of them decides what it does."
    case "nothingDeclared": return "It declares no capability, so it is never asked."
    case "methodNotOverridden": return "It does not override \(subject), which it declares to support."
    case "capabilityNotDeclared": return "It overrides what \(subject) is for and does not declare that, so it is never asked for it."
    case "protocolMissing": return "It declares \(subject) and does not conform to VerificationCodeSetupHandling."
    default: return finding
    }
  }

  package static func moveUp(_ name: String) -> String { "Move \(name) up" }
  package static func moveDown(_ name: String) -> String { "Move \(name) down" }
  package static func use(_ name: String) -> String { "Use \(name)" }
}
