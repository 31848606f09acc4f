// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

import PresentedViews
import Translations

extension Presenter {
  /// The output of `providers list` and of the commands that change it: enabled providers in the order in which they are asked, then the
  /// others.
  package func providers(_ installed: [ProviderSettingsValue]) -> String {
    let providers = installed.filter(\.isEnabled) + installed.filter { !$0.isEnabled }
    if format == .json { return json(providers) }
    guard !providers.isEmpty else { return translated("No provider is installed.") + "\n" }
    let reached = providers.filter { !$0.access.isEmpty }.map { provider in
      translated("Access of \(Self.printable(provider.name)):") + "\n" + accessLines(of: provider)
    }
    let rows = providers.map { provider in
      [
        provider.position.map { String($0 + 1) } ?? translated("off"), Self.printable(provider.name), Self.printable(provider.identifier),
        provider.isDefaultForPasskeys
          ? translated("\(ProviderWords.capabilities(of: provider)) (creates new ones)") : ProviderWords.capabilities(of: provider),
        Self.standing(provider),
      ]
    }
    let faults = providers.compactMap { provider in
      provider.lastFault.map {
        translated("\(Self.printable(provider.name)), last fault: \(Self.printable(ProviderWords.lastFault($0)))") + "\n"
      }
    }
    return table(
      [[translated("POSITION"), translated("NAME"), translated("IDENTIFIER"), translated("OFFERS"), translated("STATE")]] + rows)
      + reached.joined() + faults.joined()
  }

  /// What stands beside the list where the person's decisions cannot be read, so that it shows what goes without them.
  package static let unreadableDecisions = "\(ProviderWords.unreadable).\n\(ProviderWords.unreadableNext)\n\n"

  /// The remark that turning off Passfold's own provider closes the vault to everything.
  package static let vaultTurnedOff =
    "passfold: "
    + translated("note: nothing can reach your vault now, not even this command; to turn it on again: passfold providers enable Passfold")
    + "\n"

  /// The access that a provider wants, shown before the user agrees to it.
  package func access(of provider: ProviderSettingsValue) -> String {
    Self.printable(ProviderAccessWords.intention(of: provider)) + "\n" + accessLines(of: provider)
  }

  private func accessLines(of provider: ProviderSettingsValue) -> String {
    ProviderAccessWords.lines(about: provider).map { "  \(Self.printable($0))\n" }.joined()
  }

  /// The words for a provider that was enabled but not set up, by the code of the reason.
  package func configurationNote(_ reason: String, of provider: ProviderSettingsValue) -> String {
    let name = Self.printable(provider.name)
    let cause =
      switch reason {
      case "userCanceled": translated("you cancelled its set-up")
      case "noSurface": translated("its set-up could not be shown, because there is neither a terminal nor a display")
      default: translated("its set-up ended without a result")
      }
    return translated("\(name) is enabled, but \(cause). To see its set-up again, disable \(name) and enable it again.") + "\n"
  }

  /// The output of `providers doctor`.
  package func doctor(_ providers: [ProviderSettingsValue]) -> String {
    if format == .json { return json(providers) }
    return providers.map { provider in
      let findings = provider.findings.map { Self.printable(ProviderWords.finding($0)) }
      let fault = provider.lastFault.map { "\(ProviderWords.lastFault): \(Self.printable(ProviderWords.lastFault($0)))" }
      let lines = ["\(ProviderWords.sandbox): \(ProviderWords.sandbox(of: provider))"] + findings + [fault].compactMap { $0 }
      let verdict = provider.needsLook ? translated("something is wrong") : translated("as declared")
      return emphasized(Self.printable(provider.name)) + " (\(Self.printable(provider.identifier))): \(verdict)\n"
        + lines.map { "  \($0)\n" }.joined()
    }.joined()
  }

  private static func standing(_ provider: ProviderSettingsValue) -> String {
    let line = printable(ProviderStanding.line(about: provider))
    return provider.notice == nil ? line : translated("\(line); to turn it on: passfold providers enable \(printable(provider.identifier))")
  }
}
