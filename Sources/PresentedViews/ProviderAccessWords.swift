// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import Translations

/// The words about a provider's access, in settings and in the terminal.
package enum ProviderAccessWords {
  package static let title = translated("Access")
  package static let agreement = translated("Once you allow it, it has access to all of this outside its own folder.")
  package static let agree = translated("Allow and use")
  /// Asked only in a terminal.
  package static let question = translated("Allow this access and use the provider? [y/N] ")

  /// The introduction to the list that the user is asked to agree to.
  package static func intention(of provider: ProviderSettingsValue) -> String {
    translated("\(provider.name) wants access to the following, outside its own folder:")
  }

  /// Everything that a provider has access to, one line each.
  package static func lines(about provider: ProviderSettingsValue) -> [String] {
    let needs = provider.needs.compactMap(line(aboutNeed:))
    let things = provider.access.flatMap { access in
      ["\(subject(of: access)): \(ProviderPurposes.words(for: access.purpose))"] + access.members.map(line(about:))
    }
    return things + (provider.access.isEmpty ? [] : needs)
  }

  /// One resource, its location, and the permitted operations.
  package static func subject(of access: ProviderAccessValue) -> String {
    let absent = access.isPlaced ? "" : " " + translated("(not available in this session, or not open to providers)")
    return switch access.kind {
    case "socket": translated("the socket \(access.path)\(absent)")
    case "program": translated("the program \(access.path)\(absent)")
    case "variable": translated("the session variable \(access.path)\(absent)")
    case "bus": translated("the program \(access.path) on the session bus, limited to the following")
    case "folder" where access.isWritable: translated("the folder \(access.path), to read and change\(absent)")
    case "folder": translated("the folder \(access.path), to read\(absent)")
    default:
      access.isWritable
        ? translated("the file \(access.path), to read and change\(absent)") : translated("the file \(access.path), to read\(absent)")
    }
  }

  private static func line(about member: ProviderAccessValue.Member) -> String {
    let everywhere = member.object.hasSuffix("/*") ? translated("anything below \(member.object.dropLast(2))") : member.object
    let purpose = ProviderPurposes.words(for: member.purpose)
    return member.kind == "signal"
      ? translated("receives \(member.name) of \(everywhere): \(purpose)")
      : translated("calls \(member.name) of \(everywhere): \(purpose)")
  }

  private static func line(aboutNeed need: String) -> String? {
    switch need {
    case "PassfoldCredentialProviderNetwork": translated("the network")
    case "PassfoldCredentialProviderPassphrasePrompt": translated("the display, for its passphrase prompt")
    default: nil
    }
  }
}
