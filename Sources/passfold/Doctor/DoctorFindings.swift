// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

import PresentedViews
import Translations
import VaultProtocol

extension DoctorFacts {
  /// The findings that follow from the facts, with ways to fix problems.
  package var findings: [DoctorFinding] {
    ofPrograms + [ofSession, ofPrompts] + ofVault + ofLeftovers + ofVaultFiles + [ofBroker] + ofUnit + ofSandbox + ofUnreadable
      + ofProviders + ofBrowsers + ofDevices
  }

  private var ofPrograms: [DoctorFinding] {
    var findings: [DoctorFinding] = []
    if parts.missing.isEmpty {
      findings.append(DoctorFinding(.programs, "programsComplete", translated("all programs are in \(parts.prefix)")))
    } else {
      findings.append(
        DoctorFinding(
          .programs, .broken, "programsMissing",
          translated("missing from \(parts.prefix): \(parts.missing.joined(separator: ", "))"),
          mend: translated("install Passfold again; the vault is stored separately and stays as it is")))
    }
    for part in parts.leftOut {
      findings.append(
        DoctorFinding(
          .programs, .attention, "windowMissing", translated("\(part) is not installed, so apps without their own picker cannot ask"),
          mend: translated("on Debian: apt install passfold-gtk")))
    }
    if let other = parts.copyInPath {
      findings.append(
        DoctorFinding(
          .programs, .attention, "otherCopyInPath", translated("your shell finds another copy of passfold first, in \(other)"),
          mend: translated("remove one of the two, or put this one first in PATH")))
    }
    return findings
  }

  private var ofSession: DoctorFinding {
    switch session {
    case .ready: DoctorFinding(.session, "sessionReady", translated("only you can access the session's folder"))
    case .temporary:
      DoctorFinding(
        .session, .attention, "sessionTemporary", translated("there is no XDG_RUNTIME_DIR, so sockets are below /tmp"),
        mend: translated("log in through a systemd or elogind session, and start the browser from it"))
    case .unusable(let words): DoctorFinding(.session, .broken, "sessionUnusable", words.message, mend: words.hint)
    }
  }

  private var ofPrompts: DoctorFinding {
    if promptNeedsTerminal {
      return DoctorFinding(
        .prompts, .attention, "promptNeedsTerminal",
        translated("\(prompt.program) asks only in terminals, so browsers, apps and windows cannot ask for the passphrase"),
        mend: translated("on Debian: apt install pinentry-gnome3, or pinentry-qt, then update-alternatives --config pinentry"))
    }
    if prompt.isThere { return DoctorFinding(.prompts, "promptFound", translated("\(prompt.program) asks for the passphrase")) }
    return DoctorFinding(
      .prompts, .broken, "promptMissing", translated("\(prompt.program), which asks for the passphrase, is not installed"),
      mend: translated("on Debian: apt install pinentry-gnome3, or pinentry-qt, or pinentry-curses for terminals only"))
  }

