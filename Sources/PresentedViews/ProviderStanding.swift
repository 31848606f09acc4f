// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import Translations

/// The states of providers, in the words shared by windows, tables and the status.
package enum ProviderStanding {
  /// A ``ProviderStatusValue/state`` in words; an unknown one is returned unchanged.
  package static func words(for state: String) -> String {
    switch state {
    case "starting": translated("starting")
    case "ready": translated("ready")
    case "locked": translated("locked")
    case "unlocked": translated("unlocked")
    case "resting": translated("ready, starts when needed")
    case "noVault": translated("not set up yet")
    case "disabled": translated("turned off")
    case "notAgreed": translated("turned off until you agree to the access it wants now")
    case "failed": translated("stopped, starts again when needed")
    case "unreadable": translated("left out: its Info.plist does not describe a provider")
    default: state
    }
  }

  /// One line about a provider: its state, why the broker turned it off, and whether something needs attention.
  package static func line(about provider: ProviderSettingsValue) -> String {
    var parts = [words(for: provider.state)]
    if let notice = provider.notice {
      let reason = notice.reason == "faults" ? translated("after repeated faults") : translated("by Passfold (\(notice.reason))")
      parts = [translated("turned off \(reason) (\(CalendarTime.text(notice.time)))")]
    } else if provider.faults > 0 {
      parts.append(
        translated(
          provider.faults, one: "\(provider.faults) fault in ten minutes", other: "\(provider.faults) faults in ten minutes"))
    }
    if !provider.findings.isEmpty { parts.append(translated("something is wrong")) }
    return parts.joined(separator: ", ")
  }

  /// The same line at the beginning of a text.
  package static func sentence(about provider: ProviderSettingsValue) -> String {
    let line = line(about: provider)
    return line.prefix(1).uppercased() + line.dropFirst()
  }
}

extension ProviderSettingsValue {
  /// Whether the doctor has something to report: a finding, or a failure of the provider.
  package var needsLook: Bool { !findings.isEmpty || lastFault != nil }
}
