// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BrokerProtocol
import Glibc
import LocalEndpoint
import Translations
import VaultProtocol

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: translated("Check the installation and show how to fix any problem."),
    discussion: translated(
      """
      The output is safe to paste into a bug report: it contains no account, service, profile or password, and shows your home folder as \
      ~. The command starts the broker but changes nothing. Exits with status 1 if something does not work.
      """))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    var browsers = BrowserRegistration.forThisUser()?.reports(for: Installation().browserHost, looksIntoProfiles: true) ?? []
    var providers: [ProviderSettingsValue] = []
    var unreadable: Set<DoctorFacts.Kept> = []
    var brokerFault: FailureWords?
    do throws(CommandFailure) {
      let door = try await SettingsDoor.open()
      let decisions = try await door.decisions()
      providers = decisions.providers
      if decisions.areUnreadable { unreadable.insert(.providers) }
      browsers = BrowserStatus.assign(try await door.pairedBrowsers(), to: browsers).0
    } catch {
      if error == .browsersUnreadable { unreadable.insert(.browsers) } else { brokerFault = FailureWords(error) }
    }
    let (vault, sync, isSilent) = await Self.askVault()
    let own = VaultFolder()
    // Asks the vault if it runs: its environment may differ from this terminal's.
    let folder = vault?.folder ?? own.path
    var facts = DoctorFacts(
      version: PassfoldVersion.text, parts: InstalledParts(of: Installation()), session: Self.session(), prompt: Self.prompt(),
      folder: folder, rights: FolderRights(of: folder), vaultFilesExist: vault.map { $0.state != .noVault } ?? own.holdsVault, vault: vault,
      brokerFault: brokerFault, unit: BrokerUnit(of: Installation(), folder: RuntimeFolder()), providers: providers, browsers: browsers,
      sync: sync)
    facts.vaultIsSilent = isSilent
    facts.unreadable = unreadable
    facts.files = VaultFiles(in: folder)
    facts.promptNeedsTerminal = Self.promptNeedsTerminal()
    facts.surroundings = VaultSurroundings(of: folder)
    let report = DoctorReport(facts, home: environmentVariable("HOME"))
    StandardOutput.write(output.presenter.doctor(report))
    if report.isBroken { throw ExitCode(CommandStatus.failed.rawValue) }
  }

  private static func askVault() async -> (VaultStatus?, VaultAnswer.SyncStatus?, isSilent: Bool) {
    do throws(CommandFailure) {
      guard let door = try await VaultDoor.openIfRunning(holdsSecrets: false, isWatched: true),
        case .status(let status) = try await door.ask(.status).answer
      else { return (nil, nil, false) }
      guard [.locked, .unlocked].contains(status.state), case .syncStatus(let sync)? = try? await door.ask(.syncStatus).answer else {
        return (status, nil, false)
      }
      return (status, sync, false)
    } catch {
      return (nil, nil, error == .vaultStalled)
    }
  }

  private static func session() -> DoctorFacts.Session {
    let folder = RuntimeFolder()
    do throws(LocalEndpointError) {
      try folder.prepare()
    } catch {
      return .unusable(FailureWords(CommandFailure(error, log: folder.brokerLog)))
    }
    return folder.path.hasPrefix("/tmp/") && environmentVariable("XDG_RUNTIME_DIR") == nil ? .temporary : .ready
  }

  /// Chosen as the vault chooses it: the configured program, or else `pinentry`.
  private static func prompt() -> (program: String, isThere: Bool) { (promptName, promptPath != nil) }

  private static var promptName: String { environmentVariable("PASSFOLD_PINENTRY").flatMap { $0.isEmpty ? nil : $0 } ?? "pinentry" }

  private static var promptPath: String? {
    let folders = (environmentVariable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    let candidates = promptName.contains("/") ? [promptName] : folders.map { "\($0)/\(promptName)" }
    return candidates.first { access($0, X_OK) == 0 }
  }

  /// Whether there is a display but the program works only in terminals, after resolving links.
  private static func promptNeedsTerminal() -> Bool {
    guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environmentVariable($0)?.isEmpty == false }), let path = promptPath,
      let resolved = realpath(path, nil)
    else { return false }
    defer { free(resolved) }
    let program = String(cString: resolved)
    return ["/pinentry-curses", "/pinentry-tty"].contains { program.hasSuffix($0) }
  }
}
