// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Logging
import SecretMemory

/// Showing views where the user is: in the client that draws them itself, or on a surface.
extension Broker {
  /// Shows a provider's view.
  func present(_ view: PresentableViewValue, call: CallNumber, by identifier: String) {
    // Only a request at its interface may show anything (Apple: a headless call never shows the controller).
    guard let request = requests[call], let asking = request.asking, asking.question.provider == identifier,
      asking.machine.stage == .interface
    else { return }
    guard view.isFitToShow, view.kind != .form || providers[identifier]?.bundle.needs.servesSession != true else {
      end(call, .failed(ClientFailure(.providerFailed, detail: providers[identifier]?.bundle.displayName)))
      return punish(identifier)
    }
    let shown = OpenRequest.ShownView(number: view.number, fieldCount: view.fields?.count ?? 0)
    _ = requests.update(call) { $0.updateAsking { $0.view = shown } }
    show(view, of: request.key)
  }

  /// Closes a provider's view.
  func dismiss(_ call: CallNumber, by identifier: String) {
    guard let request = requests[call], let asking = request.asking, asking.question.provider == identifier, asking.view != nil else {
      return
    }
    _ = requests.update(call) { $0.updateAsking { $0.view = nil } }
    hide(request.key)
  }

  /// Shows a view of a running request.
  ///
  /// A form is always drawn by a surface. A browser, which also runs the page's code, must never see what the user types for a provider.
  func show(_ view: PresentableViewValue, of key: RequestKey) {
    guard let client = clients[key.client] else { return }
    if !client.needsSurface {
      guard view.kind == .form else {
        endViews(of: key)
        return tell(.present(view), to: key)
      }
      tell(.present(PresentableViewValue(inPlaceOf: view)), to: key)
    }
    var view = view
    if client.role != .settings { view.requester = client.needsSurface ? client.displayName : client.browser }
    if let (surface, number) = surfaces.place(view, of: key, terminal: terminal(of: client), at: environment.now()) {
      tell(.present(view), to: RequestKey(client: surface, number: number))
    } else {
      bringSurface(for: key)
    }
  }

  /// Hides a request's view while the request continues.
  func hide(_ key: RequestKey) {
    guard let client = clients[key.client], client.needsSurface else {
      endViews(of: key)
      return tell(.dismiss, to: key)
    }
    if let shown = surfaces.hide(key) { tell(.dismiss, to: shown) }
  }

  /// Closes the views of a finished request on a surface.
  func endViews(of key: RequestKey) {
    if let shown = surfaces.end(key) { tell(.dismiss, to: shown) }
  }

  /// Admits a surface and shows the waiting views on it.
  func attachSurface(_ call: CallNumber, ticket: String?) throws(ClientFailure) {
    guard let surface = requests[call]?.key.client else { return }
    let shown = try surfaces.attach(surface, ticket: ticket, terminal: clients[surface]?.caller.terminal, at: environment.now())
    end(call, .answered(.done(), nil))
    for (place, view) in shown { tell(.present(view), to: place) }
  }

  /// Handles the end of a surface: its requests are cancelled, as if the user had closed them.
  func detachSurface(_ client: ClientNumber) {
    for key in surfaces.detach(client) { endForWantOfAnswer(key, ClientFailure(.userCanceled)) }
  }

  /// Handles the user's action on a surface, and text typed into a form.
  func surfaceEvent(_ event: ViewEventValue, typed: SharedSecret?, number: RequestNumber, surface: ClientNumber) {
    guard let key = surfaces.key(of: number, on: surface), let call = requests.call(of: key) else { return }
    viewEvent(event, typed: typed, call: call)
  }

  private func endForWantOfAnswer(_ key: RequestKey, _ failure: ClientFailure) {
    if let call = requests.call(of: key) { end(call, .failed(failure)) }
  }

  // MARK: Starting one

  /// Starts the desktop's surface unless it is already starting, and fails the waiting requests when its time is over.
  private func bringSurface(for key: RequestKey) {
    if surfaces.ticket == nil { startSurface() }
    if surfaces.ticket == nil, !surfaces.mayComeInTerminal(key, at: environment.now()) {
      return endForWantOfAnswer(key, ClientFailure(.noSurface))
    }
    Task { [weak self, environment] in
      try await environment.wait(environment.limits.surfaceStart)
      await self?.surfaceTimeRanOut(key)
    }
  }

  private func startSurface() {
    let ticket = HexadecimalDigits.text(environment.randomBytes(16))
    do {
      surfaces.expect(ticket)
      try environment.startSurface(ticket) { [weak self] in await self?.surfaceEnded(ticket) }
    } catch {
      _ = surfaces.giveUp(ticket)
      environment.logger.warning("no surface", metadata: ["code": "\(error.code.name)", "subject": "\(error.subject)"])
    }
  }

  /// Handles the end of a started surface that never connected.
  private func surfaceEnded(_ ticket: String) {
    guard surfaces.giveUp(ticket) else { return }
    for key in surfaces.waiting where !surfaces.mayComeInTerminal(key, at: environment.now()) {
      endForWantOfAnswer(key, ClientFailure(.noSurface))
    }
  }

  private func surfaceTimeRanOut(_ key: RequestKey) {
    guard surfaces.waiting.contains(key) else { return }
    // The next request restarts a surface that is this slow.
    if let ticket = surfaces.ticket { _ = surfaces.giveUp(ticket) }
    endForWantOfAnswer(key, ClientFailure(.noSurface))
  }
}
