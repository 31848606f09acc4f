// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Glibc
import VaultProtocol

/// Hands over everything that one provider keeps to another; `passfold export --to` and `passfold import --from`.
struct ProviderExchange {
  private let from: ProviderSettingsValue
  private let to: ProviderSettingsValue
  private let door: SettingsDoor

  /// Finds the providers: the given one as exporter, and the vault.
  static func out(to name: String) async throws -> ProviderExchange {
    let door = try await SettingsDoor.open()
    return ProviderExchange(
      from: try await door.provider(named: ProviderSettingsValue.vault), to: try await door.provider(named: name), door: door)
  }

  /// Finds the providers: the vault as exporter, and the given one.
  static func into(from name: String) async throws -> ProviderExchange {
    let door = try await SettingsDoor.open()
    return ProviderExchange(
      from: try await door.provider(named: name), to: try await door.provider(named: ProviderSettingsValue.vault), door: door)
  }

  private func check() throws(CommandFailure) {
    for provider in [from, to] where !provider.isEnabled { throw .exchangeFailed(.disabled(provider.name)) }
    guard from.identifier != to.identifier else { throw .exchangeFailed(.itself) }
  }

  /// Reports what would be transferred from the vault and what would not; the other provider is not asked.
  func tell(_ output: OutputOptions) async throws {
    try check()
    guard to.capabilities.contains("SupportsCredentialExchange") else { throw CommandFailure.exchangeFailed(.notDeclared) }
    let transfer = ImportTransfer(over: try await VaultDoor.open())
    let state = try await transfer.export(VaultCall.ExportStep(.begin, format: "cxf", plain: true, preview: true), into: nil)
    StandardOutput.write(output.presenter.wouldHandOver(state, to: to))
  }

  /// Runs the exchange; its views are drawn here if there is a terminal.
  ///
  /// - Parameter isDryRun: Whether the import into the vault is only previewed, and nothing is stored.
  func run(_ output: OutputOptions, isDryRun: Bool = false) async throws {
    try check()
    let (door, request) = (door, StartExchangeRequest(from: from.identifier, to: to.identifier, preview: isDryRun ? true : nil))
    do {
      if isatty(0) == 1, isatty(1) == 1 {
        try await ViewSession.draw { try await door.exchange(request) }
      } else {
        try await door.exchange(request)
      }
    } catch CommandFailure.exchangeFailed(.stopped(from.name)) {
      throw CommandFailure.exchangeFailed(.exporterStopped(from.name))
    }
    if isDryRun {
      let report = try await ImportTransfer(over: try await VaultDoor.open()).preview(from: from.name)
      return StandardOutput.write(output.presenter.wouldTakeOver(report, from: from, to: to))
    }
    StandardOutput.write(output.presenter.exchanged(from: from, to: to, isImport: to.identifier == ProviderSettingsValue.vault))
  }
}
