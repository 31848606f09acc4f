// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import FoundationEssentials
package import SecretMemory

/// What one provider hands over to another, while it is on its way: one exchange at a time, in memory alone.
///
/// The person's leave → parts come → the importer is called with a token → parts go. Every piece of it is bound to one client and one
/// provider, is used once, and goes with the request that it belongs to.
package struct CredentialExchanges: Sendable {
  /// Time without a step after which a leave that was given is of no use any more: the exporter may ask for a passphrase meanwhile.
  package static let patience: TimeInterval = 600

  private enum Stage {
    /// The person gave leave, and nothing has come.
    case granted
    /// Parts come, so many bytes together.
    case receiving(total: Int)
    /// All of it is here; the importer is called with a token, in a request.
    case offered(token: String, call: CallNumber)
    /// The importer takes one part after another.
    case handing(transfer: String, call: CallNumber)
    /// The importer has all of it.
    case taken(call: CallNumber)
  }

  private struct Exchange {
    let exporter: ClientNumber
    let exporterName: String
    /// The identifier of the provider that takes it.
    let importer: String
    let transfer: String
    var stage = Stage.granted
    /// What came and has not gone; each part is wiped when it is let go.
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

  /// Begins with no exchange under way.
  package init() {}

  /// Makes sure that a client may begin an exchange now.
  ///
  /// - Throws: `busy` while another one is under way.
  package mutating func makeRoom(for client: ClientNumber, at now: Date) throws(ClientFailure) {
    guard let exchange = current else { return }
    let isOver = exchange.call == nil && now.timeIntervalSince(exchange.lastUse) >= Self.patience
    // Whoever asks anew does not want what it asked for before, unless that is with the importer already.
    guard isOver || (exchange.exporter == client && exchange.call == nil) else { throw ClientFailure(.busy) }
    current = nil
  }

  /// Takes note that the person gave leave.
  ///
  /// - Parameters:
  ///   - client: Who may send the parts.
  ///   - name: Its name for people.
  ///   - importer: The identifier of the provider that the person picked.
  ///   - transfer: An unpredictable text, under which the parts are sent.
  /// - Throws: `busy` while another exchange is under way.
  package mutating func grant(
    _ client: ClientNumber, named name: String, to importer: String, transfer: String, at now: Date
  ) throws(ClientFailure) {
    try makeRoom(for: client, at: now)
    current = Exchange(exporter: client, exporterName: name, importer: importer, transfer: transfer, lastUse: now)
  }

  /// What follows on a part.
  package enum Step: Sendable {
    /// More parts have to come.
    case more(ExchangeState)
    /// All of it is here, for the provider of an identifier, from the one of a name.
    case whole(importer: String, exporter: String)
  }

  /// Takes the next part.
  ///
  /// - Throws: `tokenExpired` for what no leave was given under, or another client's, or too late; `badRequest` for a part or a length that is out
  ///   of bounds, which ends the exchange.
  package mutating func take(
    _ part: SharedSecret?, of request: ExportPartRequest, from client: ClientNumber, at now: Date
  ) throws(ClientFailure) -> Step {
    guard var exchange = current, exchange.exporter == client, Self.areEqual(exchange.transfer, request.transfer) else {
      throw ClientFailure(.tokenExpired)
    }
    // From here on it goes on or is over: what was sent wrongly is not mended by sending on.
    current = nil
    guard now.timeIntervalSince(exchange.lastUse) < Self.patience else { throw ClientFailure(.tokenExpired) }
    let total: Int
    switch exchange.stage {
    case .granted: total = request.bytes
    case .receiving(let announced): total = announced
    case .offered, .handing, .taken:
      // The importer has it in hand; that goes on.
      current = exchange
      throw ClientFailure(.tokenExpired)
    }
    guard (1...ExchangeBounds.byteCount).contains(total) else { throw ClientFailure(.badRequest, detail: "tooLarge") }
    let left = total - exchange.byteCount
    // All parts but the last are whole, so that nobody sends a million small ones.
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

  /// Takes note of the request in which the importer is called with a token.
  package mutating func offer(_ token: String, in call: CallNumber) { current?.stage = .offered(token: token, call: call) }

  /// Hands the next part out.
  ///
  /// - Parameters:
  ///   - provider: The identifier of the provider that asks.
  ///   - transfer: An unpredictable text, under which the parts after the first are asked for.
  /// - Throws: `tokenExpired` for a token or text that is not this provider's, was used, or is of an exchange that is over.
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

  /// Whether the importer of a request has all of it.
  package func isTaken(in call: CallNumber) -> Bool {
    if case .taken(let taken)? = current?.stage { taken == call } else { false }
  }

  /// Forgets the exchange that belongs to a request that is over.
  package mutating func end(_ call: CallNumber) { if current?.call == call { current = nil } }

  /// Forgets what a client that went away had under way.
  package mutating func end(of client: ClientNumber) { if current?.exporter == client { current = nil } }

  /// Whether anything is kept.
  package var isEmpty: Bool { current == nil }

  private static func areEqual(_ left: String, _ right: String) -> Bool { constantTimeEquals(Array(left.utf8), Array(right.utf8)) }
}
