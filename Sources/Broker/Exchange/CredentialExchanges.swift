// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import FoundationEssentials
package import SecretMemory

/// The handover from one provider to another: one exchange at a time, only in memory.
///
/// The user grants it → parts arrive → the importer is called with a token → parts are fetched. Every piece is bound to one client and one
/// provider, is used once, and is removed with its request.
package struct CredentialExchanges: Sendable {
  /// The time without a step after which a grant expires, in seconds; the exporter may ask for a passphrase in the meantime.
  package static let patience: TimeInterval = 600

  private enum Stage {
    /// The user granted the export, and nothing has arrived.
    case granted
    /// Parts arrive, with this total number of bytes.
    case receiving(total: Int)
    /// Everything has arrived; the importer is called with a token, in a request.
    case offered(token: String, call: CallNumber)
    /// The importer fetches one part after another.
    case handing(transfer: String, call: CallNumber)
    /// The importer has fetched everything.
    case taken(call: CallNumber)
  }

  private struct Exchange {
    let exporter: ClientNumber
    let exporterName: String
    /// The identifier of the importing provider.
    let importer: String
    let transfer: String
    var stage = Stage.granted
    /// The received parts that were not fetched yet; each is wiped when it is released.
    var parts: [SharedSecret] = []
    var lastUse: Date

    var byteCount: Int { parts.reduce(0) { $0 + $1.byteCount } }

    var call: CallNumber? {
      switch stage {
      case .granted, .receiving: nil
      case .offered(_, let call), .handing(_, let call), .taken(let call): call
      }
    }
  }

  private var current: Exchange?

  /// Creates a value without an exchange.
  package init() {}

  /// Verifies that a client may start an exchange now.
  ///
  /// - Throws: `busy` during another one.
  package mutating func makeRoom(for client: ClientNumber, at now: Date) throws(ClientFailure) {
    guard let exchange = current else { return }
    let isOver = exchange.call == nil && now.timeIntervalSince(exchange.lastUse) >= Self.patience
    // A new request replaces the client's own earlier exchange, unless that is already with the importer.
    guard isOver || (exchange.exporter == client && exchange.call == nil) else { throw ClientFailure(.busy) }
    current = nil
  }

  /// Notes that the user granted an export.
  ///
  /// - Parameters:
  ///   - client: The client that may send the parts.
  ///   - name: Its display name.
  ///   - importer: The identifier of the provider that the user picked.
  ///   - transfer: An unpredictable text that identifies the parts.
  /// - Throws: `busy` during another exchange.
  package mutating func grant(
    _ client: ClientNumber, named name: String, to importer: String, transfer: String, at now: Date
  ) throws(ClientFailure) {
    try makeRoom(for: client, at: now)
    current = Exchange(exporter: client, exporterName: name, importer: importer, transfer: transfer, lastUse: now)
  }

  /// The result of a part.
  package enum Step: Sendable {
    /// More parts have to come.
    case more(ExchangeState)
    /// Everything has arrived, for the provider with an identifier, from the one with a name.
    case whole(importer: String, exporter: String)
  }

  /// Accepts the next part.
  ///
  /// - Throws: `tokenExpired` for a text without a grant, another client's, or an expired one; `badRequest` for a part or a length out of
  ///   range, which ends the exchange.
  package mutating func take(
    _ part: SharedSecret?, of request: ExportPartRequest, from client: ClientNumber, at now: Date
  ) throws(ClientFailure) -> Step {
    guard var exchange = current, exchange.exporter == client, Self.areEqual(exchange.transfer, request.transfer) else {
      throw ClientFailure(.tokenExpired)
    }
    // From here on it continues or ends: a wrong part cannot be corrected by sending more.
    current = nil
    guard now.timeIntervalSince(exchange.lastUse) < Self.patience else { throw ClientFailure(.tokenExpired) }
    let total: Int
    switch exchange.stage {
    case .granted: total = request.bytes
    case .receiving(let announced): total = announced
    case .offered, .handing, .taken:
      // The importer is already fetching it, which continues.
      current = exchange
      throw ClientFailure(.tokenExpired)
    }
    guard (1...ExchangeBounds.byteCount).contains(total) else { throw ClientFailure(.badRequest, detail: "tooLarge") }
    let left = total - exchange.byteCount
    // All parts but the last have the full length, so that nobody can send a million small ones.
    guard request.bytes == total, let part, part.byteCount == min(left, ExchangeBounds.partByteCount) else {
      throw ClientFailure(.badRequest)
    }
    exchange.parts.append(part)
    exchange.stage = .receiving(total: total)
    exchange.lastUse = now
    current = exchange
    guard part.byteCount == left else { return .more(ExchangeState(transfer: exchange.transfer, left: left - part.byteCount)) }
    return .whole(importer: exchange.importer, exporter: exchange.exporterName)
  }

  /// Notes the request in which the importer is called with a token.
  package mutating func offer(_ token: String, in call: CallNumber) { current?.stage = .offered(token: token, call: call) }

  /// Returns the next part to the importer.
  ///
  /// - Parameters:
  ///   - provider: The identifier of the requesting provider.
  ///   - transfer: An unpredictable text for requesting the parts after the first.
  /// - Throws: `tokenExpired` for a token or text that is not this provider's, was used, or belongs to a finished exchange.
  package mutating func handOut(
    _ request: ImportPartRequest, to provider: String, transfer fresh: @autoclosure () -> String
  ) throws(ClientFailure) -> (ExchangeState, SharedSecret) {
    guard var exchange = current, exchange.importer == provider else { throw ClientFailure(.tokenExpired) }
    let (transfer, call): (String, CallNumber)
    switch (exchange.stage, request.token, request.transfer) {
    case (.offered(let token, let offered), let asked?, nil) where Self.areEqual(token, asked): (transfer, call) = (fresh(), offered)
    case (.handing(let begun, let handed), nil, let asked?) where Self.areEqual(begun, asked): (transfer, call) = (begun, handed)
    default: throw ClientFailure(.tokenExpired)
    }
    guard !exchange.parts.isEmpty else { throw ClientFailure(.tokenExpired) }
    let part = exchange.parts.removeFirst()
    exchange.stage = exchange.parts.isEmpty ? .taken(call: call) : .handing(transfer: transfer, call: call)
    current = exchange
    return (ExchangeState(transfer: transfer, left: exchange.byteCount), part)
  }

  /// Whether the importer of a request has fetched everything.
  package func isTaken(in call: CallNumber) -> Bool {
    if case .taken(let taken)? = current?.stage { taken == call } else { false }
  }

  /// Removes the exchange of a finished request.
  package mutating func end(_ call: CallNumber) { if current?.call == call { current = nil } }

  /// Removes the exchange of a disconnected client.
  package mutating func end(of client: ClientNumber) { if current?.exporter == client { current = nil } }

  /// Whether there is no exchange.
  package var isEmpty: Bool { current == nil }

  private static func areEqual(_ left: String, _ right: String) -> Bool { constantTimeEquals(Array(left.utf8), Array(right.utf8)) }
}