  private var ofVault: [DoctorFinding] {
    var findings: [DoctorFinding] = []
    switch rights {
    case .missing, .closed: break
    case .open:
      findings.append(
        DoctorFinding(
          .vault, .broken, "vaultFolderOpen", translated("other users can enter the vault's folder, \(folder)"),
          mend: "chmod 700 '\(folder)'"))
    case .openFile:
      findings.append(
        DoctorFinding(
          .vault, .broken, "vaultFileOpen", translated("a file in the vault's folder belongs to another user, or other users can read it"),
          mend: translated("check it: ls -l '\(folder)'; then run chmod 600 on the files that are yours")))
    case .foreign:
      findings.append(
        DoctorFinding(
          .vault, .broken, "vaultFolderForeign", translated("\(folder) belongs to another user, or is not a folder"),
          mend: translated("check who created it: ls -ld '\(folder)'; nothing in it was changed")))
    }
    guard vaultFilesExist else {
      findings.append(ofMissingVault)
      return findings
    }
    if vaultIsSilent {
      let words = FailureWords(.vaultStalled)
      findings.append(DoctorFinding(.vault, .broken, "vaultSilent", words.message, mend: words.hint))
    } else if let half = ofHalfVault {
      findings.append(half)
    } else if let vault, vault.state == .unreadable {
      let words = FailureWords(VaultFailure(vault.fault ?? .vaultUnreadable))
      findings.append(
        DoctorFinding(.vault, .broken, "vaultUnreadable", words.message, mend: words.hint ?? "passfold vault check"))
    } else if vault?.setBack != nil {
      findings.append(
        DoctorFinding(
          .vault, .broken, "vaultSetBack", translated("another program changed the vault's files"),
          mend: "passfold vault check"))
    } else if vault?.recoveryKeyMissed == true {
      findings.append(
        DoctorFinding(
          .vault, .attention, "recoveryKeyMissed", translated("the vault's recovery key was never confirmed as written down"),
          mend: "passfold recovery-key"))
    } else {
      findings.append(
        DoctorFinding(
          .vault, "vaultThere",
          vault?.state == .unlocked ? translated("the vault is in \(folder), unlocked") : translated("the vault is in \(folder), locked")))
    }
    return findings
  }

  private var ofBroker: DoctorFinding {
    guard let brokerFault else { return DoctorFinding(.broker, "brokerAnswers", translated("the broker answers")) }
    return DoctorFinding(.broker, .broken, "brokerSilent", brokerFault.message, mend: brokerFault.hint)
  }

  private var ofUnit: [DoctorFinding] {
    switch unit {
    case .none: []
    case .listening: [DoctorFinding(.broker, "unitListening", translated("systemd starts the broker when needed"))]
    case .asleep:
      [
        DoctorFinding(
          .broker, .attention, "unitAsleep", translated("the first program that needs the broker starts it, although systemd could"),
          mend: "systemctl --user enable --now passfold-broker.socket")
      ]
    }
  }

  private var ofSandbox: [DoctorFinding] {
    guard brokerFault == nil, !providers.isEmpty else { return [] }
    let reasons = Set(providers.map(\.sandbox)).subtracting(["active", "none"]).sorted()
    if reasons.isEmpty { return [DoctorFinding(.sandbox, "sandboxActive", translated("each provider runs in a sandbox"))] }
    return reasons.map { reason in
      let mend =
        switch reason {
        case "bubblewrapMissing", "bubblewrapTooOld": translated("on Debian: apt install bubblewrap")
        default:
          translated(
            "ask this computer's administrator for user namespaces: sysctl kernel.unprivileged_userns_clone and user.max_user_namespaces"
          )
        }
      return DoctorFinding(
        .sandbox, .broken, reason, translated("a provider can read all your files: \(ProviderWords.missingSandbox(reason))"), mend: mend)
    }
  }

  private var ofProviders: [DoctorFinding] {
    guard brokerFault == nil else { return [] }
    if !providers.contains(where: \.isEnabled) {
      return [
        DoctorFinding(
          .providers, .broken, "noProvider", translated("no provider is allowed to fill in"),
          mend: translated("passfold providers, then passfold providers enable NAME"))
      ]
    }
    let look = providers.filter { $0.isEnabled && $0.needsLook || $0.notice != nil }
    if look.isEmpty {
      let enabled = providers.filter(\.isEnabled).map { Presenter.printable($0.name) }.joined(separator: ", ")
      return [DoctorFinding(.providers, "providersReady", translated("allowed to fill in: \(enabled)"))]
    }
    return look.map { provider in
      let name = Presenter.printable(provider.name)
      return DoctorFinding(
        .providers, .attention, provider.notice == nil ? "providerNeedsLook" : "providerTurnedOff",
        "\(name): \(Presenter.printable(ProviderStanding.line(about: provider)))",
        mend: provider.notice == nil
          ? "passfold providers doctor '\(name)'"
          : "passfold providers enable '\(Presenter.printable(provider.identifier))'")
    }
  }

