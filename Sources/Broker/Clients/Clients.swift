// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Who is connected.
struct Clients: Sendable {
  /// One client that was let in.
  struct Client: Sendable {
    /// Carries an answer, and the secret that belongs to it.
    let door: Broker.ClientDoor
    let role: ClientRole
    let caller: CallerIdentity
    /// The person's name for a browser; nil for other clients.
    var browser: String?
    /// The identifier of the provider whose process it is; nil for other clients.
    var provider: String?
    /// That provider's name for people.
    var providerName: String?

    /// Whether views for this client are drawn by another program.
    var needsSurface: Bool { role == .app || role == .cli || role == .settings || role == .provider }

    /// The name by which a person is told who asks.
    var displayName: String { providerName ?? caller.displayName }
  }

  private var clients: [ClientNumber: Client] = [:]
  private var lastNumber = 0

  init() {}

  /// Whether nobody is connected.
  var isEmpty: Bool { clients.isEmpty }

  subscript(number: ClientNumber) -> Client? { clients[number] }

  /// Lets a client in under a number that no other client has had.
  mutating func attach(_ makeClient: (ClientNumber) -> Client) -> ClientNumber {
    lastNumber += 1
    let number = ClientNumber(rawValue: lastNumber)
    clients[number] = makeClient(number)
    return number
  }

  /// Forgets a client that went away.
  mutating func detach(_ number: ClientNumber) { clients[number] = nil }
}
