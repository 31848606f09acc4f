// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import Translations

/// The words about providers, in settings and in the terminal.
package enum ProviderWords {
  package static let title = translated("Passfold Settings")
  package static let providers = translated("Providers")
  package static let order = translated("They are asked in this order and share one list.")
  package static let newPasskeys = translated("New passkeys")
  package static let keptIn = translated("Save them in")
  package static let capabilities = translated("Fills in")
  package static let folder = translated("Installed in")
  package static let faults = translated("Faults")
  package static let turnedOff = translated("Turned off")
  package static let sandbox = translated("Sandbox")
  package static let none = translated("No provider is available")
  package static let noneHint = translated(
    "A provider stores and fills in passwords, passkeys and codes, and Passfold’s own vault is one. Its program is missing, so nothing is filled in now. Your vault is stored elsewhere and is not lost. Install Passfold again, then press “Look again”."
  )
  package static let lookAgain = translated("Look again")
  /// Above the providers, where what the person decided about them cannot be read.
  package static let unreadable = translated("Your decisions about providers cannot be read")
  package static let unreadableNext = translated(
    "The file passfold/providers.json in your configuration folder (.config in your home folder) is damaged, or was written by a newer version of Passfold. It was left as it is, and your vault and the other providers lost nothing. Until it can be read, the providers you turned on are off, and no change is saved. Fix the file or move it away, then log out and back in. Without the file, turn on again what you use."
  )
  package static let unreachable = translated("The broker has stopped. Nothing was lost. Open this window again to continue.")
  package static let notSaved = translated("The change could not be saved. Nothing was changed.")

  /// The kinds of credentials that a provider fills in.
  package static func capabilities(of provider: ProviderSettingsValue) -> String {
    let nouns = [
      ("ProvidesOneTimeCodes", translated("one-time codes")), ("ProvidesPasskeys", translated("passkeys")),
      ("ProvidesPasswords", translated("passwords")),
      ("ProvidesTextToInsert", translated("texts")),
    ]
    let known = nouns.filter { provider.capabilities.contains($0.0) }.map(\.1)
    return known.isEmpty ? translated("nothing") : known.joined(separator: ", ")
  }

  package static func faults(_ count: Int) -> String { translated("\(count) in the last ten minutes") }

  /// The time at which the broker turned a provider off, and what to do.
  package static func notice(_ notice: ProviderNoticeValue) -> String {
    translated("\(CalendarTime.text(notice.time)), after three faults within ten minutes. Nothing was lost. Turn it on to try again.")
  }

  /// Whether a provider's process runs in a sandbox, and what the sandbox allows.
  package static func sandbox(of provider: ProviderSettingsValue) -> String {
    switch provider.sandbox {
    case "active":
      let granted = provider.needs.compactMap { need in
        switch need {
        case "PassfoldCredentialProviderNetwork": translated("the network")
        case "PassfoldCredentialProviderPassphrasePrompt": translated("terminals and displays for its passphrase prompt")
        case "PassfoldCredentialProviderServesSession": translated("Passfold's runtime folder")
        default: nil
        }
      }
      return granted.isEmpty ? translated("active") : translated("active; allowed: \(granted.joined(separator: ", "))")
    case "none": return translated("none")
    default: return translated("NONE, \(missingSandbox(provider.sandbox)): it can read all your files")
    }
  }

  /// The reason why this system cannot sandbox providers, and how to change that.
  package static func missingSandbox(_ reason: String) -> String {
    switch reason {
    case "bubblewrapMissing": translated("bubblewrap is not installed (on Debian: apt install bubblewrap)")
    case "bubblewrapTooOld": translated("bubblewrap is older than 0.8")
    case "namespacesForbidden": translated("this system does not allow your programs to use user namespaces")
    default: translated("this system has none")
    }
  }

  /// A finding of the provider doctor, which consists of a code and its subject.
  package static func finding(_ finding: String) -> String {
    let parts = finding.split(separator: " ", maxSplits: 1).map(String.init)
    let subject = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "informationMissing": return translated("Its folder contains no readable Info.plist, or the file is larger than 64 KiB.")
    case "informationMalformed":
      return translated("Its Info.plist is not a property list. `plutil -lint` or an XML parser shows where the error is.")
    case "informationLacks":
      let mend =
        switch subject {
        case "CFBundleIdentifier", "CFBundleExecutable", "CFBundleDisplayName":
          " " + translated("Xcode adds it during the build; here you have to write it yourself.")
        case "NSExtensionAttributes":
          " " + translated("It contains ASCredentialProviderExtensionCapabilities, which says what the provider fills in.")
        default: ""
        }
      return translated("Its Info.plist lacks \(subject).") + mend
    case "informationUnexpanded":
      let parts = subject.split(separator: " ", maxSplits: 1).map(String.init)
      return translated(
        "Its Info.plist gives \(parts.first ?? translated("a key")) the value \(parts.last ?? ""), a variable that only Xcode replaces. Write out the value."
      )
    case "informationUnusable": return translated("Its Info.plist gives \(subject) a value that is not valid for a credential provider.")
    case "principalClassMissing":
      return translated(
        "Its Info.plist has no NSExtensionPrincipalClass. Set it to module and class, such as my_provider.MyProvider. A storyboard is not enough."
      )
    case "storyboardAlone":
      return translated(
        "Its Info.plist names the storyboard \(subject), which is not supported here, and no NSExtensionPrincipalClass. Set that to the class of the storyboard's first controller, such as my_provider.MyProvider."
      )
    case "principalClassUnexpanded":
      let parts = subject.split(separator: " ").map(String.init)
      return translated(
        "NSExtensionPrincipalClass is \(parts.first ?? ""), which contains variables that only Xcode replaces. Write \(parts.last ?? translated("the module's name"))."
      )
    case "principalClassOther": return translated("NSExtensionPrincipalClass is \(subject), which is not the class under test.")
    case "executableMissing": return translated("Its program is missing or cannot be run.")
    case "executableForeign":
      return translated("Its program was built for an Apple system. Build it on Linux with `swift build --static-swift-stdlib`.")
    case "entitlementUnread": return translated("Its entitlements contain \(subject), which has no effect here. \(instead(of: subject))")
    case "writableByOthers": return translated("Other users can change its bundle, so any of them decides what the provider does.")
    case "nothingDeclared":
      return translated(
        "It declares no capability, so it is never asked. Under NSExtensionAttributes, add ASCredentialProviderExtensionCapabilities with ProvidesPasswords or whatever else it fills in."
      )
    case "methodNotOverridden": return translated("It does not override \(subject), although it declares support for it.")
    case "capabilityNotDeclared":
      return translated("It overrides the method for \(subject) but does not declare it, so it is never asked.")
    case "protocolMissing":
      let name = subject == "SupportsCredentialExchange" ? "CredentialExchangeHandling" : "VerificationCodeSetupHandling"
      return translated("It declares \(subject) but does not conform to \(name).")
    case "busFilterMissing":
      return translated(
        "It needs a program on the session bus, but the proxy that connects it is missing. Install xdg-dbus-proxy (on Debian: apt install xdg-dbus-proxy), then use the provider again."
      )
    case "busFilterRefused":
      return translated(
        "It needs a program on the session bus, but xdg-dbus-proxy, which connects it, does not start. Run `xdg-dbus-proxy --version`; if that fails, reinstall it (on Debian: apt install --reinstall xdg-dbus-proxy)."
      )
    case "busMissing":
      return translated(
        "It needs a program on the session bus, and this session has no bus. Start Passfold from your desktop session, or start a bus with `dbus-run-session`."
      )
    case "exchangeVersionMissing":
      return translated(
        "It declares SupportsCredentialExchange without 1.0 in SupportedCredentialExchangeVersions, so it is never asked to exchange credentials."
      )
    default: return finding
    }
  }

  /// The replacement for one of Apple's entitlements.
  private static func instead(of entitlement: String) -> String {
    switch entitlement {
    case "keychain-access-groups":
      translated("There is no Keychain here: store a file in the provider's folder, encrypted with a key derived from a passphrase.")
    case "com.apple.security.application-groups":
      translated("There are no app groups here: the provider and its app share the provider's folder.")
    case "com.apple.security.network.client": translated("Declare PassfoldCredentialProviderNetwork to use the network.")
    default: ""
    }
  }

  /// The last fault: how the process ended, and the last line that it wrote.
  package static func lastFault(_ fault: ProviderFaultValue) -> String {
    let number = fault.number.map(String.init)
    let how =
      switch fault.reason {
      case "exited": number.map { translated("its program exited with status \($0)") } ?? translated("its program exited")
      case "signaled": number.map { translated("its program crashed with signal \($0)") } ?? translated("its program crashed")
      case "misbehaved": translated("Passfold stopped its program because it gave wrong, late or too many answers")
      case "notStarted": translated("its program could not be started")
      case "openBundle": translated("it was not started because everyone can write to its bundle")
      default: fault.reason
      }
    let time = CalendarTime.text(fault.time)
    return fault.lastLine.map { translated("\(time): \(how); its last output: \($0)") } ?? "\(time): \(how)"
  }

  package static let lastFault = translated("Last fault")
  package static func moveUp(_ name: String) -> String { translated("Move \(name) up") }
  package static func moveDown(_ name: String) -> String { translated("Move \(name) down") }
  package static func use(_ name: String) -> String { translated("Use \(name)") }
}
