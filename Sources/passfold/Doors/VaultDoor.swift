// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import LocalEndpoint
import LocalTransport
import SecretMemory
import VaultProtocol

/// The command's connection to the vault: starts Passfold if it is not running, and converts errors into the command's failures.
struct VaultDoor {
  private let client: VaultClient
  /// Closes the connection if the vault does not answer; nil for requests that may take their time.
  private let watch: AnswerWatch?

  /// Opens the connection; if nothing answers, starts the broker, which starts the vault.
  ///
  /// - Parameter holdsSecrets: Whether the command reads a secret, from the user or a file, before the vault's first answer. The vault has
  ///   then identified the process before this returns.
  static func open(holdsSecrets: Bool = true) async throws(CommandFailure) -> VaultDoor {
    let folder = RuntimeFolder()
    if let door = try await openIfRunning(holdsSecrets: holdsSecrets) { return door }
    let launcher = BrokerLauncher(folder: folder)
    do {
      LocalConnection.adopt(descriptor: try launcher.connect()).close()
    } catch {
      throw CommandFailure(error, log: folder.brokerLog)
    }
    // A request makes the broker restart a stopped vault. One that is turned off never comes.
    if let providers = try? await SettingsDoor.open().providers(),
      providers.contains(where: { $0.identifier == ProviderSettingsValue.vault && !$0.isEnabled })
    {
      throw .vaultTurnedOff
    }
    do {
      return try await greet(LocalConnection.adopt(descriptor: try launcher.waitForSocket(folder.vaultSocket)), holdsSecrets: holdsSecrets)
    } catch let error as LocalEndpointError {
      throw error.code == .brokerDidNotAnswer ? .vaultSilent(log: folder.brokerLog) : CommandFailure(error, log: folder.brokerLog)
    } catch {
      throw error as? CommandFailure ?? .hungUp
    }
  }

  /// Opens a connection to a running vault; nil if none is running.
  ///
  /// - Parameter isWatched: Whether each request fails with `vaultStalled` if the vault has not answered within ten seconds of opening.
  static func openIfRunning(holdsSecrets: Bool = true, isWatched: Bool = false) async throws(CommandFailure) -> VaultDoor? {
    let folder = RuntimeFolder()
    do {
      return try await greet(
        try LocalConnection.connect(toSocketAt: folder.vaultSocket), holdsSecrets: holdsSecrets, isWatched: isWatched)
    } catch let error as LocalTransportError {
      // A missing folder, a missing socket and a dead socket all mean that no vault is running.
      guard let endpoint = error.endpoint, endpoint.code != .nobodyListens else { return nil }
      throw CommandFailure(endpoint, log: folder.brokerLog)
    } catch {
      throw error as? CommandFailure ?? .hungUp
    }
  }

  /// Sends a request; while a prompt may be open, an interruption restores the terminal before it ends the command.
  ///
  /// - Parameters:
  ///   - keepsTerminal: False if the caller handles the terminal and its signals.
  ///   - hearProgress: Called with the progress of long work.
  func ask(
    _ call: VaultCall, secret: SharedSecret? = nil, keepsTerminal: Bool = true,
    hearProgress: (@Sendable (VaultAnswer.Progress) -> Void)? = nil
  ) async throws(CommandFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    let keeper = keepsTerminal ? TerminalKeeper() : nil
    defer {
      keeper?.release()
      ProcessHardening.conceal()
    }
    do {
      return try await client.ask(call, secret: secret, hearProgress: hearProgress)
    } catch let failure as VaultFailure {
      throw .vault(failure)
    } catch {
      throw watch?.isLate == true ? .vaultStalled : .hungUp
    }
  }

  /// Continues only without a vault, because only such a computer can become a device of an account.
  func checkForNoVault() async throws(CommandFailure) {
    guard case .status(let status) = try await ask(.status).answer else { throw .hungUp }
    if status.state != .noVault { throw .vaultInTheWay(folder: status.folder) }
  }

  /// Continues only with a vault.
  func checkForVault() async throws(CommandFailure) {
    guard case .status(let status) = try await ask(.status).answer else { throw .hungUp }
    if status.state == .noVault { throw .vault(VaultFailure(.noVault, detail: status.copies.map(String.init))) }
  }

  /// Introduces the command, whose program the vault's prompts then name; done before it holds a secret.
  private static func greet(
    _ connection: LocalConnection, holdsSecrets: Bool, isWatched: Bool = false
  ) async throws(CommandFailure) -> VaultDoor {
    let watch = isWatched ? AnswerWatch(over: connection) : nil
    do {
      if !holdsSecrets {
        // The request is sent with the introduction; the first secret in an answer hides the process before it is read.
        ProcessHardening.showUntilFirstSecret()
        let hello = VaultHello(role: .cli, place: TerminalPlace.current)
        return VaultDoor(client: try VaultClient(over: connection, hello: hello) { ProcessHardening.conceal() }, watch: watch)
      }
      let client = try await ProcessHardening.whileVisible {
        let client = try VaultClient(over: connection, hello: VaultHello(role: .cli, place: TerminalPlace.current))
        try await client.introduced()
        return client
      }
      return VaultDoor(client: client, watch: watch)
    } catch let failure as VaultFailure {
      throw .vault(failure)
    } catch {
      throw watch?.isLate == true ? .vaultStalled : .hungUp
    }
  }
}

extension CommandFailure {
  /// Converts an endpoint's error into a failure.
  init(_ error: LocalEndpointError, log: String) {
    switch error.code {
    case .brokerNotFound: self = .brokerMissing(folder: error.path)
    case .brokerDidNotAnswer: self = .brokerSilent(log: log)
    case .unsafeRuntimeFolder: self = .unsafeFolder(path: error.path)
    case .openRuntimeFolder: self = .openFolder(path: error.path)
    case .noRuntimeFolder: self = .noRuntimeFolder(path: error.path, errorNumber: error.errorNumber)
    case .pathTooLong: self = .runtimePathTooLong(path: error.path)
    case .foreignListener: self = .foreignListener(path: error.path)
    default: self = .system(path: error.path, errorNumber: error.errorNumber)
    }
  }
}
