// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import Translations
package import VaultProtocol

import PresentedViews

/// The overall state, gathered by `passfold status`.
package struct StatusReport: Encodable, Sendable {
  /// Whether the broker answers, and its report of the providers.
  package struct Broker: Encodable, Sendable {
    /// Whether the broker runs.
    package var running: Bool
    /// The providers by name, with the state of each.
    package var providers: [ProviderStatusValue]
    /// True if it runs but does not answer; otherwise nil.
    package var isSilent: Bool?

    /// Describes the broker.
    package init(running: Bool, providers: [ProviderStatusValue], isSilent: Bool? = nil) {
      self.running = running
      self.providers = providers
      self.isSilent = isSilent
    }

    private enum CodingKeys: String, CodingKey {
      case running, providers
      case isSilent = "silent"
    }
  }

  /// The vault's status, or nil if it is not running or does not answer.
  package var vault: VaultStatus?
  /// True if the vault runs but does not answer; otherwise nil.
  package var vaultIsSilent: Bool?
  /// The state of synchronisation; nil if the vault is not running, or is too old to report it.
  package var sync: VaultAnswer.SyncStatus?
  /// Whether vault files exist, which is known even if the vault is not running.
  package var vaultFilesExist: Bool
  /// The contents of the vault's folder and its surroundings.
  package var surroundings: VaultSurroundings
  /// The path of the vault.
  package var folder: String
  /// The broker.
  package var broker: Broker
  /// The browsers.
  package var browsers: [BrowserReport]

  private enum CodingKeys: String, CodingKey {
    case vault
    case vaultIsSilent = "vaultSilent"
    case sync, vaultFilesExist, folder, broker, browsers
  }

  /// Combines a report.
  package init(
    vault: VaultStatus?, sync: VaultAnswer.SyncStatus? = nil, vaultFilesExist: Bool, surroundings: VaultSurroundings = VaultSurroundings(),
    folder: String, broker: Broker, browsers: [BrowserReport]
  ) {
    self.vault = vault
    self.sync = sync
    self.vaultFilesExist = vaultFilesExist
    self.surroundings = surroundings
    self.folder = folder
    self.broker = broker
    self.browsers = browsers
  }
}

extension Presenter {
  /// The answer to `status`.
  package func status(_ report: StatusReport) -> String {
    if format == .json { return json(report) }
    var lines: [(label: String, values: [String])] = [
      (translated("Vault"), vaultLines(report)),
      (
        translated("Broker"),
        [brokerLine(report.broker)]
      ),
    ]
    if let sync = report.sync { lines.insert((translated("Devices"), syncLines(sync)), at: 1) }
    if report.broker.running, report.broker.isSilent != true {
      let providers = report.broker.providers.map { "\(Self.printable($0.name)): \(Self.printable(ProviderStanding.words(for: $0.state)))" }
      lines.append((translated("Providers"), providers.isEmpty ? [translated("none")] : providers))
      // One reason represents all; `passfold providers doctor` lists each provider's.
      if let reason = report.broker.providers.compactMap(\.unconfined).first {
        lines.append(
          (translated("Sandbox"), [translated("NONE, \(ProviderWords.missingSandbox(reason)): a provider can read all your files")]))
      }
    }
    lines.append((translated("Browsers"), report.browsers.isEmpty ? [translated("none found")] : report.browsers.map(browserLine)))
    if let vault = report.vault, vault.state == .unlocked {
      lines.append(
        (
          translated("Terminal"),
          [
            vault.terminalHasGrant
              ? translated("codes are available without further questions")
              : translated("each code needs confirmation; passfold unlock changes that for this terminal")
          ]
        ))
    }
    let width = Self.labelWidth(lines.map(\.label))
    return lines.map { label, values in
      values.enumerated().map { number, value in
        (number == 0 ? emphasizedLabel(label, to: width) : String(repeating: " ", count: width)) + value + "\n"
      }.joined()
    }.joined()
  }

  /// The state of synchronisation, in the words of `passfold sync`, which shows more.
  private func syncLines(_ status: VaultAnswer.SyncStatus) -> [String] {
    var lines = [Self.standing(status)]
    if status.state != .off, status.pending > 0 { lines.append(DeviceWords.waiting(status.pending)) }
    if let files = DeviceWords.files(status.files).first { lines.append(files) }
    return lines
  }

  private func brokerLine(_ broker: StatusReport.Broker) -> String {
    if broker.isSilent == true {
      return translated("running, but it does not respond; end passfold-broker, and the next command starts it again")
    }
    return broker.running ? translated("running") : translated("not running; it starts automatically when needed")
  }

  private func missingLines(_ copies: Int) -> [String] {
    guard copies > 0 else { return [translated("none yet; create one: passfold init")] }
    return [CopiesWords.vaultGone(copies), translated("list them: passfold vault snapshots; restore one: passfold vault restore NAME")]
  }

  private func vaultLines(_ report: StatusReport) -> [String] {
    if report.vaultIsSilent == true { return [FailureWords(.vaultStalled).message, FailureWords(.vaultStalled).hint ?? "", report.folder] }
    guard let vault = report.vault else {
      if report.surroundings.isHalf { return [FailureWords(VaultFailure(.vaultDamaged)).message, report.folder] }
      return report.vaultFilesExist ? [translated("locked (not running)"), report.folder] : missingLines(report.surroundings.copyCount)
    }
    switch vault.state {
    case .noVault: return missingLines(vault.copies ?? 0)
    case .locked: return [translated("locked"), vault.folder]
    case .unreadable: return [FailureWords(VaultFailure(vault.fault ?? .vaultUnreadable)).message, vault.folder]
    case .unlocked:
      let counts = VaultEntry.Kind.allCases.compactMap { kind -> String? in
        let number = vault.counts?[kind.rawValue] ?? 0
        // Optional parts are listed only if there are any.
        if number == 0, [.note, .card, .identity].contains(kind) { return nil }
        return Self.counted(kind, number)
      }
      let warning = vault.setBack.map { number in
        [
          translated(
            number,
            one:
              "warning: one entry was rolled back or is missing: another program changed the vault's files; passfold vault check",
            other:
              "warning: \(number) entries were rolled back or are missing: another program changed the vault's files; passfold vault check"
          )
        ]
      }
      let missed =
        vault.recoveryKeyMissed == true
        ? [
          translated(
            "warning: you did not confirm your latest recovery key, and previous keys no longer work; passfold recovery-key creates a new one"
          )
        ] : []
      return (warning ?? []) + missed + [
        translated("unlocked: \(counts.joined(separator: ", "))"),
        translated("locks itself after \(DurationWords.text(seconds: vault.locksAfter)) without use"),
        vault.folder,
      ]
    }
  }
}
