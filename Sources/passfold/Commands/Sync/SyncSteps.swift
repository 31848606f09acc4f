// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations
import VaultProtocol

struct SyncStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: translated("Show when each device was last seen, and what is waiting."),
    discussion: translated("Exits with status 10 while synchronisation is stopped and waits for your decision."))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let door = try await VaultDoor.open(holdsSecrets: false)
    try await door.checkForVault()
    guard case .syncStatus(let status) = try await door.ask(.syncStatus).answer else {
      throw CommandFailure.hungUp
    }
    StandardOutput.write(output.presenter.syncStatus(status))
    if status.state == .stopped { throw ExitCode(CommandStatus.syncStopped.rawValue) }
  }
}

struct SyncNow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "now", abstract: translated("Exchange everything now."))

  @OptionGroup var output: OutputOptions

  func run() async throws { try await SyncStepRun.run(.exchange, output) }
}

struct SyncResume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: translated("Resume synchronisation after it was stopped."),
    discussion: translated(
      """
      First compare your devices: passfold devices compare. Passfold checks again for the problem and stops again if it is still there. \
      The vault's prompt asks for your passphrase.
      """))

  @OptionGroup var output: OutputOptions

  func run() async throws { try await SyncStepRun.run(.resume, output) }
}

struct SyncAccept: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: translated("Accept changes that are dated more than a year ahead."),
    discussion: translated(
      """
      A device whose clock is years ahead dates its changes so that they would override all others. Such changes are set aside until you \
      accept them or their date arrives. Correct that device's clock first. The vault's prompt asks for your passphrase.
      """))

  @OptionGroup var output: OutputOptions

  func run() async throws { try await SyncStepRun.run(.accept, output) }
}

struct SyncStop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: translated("Stop synchronising and keep the vault on this computer only."),
    discussion: translated(
      """
      Everything stays in the vault. The data on the server or in the folder stays there for your other devices. To exclude this \
      computer, remove it on another one: passfold devices remove.
      """))

  @OptionGroup var output: OutputOptions

  func run() async throws { try await SyncStepRun.run(.leave, output) }
}

/// The common behaviour of all steps: show progress, then the resulting status.
private enum SyncStepRun {
  static func run(_ step: VaultCall.SyncStep.Kind, _ output: OutputOptions) async throws {
    let progress = KeepingProgress()
    defer { progress.end() }
    let answer = try await VaultDoor.open().ask(.syncStep(VaultCall.SyncStep(step)), hearProgress: progress.show).answer
    guard case .syncStatus(let status) = answer else { throw CommandFailure.hungUp }
    progress.end()
    StandardOutput.write(output.presenter.syncStatus(status))
  }
}
