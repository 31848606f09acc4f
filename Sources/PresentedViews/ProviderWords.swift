// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// What is said of providers, in settings and in the terminal.
package enum ProviderWords {
  package static let title = "Passfold Settings"
  package static let providers = "Providers"
  package static let order = "They are asked in this order and fill one list together."
  package static let newPasskeys = "New passkeys"
  package static let keptIn = "Keep them in"
  package static let capabilities = "Fills in"
  package static let folder = "Installed in"
  package static let faults = "Faults"
  package static let turnedOff = "Turned off"
  package static let sandbox = "Sandbox"
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

  /// When the broker turned a provider off, and what to do.
  package static func notice(_ notice: ProviderNoticeValue) -> String {
    "\(CalendarTime.text(notice.time)), after three faults within ten minutes. Nothing was lost; turn it on to try again."
  }

  /// Whether a provider's process runs in a sandbox, and what that lets through.
  package static func sandbox(of provider: ProviderSettingsValue) -> String {
    switch provider.sandbox {
    case "active":
      let granted = provider.needs.compactMap { need in
        switch need {
        case "PassfoldCredentialProviderNetwork": "the network"
        case "PassfoldCredentialProviderPassphrasePrompt": "terminals and displays for its passphrase prompt"
        case "PassfoldCredentialProviderServesSession": "Passfold's runtime folder"
        default: nil
        }
      }
      return "active" + (granted.isEmpty ? "" : "; let through: \(granted.joined(separator: ", "))")
    case "none": return "none"
    default: return "NONE, \(missingSandbox(provider.sandbox)): it can read all your files"
    }
  }

  /// What this system lacks for a sandbox, and what brings it.
  package static func missingSandbox(_ reason: String) -> String {
    switch reason {
    case "bubblewrapMissing": "bubblewrap is not installed (on Debian: apt install bubblewrap)"
    case "bubblewrapTooOld": "bubblewrap is older than 0.8"
    case "namespacesForbidden": "this system forbids user namespaces to programs of yours"
    default: "this system has none"
    }
  }

  /// What the provider doctor found, which comes as a code and what it is about.
  package static func finding(_ finding: String) -> String {
    let parts = finding.split(separator: " ", maxSplits: 1).map(String.init)
    let subject = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "informationMissing": return "There is no Info.plist in its folder that can be read, or it is larger than 64 KiB."
    case "informationMalformed": return "Its Info.plist is no property list. `plutil -lint` or an XML parser says where it breaks."
    case "informationLacks":
      let mend =
        switch subject {
        case "CFBundleIdentifier", "CFBundleExecutable", "CFBundleDisplayName":
          " Xcode adds it when it builds; here it has to be written out."
        case "NSExtensionAttributes": " It holds ASCredentialProviderExtensionCapabilities, which says what the provider fills."
        default: ""
        }
      return "Its Info.plist lacks \(subject)." + mend
    case "informationUnexpanded":
      let parts = subject.split(separator: " ", maxSplits: 1).map(String.init)
      return "Its Info.plist gives \(parts.first ?? "a key") the value \(parts.last ?? ""), which only Xcode replaces. "
        + "Write the value out."
    case "informationUnusable": return "Its Info.plist gives \(subject) a value that no credential provider can have."
    case "principalClassMissing":
      return "Its Info.plist names no NSExtensionPrincipalClass: module and class, as in my_provider.MyProvider. A storyboard will not do."
    case "storyboardAlone":
      return "Its Info.plist names the storyboard \(subject), which nobody reads here, and no NSExtensionPrincipalClass. "
        + "Name the class of the storyboard's first controller there, as in my_provider.MyProvider."
    case "principalClassUnexpanded":
      let parts = subject.split(separator: " ").map(String.init)
      return "NSExtensionPrincipalClass is \(parts.first ?? ""), whose variables only Xcode replaces. "
        + "Write \(parts.last ?? "the module's name")."
    case "principalClassOther": return "NSExtensionPrincipalClass is \(subject), which is not the class that is tested."
    case "executableMissing": return "Its program is missing or cannot be run."
    case "executableForeign":
      return "Its program was built for Apple's systems. Build it on Linux, with `swift build --static-swift-stdlib`."
    case "entitlementUnread": return "Its entitlements name \(subject), which nobody reads here. \(instead(of: subject))"
    case "writableByOthers": return "Its bundle can be changed by other users; anybody of them decides what it does."
    case "nothingDeclared":
      return "It declares no capability, so it is never asked. Put ASCredentialProviderExtensionCapabilities with "
        + "ProvidesPasswords, or what else it fills, under NSExtensionAttributes."
    case "methodNotOverridden": return "It does not override \(subject), which it declares to support."
    case "capabilityNotDeclared": return "It overrides what \(subject) is for and does not declare that, so it is never asked for it."
    case "protocolMissing":
      let name = subject == "SupportsCredentialExchange" ? "CredentialExchangeHandling" : "VerificationCodeSetupHandling"
      return "It declares \(subject) and does not conform to \(name)."
    case "exchangeVersionMissing":
      return "It declares SupportsCredentialExchange without 1.0 in SupportedCredentialExchangeVersions, so it is never asked for it."
    default: return finding
    }
  }

  /// What stands for an entitlement of Apple's.
  private static func instead(of entitlement: String) -> String {
    switch entitlement {
    case "keychain-access-groups": "There is no Keychain: keep a file in the provider's folder, under a key of a passphrase."
    case "com.apple.security.application-groups": "There are no app groups: the provider and its app share the provider's folder."
    case "com.apple.security.network.client": "Declare PassfoldCredentialProviderNetwork for the network."
    default: ""
    }
  }

  /// What went wrong last: how the process ended and the last line that it wrote.
  package static func lastFault(_ fault: ProviderFaultValue) -> String {
    let number = fault.number.map(String.init)
    let how =
      switch fault.reason {
      case "exited": "its program ended by itself" + (number.map { " with status \($0)" } ?? "")
      case "signaled": "its program crashed" + (number.map { " by signal \($0)" } ?? "")
      case "misbehaved": "Passfold ended its program, which answered wrongly, too late or too much"
      case "notStarted": "its program could not be started"
      case "openBundle": "it was not started, because everybody may write its bundle"
      default: fault.reason
      }
    return "\(CalendarTime.text(fault.time)): \(how)" + (fault.lastLine.map { "; the last it wrote: \($0)" } ?? "")
  }

  package static let lastFault = "Last fault"
  package static func moveUp(_ name: String) -> String { "Move \(name) up" }
  package static func moveDown(_ name: String) -> String { "Move \(name) down" }
  package static func use(_ name: String) -> String { "Use \(name)" }
}
