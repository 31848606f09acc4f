// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// The connected clients.
struct Clients: Sendable {
  /// One admitted client.
  struct Client: Sendable {
    /// Sends an answer with its secret.
    let door: Broker.ClientDoor
    let role: ClientRole
    let caller: CallerIdentity
    /// The user's name for a browser; nil for other clients.
    var browser: String?
    /// The identifier of the provider that owns the process; nil for other clients.
    var provider: String?
    /// That provider's display name.
    var providerName: String?

    /// Whether views for this client are drawn by another program.
    var needsSurface: Bool { role == .app || role == .cli || role == .settings || role == .provider }

    /// The name of the client for the user.
    var displayName: String { providerName ?? caller.displayName }
  }

  private var clients: [ClientNumber: Client] = [:]
  private var lastNumber = 0

  init() {}

  /// Whether no client is connected.
  var isEmpty: Bool { clients.isEmpty }

  subscript(number: ClientNumber) -> Client? { clients[number] }

  /// Admits a client under a number that no other client has had.
  mutating func attach(_ makeClient: (ClientNumber) -> Client) -> ClientNumber {
    lastNumber += 1
    let number = ClientNumber(rawValue: lastNumber)
    clients[number] = makeClient(number)
    return number
  }

  /// Removes a disconnected client.
  mutating func detach(_ number: ClientNumber) { clients[number] = nil }
}
