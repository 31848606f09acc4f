// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Glibc

/// Everything that one provider keeps, handed over to another; `passfold export --to` and `passfold import --from`.
struct ProviderExchange {
  /// The vault's identifier as a provider.
  private static let vault = "passfold.vault"

  private let from: ProviderSettingsValue
  private let to: ProviderSettingsValue
  private let door: SettingsDoor

  /// Finds the providers: the one that is named, and the vault.
  static func out(to name: String) async throws -> ProviderExchange {
    let door = try await SettingsDoor.open()
    return ProviderExchange(from: try await door.provider(named: vault), to: try await door.provider(named: name), door: door)
  }

  /// Finds the providers: the vault, and the one that is named.
  static func into(from name: String) async throws -> ProviderExchange {
    let door = try await SettingsDoor.open()
    return ProviderExchange(from: try await door.provider(named: name), to: try await door.provider(named: vault), door: door)
  }

  /// Has it done; the views of it are drawn here where there is a terminal.
  func run(_ output: OutputOptions) async throws {
    let (door, request) = (door, StartExchangeRequest(from: from.identifier, to: to.identifier))
    for provider in [from, to] where !provider.isEnabled { throw CommandFailure.exchangeFailed(.disabled(provider.name)) }
    guard from.identifier != to.identifier else { throw CommandFailure.exchangeFailed(.itself) }
    if isatty(0) == 1, isatty(1) == 1 {
      try await ViewSession.draw { try await door.exchange(request) }
    } else {
      try await door.exchange(request)
    }
    StandardOutput.write(output.presenter.exchanged(from: from, to: to, isImport: to.identifier == Self.vault))
  }
}
