// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import SecretMemory
import Synchronization
import Testing

/// A broker with several scripted providers and a browser.
struct ProviderCrowd {
  let broker: Broker
  let clock: ManualClock
  let seen = Observations()
  let client: ClientNumber
  private let links: Links

  /// Every capability that a provider can declare.
  static let all: ProviderBundle.Capabilities = {
    var capabilities = ProviderBundle.Capabilities()
    capabilities.oneTimeCodes = true
    capabilities.passkeys = true
    capabilities.passwords = true
    capabilities.textToInsert = true
    capabilities.conditionalPasskeyRegistration = true
    capabilities.credentialUpdate = true
    capabilities.savePasswordCredentials = true
    capabilities.generatePasswordCredentials = true
    return capabilities
  }()

  /// Starts providers with these names, in the user's order.
  init(_ names: [String], capabilities: (String) -> ProviderBundle.Capabilities = { _ in all }) async throws {
    var needs = ProviderBundle.Needs()
    needs.servesSession = true
    let bundles = names.map {
      ProviderBundle(identifier: $0, displayName: $0, executable: "/none", capabilities: capabilities($0), needs: needs)
    }
    let (seen, clock, links) = (seen, ManualClock(), Links())
    self.clock = clock
    let environment = BrokerEnvironment.scripted(clock, seen) { bundle, provider in
      links.byName.withLock { $0[bundle.identifier] = provider }
    }
    broker = Broker(providers: bundles, environment: environment)
    await broker.start()
    client = await broker.attach(as: .browser, caller: BrokerHarness.browserHost) { answer, secret in
      seen.answers.withLock { $0.append(answer) }
      seen.secrets.withLock { $0.append(secret.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }) }
    }
    self.links = links
    for name in names { await self[name].say(.ready(protocolVersion: 1)) }
  }

  private final class Links: Sendable {
    let byName = Mutex<[String: ScriptedProvider]>([:])
  }

  /// The provider with a name.
  subscript(name: String) -> ScriptedProvider {
    links.byName.withLock { $0[name] } ?? ScriptedProvider { _ in }
  }

  /// Unlocks a provider and stores its identities.
  func fill(_ name: String, _ identities: [CredentialIdentityValue]) async throws {
    await self[name].say(.lockState(.unlocked))
    await self[name].say(.store(request: 1, frame: .replace(try IdentityPage(identities))))
  }

  func send(_ request: ClientRequest, id: RequestNumber = 1) async {
    await broker.receive(.request(id: id, request), from: client)
  }

  func suggestions(_ field: FieldPurpose, passkey: JSONValue? = nil) async throws -> (
    items: [SuggestionValue], locked: [LockedProviderValue]
  ) {
    await send(.suggestions(PageFieldRequest(context: BrokerHarness.shop, field: field, passkey: passkey)), id: 900)
    guard case .suggestions(let suggestions)? = seen.lastReply?.answer else {
      throw TestFailure(description: "no suggestions: \(String(describing: seen.lastReply))")
    }
    return (suggestions.items, suggestions.locked)
  }

  /// The identities in a provider's store, with all pages combined.
  func list(_ name: String, service: ServiceIdentifierValue? = nil, kinds: [CredentialKind] = []) async throws -> [CredentialIdentityValue]
  {
    let before = self[name].messages.count
    await self[name].say(.store(request: 2, frame: .list(service: service, kinds: kinds)))
    return try self[name].messages.dropFirst(before).flatMap { message -> [CredentialIdentityValue] in
      switch message {
      case .storeReply(2, .page(let page)), .storeReply(2, .identities(let page)): try page.identities()
      default: throw TestFailure(description: "not a list: \(message)")
      }
    }
  }

  var lastFailure: (code: String, exception: String?)? {
    if case .failure(let failure)? = seen.lastReply?.answer { (failure.code, failure.exception) } else { nil }
  }

  static func password(_ service: String, _ user: String, rank: Int = 0) -> CredentialIdentityValue {
    CredentialIdentityValue(
      kind: .password, service: ServiceIdentifierValue(identifier: service, kind: .domain), user: user, recordIdentifier: user, rank: rank)
  }
}
