// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import FoundationEssentials
import SecretMemory

/// The programs that draw views for clients that draw none, and what is on which of them.
package struct Surfaces: Sendable {
  /// Where a request's views are drawn.
  private struct Place {
    /// What the surface names the request by; it learns nothing of the client's own numbers.
    let number: RequestNumber
    /// The terminal that the asker is controlled by, as the kernel has it.
    let terminal: CallerIdentity.Terminal?
    /// The surface; nil while none is there yet.
    var surface: ClientNumber?
    /// What waits for the surface.
    var waiting: PresentableViewValue?
  }

  /// What a surface draws on.
  private enum Ground: Hashable {
    case desktop
    case terminal(CallerIdentity.Terminal)
  }

  private var attached: [ClientNumber: Ground] = [:]
  private var places: [RequestKey: Place] = [:]
  private var lastNumber = 0
  /// The terminal sessions in which the person typed a passphrase, and until when that counts.
  private var trusted: [Int32: Date] = [:]
  /// The ticket of the surface that was started and has not come yet.
  private(set) var ticket: String?

  /// Begins with no surface attached and no terminal trusted.
  package init() {}

  /// How long a passphrase that was typed in a terminal lets its surface draw, in seconds.
  package static let trustLifetime: TimeInterval = 15 * 60

  /// Takes note of the terminals in which the person typed a passphrase. A program may make a terminal of its own, and answer there what it
  /// asks; it cannot type the passphrase.
  package mutating func trust(_ sessions: [Int32], at now: Date) {
    trusted = Dictionary(sessions.prefix(256).map { ($0, now + Self.trustLifetime) }) { first, _ in first }
  }

  private func isTrusted(_ terminal: CallerIdentity.Terminal, at now: Date) -> Bool { trusted[terminal.session].map { $0 >= now } ?? false }

  /// Whether a request may yet be drawn in a terminal.
  package func mayComeInTerminal(_ key: RequestKey, at now: Date) -> Bool { places[key]?.terminal.map { isTrusted($0, at: now) } ?? false }

  /// Lets a surface in that has a ticket, or draws in the terminal that it is controlled by.
  ///
  /// - Returns: the views that it shall show at once, and by which numbers.
  /// - Throws: `notAllowedHere` for a ticket that was not issued or is spent, `badRequest` for neither ticket nor terminal, or for the second
  ///   time.
  package mutating func attach(
    _ client: ClientNumber, ticket: String?, terminal: CallerIdentity.Terminal?, at now: Date
  ) throws(ClientFailure) -> [(RequestKey, PresentableViewValue)] {
    guard attached[client] == nil else { throw ClientFailure(.badRequest) }
    if let ticket {
      guard let expected = self.ticket, constantTimeEquals(Array(ticket.utf8), Array(expected.utf8)) else {
        throw ClientFailure(.notAllowedHere, detail: "ticket")
      }
      self.ticket = nil
      attached[client] = .desktop
    } else if let terminal {
      attached[client] = .terminal(terminal)
    } else {
      throw ClientFailure(.badRequest)
    }
    var shown: [(RequestKey, PresentableViewValue)] = []
    for key in waiting {
      guard let place = places[key], let view = place.waiting, surface(for: place.terminal, at: now) == client else { continue }
      places[key]?.waiting = nil
      places[key]?.surface = client
      shown.append((RequestKey(client: client, number: place.number), view))
    }
    return shown
  }

  /// Forgets a surface.
  ///
  /// - Returns: the requests whose views were on it.
  package mutating func detach(_ client: ClientNumber) -> [RequestKey] {
    attached[client] = nil
    return places.filter { $0.value.surface == client }.sorted { $0.value.number < $1.value.number }.map(\.key)
  }

  /// The surface that a request's views belong on: that of its own terminal, where the passphrase was typed, else that of the desktop.
  private func surface(for terminal: CallerIdentity.Terminal?, at now: Date) -> ClientNumber? {
    let own = terminal.flatMap { isTrusted($0, at: now) ? Ground.terminal($0) : nil }
    let grounds = [own, .desktop].compactMap(\.self)
    return grounds.lazy.compactMap { ground in attached.filter { $0.value == ground }.keys.min() }.first
  }

  /// Finds a place for a request's view, or lets the view wait for one.
  ///
  /// - Parameter terminal: The terminal that the asker is controlled by, as the kernel has it.
  /// - Returns: the surface and the number to show it under; nil while none is there.
  package mutating func place(
    _ view: PresentableViewValue, of key: RequestKey, terminal: CallerIdentity.Terminal?, at now: Date
  ) -> (surface: ClientNumber, number: RequestNumber)? {
    if places[key] == nil {
      lastNumber += 1
      places[key] = Place(number: RequestNumber(rawValue: lastNumber), terminal: terminal)
    }
    guard var place = places[key] else { return nil }
    place.surface = place.surface ?? surface(for: place.terminal, at: now)
    place.waiting = place.surface == nil ? view : nil
    places[key] = place
    return place.surface.map { ($0, place.number) }
  }

  /// Takes a request's view away while the request goes on.
  ///
  /// - Returns: where it is on screen; nil when it never came there.
  mutating func hide(_ key: RequestKey) -> RequestKey? {
    places[key]?.waiting = nil
    return shown(key)
  }

  /// The requests that still wait for a surface, oldest first.
  package var waiting: [RequestKey] { places.filter { $0.value.waiting != nil }.sorted { $0.value.number < $1.value.number }.map(\.key) }

  /// The request that a surface's event is about; a surface has no say in what is on another one.
  package func key(of number: RequestNumber, on surface: ClientNumber) -> RequestKey? {
    places.first { $0.value.number == number && $0.value.surface == surface }?.key
  }

  /// Ends what a request has on any surface.
  ///
  /// - Returns: where it is on screen; nil when it is not.
  package mutating func end(_ key: RequestKey) -> RequestKey? {
    defer { places[key] = nil }
    return shown(key)
  }

  private func shown(_ key: RequestKey) -> RequestKey? {
    places[key].flatMap { place in place.surface.map { RequestKey(client: $0, number: place.number) } }
  }

  /// Notes that a surface was started with a ticket.
  package mutating func expect(_ ticket: String) { self.ticket = ticket }

  /// Notes that the surface with this ticket will not come.
  ///
  /// - Returns: whether it was still expected.
  mutating func giveUp(_ ticket: String) -> Bool {
    guard self.ticket == ticket else { return false }
    self.ticket = nil
    return true
  }
}