  private var ofBrowsers: [DoctorFinding] {
    if browsers.isEmpty {
      return [
        DoctorFinding(
          .browsers, .attention, "noBrowser", translated("no browser was found"),
          mend: translated("for a browser in another place: passfold browser install NAME, or --folder DIR"))
      ]
    }
    return browsers.map { report in
      if let (state, code, words, mend) = Self.fault(of: report) { return DoctorFinding(.browsers, state, code, words, mend: mend) }
      return DoctorFinding(
        .browsers, "browserReady",
        report.connected?.isEmpty == false
          ? translated("\(report.name) finds Passfold, connected") : translated("\(report.name) finds Passfold"))
    }
  }

  private static func fault(of report: BrowserReport) -> (DoctorFinding.State, String, String, String?)? {
    let install = "passfold browser install \(report.browser.rawValue)"
    switch report.state {
    case .notRegistered: return (.attention, "notRegistered", translated("\(report.name) does not know where Passfold is"), install)
    case .registeredElsewhere:
      return (.attention, "registeredElsewhere", translated("\(report.name) starts another copy of Passfold"), install)
    case .programMissing:
      return (.broken, "hostMissing", translated("\(report.name) is registered to a program that no longer exists"), install)
    case .changed:
      return (
        .broken, "manifestChanged", translated("\(report.name): its manifest differs from what Passfold wrote"), install + " --replace"
      )
    case .unreadable:
      return (
        .broken, "manifestUnreadable", translated("\(report.name): its manifest cannot be read"),
        translated("check who owns it: passfold browser status")
      )
    case .notPossible:
      return (
        .attention, "shutIn", translated("\(report.name) cannot start Passfold from its sandbox"),
        translated("use the browser from your system's packages, or Firefox")
      )
    case .registered: break
    }
    if report.extension?.state == .disabled {
      return (
        .attention, "extensionDisabled", translated("\(report.name): the extension is switched off"),
        translated("switch it on: \(report.browser.extensionsPage)")
      )
    }
    guard report.connected?.isEmpty == true else { return nil }
    if report.extension?.state == .notSeen {
      return (
        .attention, "extensionNotSeen", translated("\(report.name): the extension was not found in any profile"),
        translated("passfold browser install tells you how to add it")
      )
    }
    return (
      .attention, "notConnected", translated("\(report.name): no profile is connected"),
      translated("click Passfold's button in the browser and choose \"Connect this browser\"")
    )
  }

  private var ofDevices: [DoctorFinding] {
    guard let sync, sync.state != .off else { return [] }
    guard let clock = DeviceWords.clock(sync) else { return ofSynchronising(sync) }
    let finding = DoctorFinding(
      .devices, .attention, "clockDiffers", clock, mend: translated("check this computer's date and time: timedatectl"))
    return [finding] + ofSynchronising(sync).filter { $0.code != "syncWell" }
  }

  private func ofSynchronising(_ sync: VaultAnswer.SyncStatus) -> [DoctorFinding] {
    switch sync.state {
    case .stopped:
      return [
        DoctorFinding(
          .devices, .broken, "syncStopped", translated("an alarm stopped synchronisation; nothing was lost"),
          mend: "passfold sync")
      ]
    case .waiting:
      return [
        DoctorFinding(
          .devices, .attention, "syncWaiting", translated("not in sync: \(SyncProblemWords(sync).what)"), mend: "passfold sync")
      ]
    case _ where sync.quarantined ?? 0 > 0:
      return [
        DoctorFinding(
          .devices, .attention, "syncKeptAside",
          translated("entries from other devices are set aside, because a clock is wrong or a version of Passfold is too old"),
          mend: "passfold sync")
      ]
    case .current where sync.isFirstThere == true:
      return [
        DoctorFinding(
          .devices, .attention, "syncFirstThere", translated("none of your other devices is at the place to which this one moved"),
          mend: "passfold sync")
      ]
    default: return [DoctorFinding(.devices, "syncWell", translated("synchronisation works"))]
    }
  }
}
