// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Logging

/// Brings views to where the person is: to the client that draws them itself, or to a surface.
extension Broker {
  /// Shows a view of a request that is under way.
  func show(_ view: PresentableViewValue, of request: OpenRequest) {
    guard let client = clients[request.client] else { return }
    guard client.role.needsSurface else { return tell(.present(id: request.id, view: view), client: request.client) }
    var view = view
    if client.role != .settings { view.requester = client.caller.displayName }
    let place = surfaces.place(view, of: request.key)
    if let surface = place.surface {
      tell(.present(id: place.number, view: view), client: surface)
    } else {
      bringSurface(for: request.key)
    }
  }

  /// Takes a request's view off the screen while the request goes on.
  func hide(_ request: OpenRequest) {
    guard let client = clients[request.client], client.role.needsSurface else {
      tell(.dismiss(id: request.id), client: request.client)
      return
    }
    _ = surfaces.takeWaiting(request.key)
    if let place = surfaces.place(of: request.key), let surface = place.surface { tell(.dismiss(id: place.number), client: surface) }
  }

  /// Ends what a request that is over had on a surface.
  func endViews(of key: RequestKey) {
    if let place = surfaces.end(key), let surface = place.surface { tell(.dismiss(id: place.number), client: surface) }
  }

  /// Lets a surface in and shows it what waits.
  func attachSurface(id: Int, client: Int, ticket: String?, terminal: String?) throws {
    let keys = try surfaces.attach(client, ticket: ticket, terminal: terminal)
    tell(.done(id: id), client: client)
    for key in keys { showWaiting(key) }
  }

  private func showWaiting(_ key: RequestKey) {
    guard let view = surfaces.takeWaiting(key) else { return }
    let place = surfaces.place(view, of: key)
    if let surface = place.surface { tell(.present(id: place.number, view: view), client: surface) }
  }

  /// A surface went away: what was on it is cancelled, as if the person had closed it.
  func detachSurface(_ client: Int) {
    for key in surfaces.detach(client) {
      if let call = clients[key.client]?.calls[key.id] { abandon(call) }
    }
  }

  /// What a person did on a surface.
  func surfaceEvent(_ event: ViewEventValue, number: Int, surface: Int) {
    guard let key = surfaces.key(of: number, on: surface), let call = clients[key.client]?.calls[key.id] else { return }
    viewEvent(event, call: call)
  }

  // MARK: Starting one

  /// Starts the desktop's surface unless one is on its way, and fails what still waits when its time is over.
  private func bringSurface(for key: RequestKey) {
    if surfaces.ticket == nil { startSurface() }
    if surfaces.ticket == nil, !surfaces.hasTerminal(key) { return failForWantOfSurface(key) }
    Task { [weak self, environment] in
      try await environment.wait(environment.limits.surfaceStart)
      await self?.surfaceTimeRanOut(key)
    }
  }

  private func startSurface() {
    let ticket = String(environment.randomBytes(16).flatMap { [$0 >> 4, $0 & 15] }.map { Character(String($0, radix: 16)) })
    do {
      surfaces.expect(ticket)
      try environment.startSurface(ticket) { [weak self] in await self?.surfaceEnded(ticket) }
    } catch {
      _ = surfaces.giveUp(ticket)
      environment.logger.warning("no surface", metadata: ["code": "\(error.code.name)", "subject": "\(error.subject)"])
    }
  }

  /// The surface that was started ended before it came.
  private func surfaceEnded(_ ticket: String) {
    guard surfaces.giveUp(ticket) else { return }
    for key in surfaces.waiting where !surfaces.hasTerminal(key) { failForWantOfSurface(key) }
  }

  private func surfaceTimeRanOut(_ key: RequestKey) {
    guard surfaces.waiting.contains(key) else { return }
    // A surface that is this slow is started anew by the next request.
    if let ticket = surfaces.ticket { _ = surfaces.giveUp(ticket) }
    failForWantOfSurface(key)
  }

  private func failForWantOfSurface(_ key: RequestKey) {
    if let call = clients[key.client]?.calls[key.id] { abandon(call, because: ClientFailure(.noSurface)) }
  }
}

extension OpenRequest {
  /// The request as its client knows it.
  var key: RequestKey { RequestKey(client: client, id: id) }
}

extension ClientRole {
  /// Whether views for this client are drawn by another program.
  fileprivate var needsSurface: Bool { self == .app || self == .cli || self == .settings }
}
