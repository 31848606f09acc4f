// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
package import FoundationEssentials
import SecretMemory

/// The programs that draw views for clients that draw none, and the views on each of them.
package struct Surfaces: Sendable {
  /// The place of a request's views.
  private struct Place {
    /// The surface's number for the request; it does not learn the client's own numbers.
    let number: RequestNumber
    /// The controlling terminal of the asker, according to the kernel.
    let terminal: CallerIdentity.Terminal?
    /// The surface; nil if there is none yet.
    var surface: ClientNumber?
    /// The view waiting for the surface.
    var waiting: PresentableViewValue?
  }

  /// The place on which a surface draws.
  private enum Ground: Hashable {
    case desktop
    case terminal(CallerIdentity.Terminal)
  }

  private var attached: [ClientNumber: Ground] = [:]
  private var places: [RequestKey: Place] = [:]
  private var lastNumber = 0
  /// The terminal sessions in which the user typed a passphrase, and until when that counts.
  private var trusted: [Int32: Date] = [:]
  /// The ticket of the surface that was started and has not connected yet.
  private(set) var ticket: String?

  /// Creates a value without surfaces or trusted terminals.
  package init() {}

  /// The time for which a passphrase typed in a terminal permits its surface to draw, in seconds.
  package static let trustLifetime: TimeInterval = 15 * 60

  /// Notes the terminals in which the user typed a passphrase. A program may create its own terminal and answer its own requests there, but
  /// it cannot type the passphrase.
  package mutating func trust(_ sessions: [Int32], at now: Date) {
    trusted = Dictionary(sessions.prefix(256).map { ($0, now + Self.trustLifetime) }) { first, _ in first }
  }

  private func isTrusted(_ terminal: CallerIdentity.Terminal, at now: Date) -> Bool { trusted[terminal.session].map { $0 >= now } ?? false }

  /// Whether a request may still be drawn in a terminal.
  package func mayComeInTerminal(_ key: RequestKey, at now: Date) -> Bool { places[key]?.terminal.map { isTrusted($0, at: now) } ?? false }

  /// Admits a surface that has a ticket, or draws in its controlling terminal.
  ///
  /// - Returns: The views to show immediately, with their numbers.
  /// - Throws: `notAllowedHere` for a ticket that was not issued or is used up, `badRequest` without ticket and terminal, or for the second
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

  /// Removes a surface.
  ///
  /// - Returns: The requests whose views were on it.
  package mutating func detach(_ client: ClientNumber) -> [RequestKey] {
    attached[client] = nil
    return places.filter { $0.value.surface == client }.sorted { $0.value.number < $1.value.number }.map(\.key)
  }

  /// Returns the surface for a request's views: that of its own terminal, if the passphrase was typed there, otherwise that of the desktop.
  private func surface(for terminal: CallerIdentity.Terminal?, at now: Date) -> ClientNumber? {
    let own = terminal.flatMap { isTrusted($0, at: now) ? Ground.terminal($0) : nil }
    let grounds = [own, .desktop].compactMap(\.self)
    return grounds.lazy.compactMap { ground in attached.filter { $0.value == ground }.keys.min() }.first
  }

  /// Finds a place for a request's view, or lets the view wait for one.
  ///
  /// - Parameter terminal: The controlling terminal of the asker, according to the kernel.
  /// - Returns: The surface and the number for showing it; nil while there is none.
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

  /// Removes a request's view while the request continues.
  ///
  /// - Returns: Its place on screen; nil if it was never shown.
  mutating func hide(_ key: RequestKey) -> RequestKey? {
    places[key]?.waiting = nil
    return shown(key)
  }

  /// The requests still waiting for a surface, oldest first.
  package var waiting: [RequestKey] { places.filter { $0.value.waiting != nil }.sorted { $0.value.number < $1.value.number }.map(\.key) }

  /// Returns the request of a surface's event; a surface cannot affect views on another one.
  package func key(of number: RequestNumber, on surface: ClientNumber) -> RequestKey? {
    places.first { $0.value.number == number && $0.value.surface == surface }?.key
  }

  /// Removes everything of a request from any surface.
  ///
  /// - Returns: Its place on screen; nil if it is not shown.
  package mutating func end(_ key: RequestKey) -> RequestKey? {
    defer { places[key] = nil }
    return shown(key)
  }

  private func shown(_ key: RequestKey) -> RequestKey? {
    places[key].flatMap { place in place.surface.map { RequestKey(client: $0, number: place.number) } }
  }

  /// Notes that a surface was started with a ticket.
  package mutating func expect(_ ticket: String) { self.ticket = ticket }

  /// Notes that the surface with this ticket will not connect.
  ///
  /// - Returns: Whether it was still expected.
  mutating func giveUp(_ ticket: String) -> Bool {
    guard self.ticket == ticket else { return false }
    self.ticket = nil
    return true
  }
}
