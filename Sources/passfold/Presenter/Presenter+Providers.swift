// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

extension Presenter {
  /// The answer to `providers list` and to the commands that change it.
  package func providers(_ providers: [ProviderSettingsValue]) -> String {
    if format == .json { return json(providers) }
    guard !providers.isEmpty else { return "No provider is installed.\n" }
    let rows = providers.map { provider in
      [
        provider.position.map { String($0 + 1) } ?? "-", Self.printable(provider.name), Self.printable(provider.identifier),
        Self.offers(provider.capabilities) + (provider.isDefaultForPasskeys ? " (makes new ones)" : ""),
        Self.standing(provider),
      ]
    }
    return table([["PLACE", "NAME", "IDENTIFIER", "OFFERS", "STATE"]] + rows)
  }

  /// The answer to `providers doctor`.
  package func doctor(_ providers: [ProviderSettingsValue]) -> String {
    if format == .json { return json(providers) }
    return providers.map { provider in
      let lines = ["Sandbox: " + Self.sandbox(provider.sandbox, needs: provider.needs)] + provider.findings.map(Self.finding)
      let verdict = provider.findings.isEmpty ? "as it declares" : "something is wrong"
      return emphasized(Self.printable(provider.name)) + " (\(Self.printable(provider.identifier))): \(verdict)\n"
        + lines.map { "  \($0)\n" }.joined()
    }.joined()
  }

  private static func standing(_ provider: ProviderSettingsValue) -> String {
    if let notice = provider.notice {
      let time = CalendarTime.text(notice.time)
      return "turned off after repeated faults (\(time)); on again: passfold providers enable \(printable(provider.identifier))"
    }
    let state = providerState(provider.state)
    return provider.faults > 0 ? "\(state), \(provider.faults) \(provider.faults == 1 ? "fault" : "faults") in ten minutes" : state
  }

  private static func offers(_ capabilities: [String]) -> String {
    let nouns = [
      ("ProvidesOneTimeCodes", "codes"), ("ProvidesPasskeys", "passkeys"), ("ProvidesPasswords", "passwords"),
      ("ProvidesTextToInsert", "texts"),
    ]
    return nouns.filter { capabilities.contains($0.0) }.map(\.1).joined(separator: ", ")
  }

  private static func sandbox(_ state: String, needs: [String]) -> String {
    let granted = needs.compactMap { need in
      switch need {
      case "PassfoldCredentialProviderNetwork": "the network"
      case "PassfoldCredentialProviderPassphrasePrompt": "terminals and displays for its passphrase prompt"
      case "PassfoldCredentialProviderServesSession": "Passfold's runtime folder"
      default: nil
      }
    }
    switch state {
    case "active": return "active" + (granted.isEmpty ? "" : "; let through: \(granted.joined(separator: ", "))")
    case "bubblewrapMissing":
      return "NONE, bubblewrap is not installed: it can read all your files. On Debian: apt install bubblewrap"
    case "namespacesForbidden":
      return "NONE, this system forbids user namespaces to programs of yours: it can read all your files"
    default: return "none"
    }
  }

  private static func finding(_ finding: String) -> String {
    let parts = finding.split(separator: " ", maxSplits: 1).map(String.init)
    let subject = printable(parts.count > 1 ? parts[1] : "")
    switch parts.first {
    case "executableMissing": return "Its program is missing or cannot be run."
    case "writableByOthers": return "Its bundle can be changed by other users; anybody of them decides what it does."
    case "nothingDeclared": return "It declares no capability, so it is never asked."
    case "methodNotOverridden": return "It does not override \(subject), which it declares to support."
    case "capabilityNotDeclared": return "It overrides what \(subject) is for and does not declare that, so it is never asked for it."
    case "protocolMissing": return "It declares \(subject) and does not conform to VerificationCodeSetupHandling."
    default: return printable(finding)
    }
  }
}
