// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Names a client's request from its beginning to its answer, whichever provider works on it.
struct RequestKey: Hashable, Sendable {
  let client: Int
  let id: Int
}

/// The programs that draw views for clients that draw none, and what is on which of them.
struct Surfaces: Sendable {
  /// Where a request's views are drawn.
  struct Place: Sendable {
    /// What the surface names the request by; it learns nothing of the client's own numbers.
    let number: Int
    /// The surface's client number; nil while none is there yet.
    fileprivate(set) var surface: Int?
    /// What waits for the surface.
    fileprivate(set) var waiting: PresentableViewValue?
  }

  /// What a surface draws on.
  private enum Ground: Hashable {
    case desktop
    case terminal(String)
  }

  /// The surfaces by client number.
  private var attached: [Int: Ground] = [:]
  private var places: [RequestKey: Place] = [:]
  /// The terminals of those who asked.
  private var terminals: [RequestKey: String] = [:]
  private var nextNumber = 1
  /// The ticket of the surface that was started and has not come yet.
  private(set) var ticket: String?

  /// Remembers the terminal that a request says it comes from.
  mutating func note(_ request: ClientRequest, of key: RequestKey) {
    switch request {
    case .authorize(_, _, let terminal?), .savePassword(_, _, _, let terminal?): note(terminal, of: key)
    default: break
    }
  }

  /// Remembers the terminal that a request's views belong in.
  mutating func note(_ terminal: String, of key: RequestKey) { terminals[key] = terminal }

  /// Whether a request may yet be drawn in a terminal.
  func hasTerminal(_ key: RequestKey) -> Bool { terminals[key] != nil }

  /// A surface that has a ticket, or a terminal.
  ///
  /// - Returns: the views that it shall show at once.
  /// - Throws: `notAllowedHere` for a ticket that was not issued or is spent, `badRequest` for neither ticket nor terminal, or for the second
  ///   time.
  mutating func attach(_ client: Int, ticket: String?, terminal: String?) throws(ClientFailure) -> [RequestKey] {
    guard attached[client] == nil else { throw ClientFailure(.badRequest) }
    if let ticket {
      guard ticket == self.ticket else { throw ClientFailure(.notAllowedHere, detail: "ticket") }
      self.ticket = nil
      attached[client] = .desktop
    } else if let terminal {
      attached[client] = .terminal(terminal)
    } else {
      throw ClientFailure(.badRequest)
    }
    return waiting.filter { surface(for: $0) == client }
  }

  /// Forgets a surface.
  ///
  /// - Returns: the requests whose views were on it.
  mutating func detach(_ client: Int) -> [RequestKey] {
    attached[client] = nil
    return places.filter { $0.value.surface == client }.sorted { $0.value.number < $1.value.number }.map(\.key)
  }

  /// The surface that a request's views belong on: that of its own terminal, else that of the desktop.
  private func surface(for key: RequestKey) -> Int? {
    let grounds = [terminals[key].map(Ground.terminal), .desktop].compactMap(\.self)
    return grounds.lazy.compactMap { ground in attached.filter { $0.value == ground }.keys.min() }.first
  }

  /// Finds a place for a request's view, or lets the view wait for one.
  mutating func place(_ view: PresentableViewValue, of key: RequestKey) -> Place {
    var place = places[key] ?? Place(number: nextNumber)
    if place.number == nextNumber { nextNumber += 1 }
    place.surface = place.surface ?? surface(for: key)
    place.waiting = place.surface == nil ? view : nil
    places[key] = place
    return place
  }

  /// Takes the view that waits for a request's surface.
  mutating func takeWaiting(_ key: RequestKey) -> PresentableViewValue? {
    defer { places[key]?.waiting = nil }
    return places[key]?.waiting
  }

  /// The requests that still wait for a surface.
  var waiting: [RequestKey] { places.filter { $0.value.waiting != nil }.sorted { $0.value.number < $1.value.number }.map(\.key) }

  /// Where a request's views are drawn; nil when none was shown.
  func place(of key: RequestKey) -> Place? { places[key] }

  /// The request that a surface's event is about; a surface has no say in what is on another one.
  func key(of number: Int, on surface: Int) -> RequestKey? {
    places.first { $0.value.number == number && $0.value.surface == surface }?.key
  }

  /// Ends what a request has on any surface.
  mutating func end(_ key: RequestKey) -> Place? {
    terminals[key] = nil
    return places.removeValue(forKey: key)
  }

  /// Notes that a surface was started with a ticket.
  mutating func expect(_ ticket: String) { self.ticket = ticket }

  /// Notes that the surface with this ticket will not come.
  ///
  /// - Returns: whether it was still expected.
  mutating func giveUp(_ ticket: String) -> Bool {
    guard self.ticket == ticket else { return false }
    self.ticket = nil
    return true
  }
}
