// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BrokerProtocol
import Glibc
import PresentedViews
import Translations
import VaultProtocol

struct Providers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "providers", abstract: translated("Choose which providers may fill in, and in which order."),
    subcommands: [
      ProvidersList.self, ProvidersEnable.self, ProvidersDisable.self, ProvidersOrder.self, ProvidersDefault.self, ProvidersDoctor.self,
    ], defaultSubcommand: ProvidersList.self)
}

/// The provider that a subcommand is about.
struct ProviderArgument: ParsableArguments {
  @Argument(help: .translated("The provider's name or identifier."))
  var provider: String
  @OptionGroup var output: OutputOptions

  /// Changes the provider, then shows the state of all providers.
  ///
  /// - Parameter agrees: Whether the user agrees to the access that the provider wants; not asked if it wants none.
  func change(
    agreeing agrees: (ProviderSettingsValue) throws -> Bool = { _ in false }, _ make: (inout ProviderSettingsChange) -> Void
  ) async throws {
    let door = try await SettingsDoor.open()
    let provider = try await door.provider(named: provider)
    var change = ProviderSettingsChange(identifier: provider.identifier)
    make(&change)
    if change.enabled == true, let agreement = provider.agreement {
      guard try agrees(provider) else { throw CommandFailure.accessNotAgreed(provider: provider.name) }
      change.agreement = agreement
    }
    if let unfinished = try await carryOut(change, of: provider, through: door) {
      StandardError.write(output.presenter.configurationNote(unfinished, of: provider))
    }
    StandardOutput.write(output.presenter.providers(try await door.providers()))
  }

  /// Draws the views that the provider shows when it is enabled, if there is a terminal to draw in.
  private func carryOut(
    _ change: ProviderSettingsChange, of provider: ProviderSettingsValue, through door: SettingsDoor
  ) async throws -> String? {
    guard change.enabled == true, !provider.isEnabled, provider.capabilities.contains("ShowsConfigurationUI"), isatty(0) == 1,
      isatty(1) == 1
    else { return try await door.change(change) }
    return try await ViewSession.draw { try await door.change(change) }
  }
}

struct ProvidersList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: translated("List the installed providers in the order in which they are asked."))

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let (providers, areUnreadable) = try await SettingsDoor.open().decisions()
    if areUnreadable { StandardError.write(Presenter.unreadableDecisions) }
    StandardOutput.write(output.presenter.providers(providers))
  }
}

struct ProvidersEnable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable",
    abstract: translated("Allow a provider to fill in. You are asked first if it needs access beyond its own folder."))

  @Flag(name: .customLong("allow-access"), help: .translated("Agree to its access without being asked."))
  var allowsAccess = false
  @OptionGroup var argument: ProviderArgument

  func run() async throws { try await argument.change(agreeing: agrees) { $0.enabled = true } }

  /// Shows the access that the provider wants, and asks in the terminal; without a terminal, only the option counts as agreement.
  private func agrees(to provider: ProviderSettingsValue) throws -> Bool {
    StandardError.write(argument.output.presenter.access(of: provider))
    if allowsAccess { return true }
    guard let dialogue = Dialogue() else { throw CommandFailure.nobodyToAsk("--allow-access") }
    return dialogue.choose(ProviderAccessWords.question, among: ["n", "y"]) == "y"
  }
}

struct ProvidersDisable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable", abstract: translated("Stop a provider from filling in; its data stays."))

  @OptionGroup var argument: ProviderArgument

  func run() async throws {
    try await argument.change { $0.enabled = false }
    guard !argument.output.usesJSON,
      try await SettingsDoor.open().provider(named: argument.provider).identifier == ProviderSettingsValue.vault
    else {
      return
    }
    StandardError.write(Presenter.vaultTurnedOff)
  }
}

struct ProvidersOrder: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: translated("Move a provider to a position, counted from 1."))

  @OptionGroup var argument: ProviderArgument
  @Argument(help: .translated("The position among the enabled providers; 1 is asked first."))
  var place: Int

  func validate() throws {
    if place < 1 { throw ValidationError(translated("The position is a number of 1 or more.")) }
  }

  func run() async throws {
    try await argument.change { $0.position = place - 1 }
  }
}

struct ProvidersDefault: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "default", abstract: translated("Choose the provider that creates new passkeys."))

  @OptionGroup var argument: ProviderArgument

  func run() async throws { try await argument.change { $0.defaultForPasskeys = true } }
}

struct ProvidersDoctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: translated("Find out what keeps providers from working as declared. Exits with status 1 if there is a problem."))

  @Argument(help: .translated("The name or identifier of one provider (default: all)."))
  var provider: String?
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let door = try await SettingsDoor.open()
    var providers = try await door.providers()
    if let provider {
      let only = try await door.provider(named: provider).identifier
      providers = providers.filter { $0.identifier == only }
    }
    StandardOutput.write(output.presenter.doctor(providers))
    if providers.contains(where: \.needsLook) { throw ExitCode(CommandStatus.failed.rawValue) }
  }
}
