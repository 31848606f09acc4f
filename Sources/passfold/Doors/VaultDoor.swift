// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalEndpoint
import LocalTransport
import SecretMemory
import VaultProtocol

/// The command's way to the vault: starts Passfold when it does not run, and turns what goes wrong into the command's failures.
struct VaultDoor {
  private let client: VaultClient

  /// Opens the door, starting the broker, which starts the vault, when nobody answers.
  ///
  /// - Parameter holdsSecrets: Whether the command takes a secret of its own, from a person or a file, before the vault's first answer; the vault
  ///   has then seen who it is before this returns.
  static func open(holdsSecrets: Bool = true) async throws(CommandFailure) -> VaultDoor {
    let folder = RuntimeFolder()
    if let door = try await openIfRunning(holdsSecrets: holdsSecrets) { return door }
    let launcher = BrokerLauncher(folder: folder)
    do {
      LocalConnection.adopt(descriptor: try launcher.connect()).close()
    } catch {
      throw CommandFailure(error, log: folder.brokerLog)
    }
    // A broker that hears a question brings back a vault that has stopped.
    _ = await BrokerDoor.report()
    do {
      return try await greet(LocalConnection.adopt(descriptor: try launcher.waitForSocket(folder.vaultSocket)), holdsSecrets: holdsSecrets)
    } catch let error as LocalEndpointError {
      throw error.code == .brokerDidNotAnswer ? .vaultSilent(log: folder.brokerLog) : CommandFailure(error, log: folder.brokerLog)
    } catch {
      throw error as? CommandFailure ?? .hungUp
    }
  }

  /// Opens the door of a running vault; nil when none runs.
  static func openIfRunning(holdsSecrets: Bool = true) async throws(CommandFailure) -> VaultDoor? {
    let folder = RuntimeFolder()
    do {
      return try await greet(try LocalConnection.connect(toSocketAt: folder.vaultSocket), holdsSecrets: holdsSecrets)
    } catch let error as LocalTransportError {
      // A missing folder or socket and a dead socket are all the same: nobody is there.
      guard let endpoint = error.endpoint, endpoint.code != .nobodyListens else { return nil }
      throw CommandFailure(endpoint, log: folder.brokerLog)
    } catch {
      throw error as? CommandFailure ?? .hungUp
    }
  }

  /// Asks; while a prompt may be open, an interruption puts the terminal back before it ends the command.
  ///
  /// - Parameters:
  ///   - keepsTerminal: false where the caller looks after the terminal and its signals itself.
  ///   - hearProgress: Hears how far long work is.
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
      throw .hungUp
    }
  }

  /// Goes on where there is no vault, since only such a computer becomes a device of an account.
  func checkForNoVault() async throws(CommandFailure) {
    guard case .status(let status) = try await ask(.status).answer else { throw .hungUp }
    if status.state != .noVault { throw .vaultInTheWay(folder: status.folder) }
  }

  /// Goes on where there is a vault.
  func checkForVault() async throws(CommandFailure) {
    guard case .status(let status) = try await ask(.status).answer else { throw .hungUp }
    if status.state == .noVault { throw .vault(VaultFailure(.noVault, detail: status.copies.map(String.init))) }
  }

  /// Introduces the command, which the vault's prompts then call by its program; hence before it holds a secret.
  private static func greet(_ connection: LocalConnection, holdsSecrets: Bool) async throws(CommandFailure) -> VaultDoor {
    do {
      if !holdsSecrets {
        // The question goes out with the introduction; the first secret of an answer hides the process before it is read.
        ProcessHardening.showUntilFirstSecret()
        let hello = VaultHello(role: .cli, place: TerminalPlace.current)
        return VaultDoor(client: try VaultClient(over: connection, hello: hello) { ProcessHardening.conceal() })
      }
      let client = try await ProcessHardening.whileVisible {
        let client = try VaultClient(over: connection, hello: VaultHello(role: .cli, place: TerminalPlace.current))
        try await client.introduced()
        return client
      }
      return VaultDoor(client: client)
    } catch let failure as VaultFailure {
      throw .vault(failure)
    } catch {
      throw .hungUp
    }
  }
}

extension CommandFailure {
  /// Finds the failure behind an endpoint's error.
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
