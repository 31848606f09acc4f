// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// What is said of the things that a provider reaches, in settings and in the terminal.
package enum ProviderAccessWords {
  package static let title = "Reaches"
  package static let agreement = "It reaches all this outside its own folder once you allow it."
  package static let agree = "Allow and use"
  package static let question = "Let it reach this, and use it? [y/N] "

  /// What the person is asked to agree to, as the beginning of a list.
  package static func intention(of provider: ProviderSettingsValue) -> String { "\(provider.name) wants to reach, outside its own folder:" }

  /// Everything that a provider reaches, a line for each thing.
  package static func lines(about provider: ProviderSettingsValue) -> [String] {
    let needs = provider.needs.compactMap(line(aboutNeed:))
    let things = provider.access.flatMap { access in
      ["\(subject(of: access)): \(access.purpose)"] + access.members.map(line(about:))
    }
    return things + (provider.access.isEmpty ? [] : needs)
  }

  /// What one thing is and where, and what may be done with it.
  package static func subject(of access: ProviderAccessValue) -> String {
    let absent = access.isPlaced ? "" : " (has no place in this session, or is closed to providers)"
    return switch access.kind {
    case "socket": "the socket \(access.path)\(absent)"
    case "program": "the program \(access.path)\(absent)"
    case "variable": "the session's variable \(access.path)\(absent)"
    case "bus": "the program \(access.path) on the session's bus, and of it only what follows"
    default: "the \(access.kind) \(access.path), to read\(access.isWritable ? " and change" : "")\(absent)"
    }
  }

  private static func line(about member: ProviderAccessValue.Member) -> String {
    let verb = member.kind == "signal" ? "hears" : "calls"
    let everywhere = member.object.hasSuffix("/*") ? "anything below \(member.object.dropLast(2))" : member.object
    return "\(verb) \(member.name) of \(everywhere): \(member.purpose)"
  }

  private static func line(aboutNeed need: String) -> String? {
    switch need {
    case "PassfoldCredentialProviderNetwork": "the network"
    case "PassfoldCredentialProviderPassphrasePrompt": "the display, for its passphrase prompt"
    default: nil
    }
  }
}
