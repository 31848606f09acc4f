// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import LocalEndpoint
import LocalTransport
import SecretMemory
import VaultProtocol

/// The command's connection to the broker's settings; starts the broker if it is not running.
struct SettingsDoor {
  private let connection: LocalConnection

  /// Opens the connection and waits until the broker has inspected this process: the broker accepts no decisions from a process that hides
  /// itself.
  static func open() async throws(CommandFailure) -> SettingsDoor {
    let folder = RuntimeFolder()
    do {
      return try await ProcessHardening.whileVisible {
        let connection = LocalConnection.adopt(descriptor: try BrokerLauncher(folder: folder).connect())
        let watch = AnswerWatch(over: connection)
        let door = try SettingsDoor(connection: connection)
        do { try await door.welcomed() } catch { throw watch.isLate ? CommandFailure.brokerStalled : error }
        watch.end()
        return door
      }
    } catch let error as LocalEndpointError {
      throw CommandFailure(error, log: folder.brokerLog)
    } catch {
      throw error as? CommandFailure ?? .brokerHungUp
    }
  }

  private func welcomed() async throws {
    for await frame in connection.frames {
      if case .welcome = try MessageCoding.decode(ClientReply.self, from: frame.json).answer { return }
    }
    throw CommandFailure.brokerHungUp
  }

  private init(connection: LocalConnection) throws {
    self.connection = connection
    connection.send(SocketFrame(json: try MessageCoding.encode(ClientMessage.hello(role: .settings, version: 1))))
  }

  /// All installed providers, in the user's order.
  func providers() async throws(CommandFailure) -> [ProviderSettingsValue] { try await decisions().providers }

  /// All installed providers, and whether the user's decisions about them cannot be read.
  func decisions() async throws(CommandFailure) -> (providers: [ProviderSettingsValue], areUnreadable: Bool) {
    guard case .providers(let providers, let isUnreadable) = try await ask(.providers) else { throw .brokerHungUp }
    return (providers, isUnreadable)
  }

  /// Carries out one decision and waits for the views that the provider then shows.
  ///
  /// - Returns: The code of the reason why the provider was not set up; nil if it was, or needs no set-up.
  func change(_ change: ProviderSettingsChange) async throws(CommandFailure) -> String? {
    guard case .done(let detail) = try await ask(.setProvider(change)) else { throw .brokerHungUp }
    return detail
  }

  /// Makes one provider hand over to another, and waits until the other one has stored everything.
  func exchange(_ request: StartExchangeRequest) async throws(CommandFailure) {
    guard case .done = try await ask(.startExchange(request)) else { throw .brokerHungUp }
  }

  /// Finds a provider by its identifier, or by its name if only one provider has that name.
  func provider(named name: String) async throws(CommandFailure) -> ProviderSettingsValue {
    let providers = try await providers()
    if let exact = providers.first(where: { $0.identifier == name }) { return exact }
    let alike = providers.filter { $0.name.lowercased() == name.lowercased() }
    guard let only = alike.first, alike.count == 1 else { throw .providerUnknown(name: name) }
    return only
  }

  /// The browser profiles that the user has connected, in the order in which they were connected.
  ///
  /// - Throws: `browsersUnreadable` if their list cannot be read, in which case no browser can connect.
  func pairedBrowsers() async throws(CommandFailure) -> [PairedBrowserValue] {
    guard case .pairedBrowsers(let browsers) = try await ask(.pairedBrowsers) else { throw .brokerHungUp }
    return browsers
  }

  /// Disconnects the browser with this identifier or name.
  func forget(browser: String) async throws(CommandFailure) {
    do throws(CommandFailure) {
      guard case .done = try await ask(.forgetBrowser(ForgetBrowserRequest(browser: browser))) else { throw .brokerHungUp }
    } catch {
      switch error {
      case .browserUnknown: throw .browserUnknown(name: browser)
      case .settingsNotSaved: throw .browsersNotSaved
      default: throw error
      }
    }
  }

  private func ask(_ request: ClientRequest) async throws(CommandFailure) -> ClientAnswer {
    guard let json = try? MessageCoding.encode(ClientMessage.request(id: 1, request)) else { throw .brokerHungUp }
    connection.send(SocketFrame(json: json))
    for await frame in connection.frames {
      guard let reply = try? MessageCoding.decode(ClientReply.self, from: frame.json) else { break }
      switch reply.answer {
      case .welcome: continue
      case .failure(let failure): throw CommandFailure(failure)
      case let answer: return answer
      }
    }
    throw .brokerHungUp
  }
}

extension CommandFailure {
  /// The reason why the broker did not carry out a decision.
  fileprivate init(_ failure: RequestFailure) {
    self =
      switch (failure.code, failure.detail) {
      case ("providerUnknown", _): .providerUnknown(name: "")
      case ("userCanceled", _): .vault(VaultFailure(.canceled))
      case ("noSurface", _): .exchangeFailed(.unseen)
      case ("busy", _): .exchangeFailed(.busy)
      case ("nothingToOffer", _): .exchangeFailed(.nobody)
      case ("notAllowedHere", _): .exchangeFailed(.notDeclared)
      case ("providerFailed", let name): .exchangeFailed(.stopped(name ?? ""))
      case ("browserUnknown", _): .browserUnknown(name: "")
      case ("settingsNotSaved", let detail): .settingsNotSaved(unreadable: detail == "unreadableSettings")
      case ("settingsUnreadable", _): .browsersUnreadable
      case ("badRequest", "makesNoPasskeys"): .makesNoPasskeys
      case ("badRequest", "accessNotAgreed"): .accessChanged
      default: .brokerHungUp
      }
  }
}
