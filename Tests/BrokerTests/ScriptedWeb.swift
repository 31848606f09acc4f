// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import FetchProtocol
import Foundation
import Synchronization

/// Servers that answer as the test says, with a clock.
final class ScriptedWeb: Sendable {
  private struct State {
    var answers: [String: Result<FetchAnswer, FetchFailure>] = [:]
    var requests: [FetchRequest] = []
    var held: [CheckedContinuation<Void, Never>] = []
    var isHolding = false
    var now = Date(timeIntervalSince1970: 1_800_000_000)
    var secondsPerFetch: TimeInterval = 0
    var sites = DeveloperSites.none
  }
  private let state = Mutex(State())

  var requests: [FetchRequest] { state.withLock { $0.requests } }
  var urls: [String] { requests.map(url) }

  /// A broker's cache of the documents from these servers.
  func documents(_ limits: WellKnownLimits = WellKnownLimits()) -> WellKnownDocuments {
    WellKnownDocuments(
      now: { self.state.withLock { $0.now } }, developerSites: { self.state.withLock { $0.sites } }, limits: limits,
      fetch: { request throws(FetchFailure) in try await self.fetch(request).get() })
  }

  func serve(_ url: String, _ json: String, status: Int = 200, type: String? = "application/json") {
    answer(url, .success(FetchAnswer(status: status, contentType: type, body: Array(json.utf8))))
  }

  func redirect(_ url: String, to next: String?, status: Int = 302) {
    answer(url, .success(FetchAnswer(status: status, redirect: next)))
  }

  func fail(_ url: String, _ failure: FetchFailure) { answer(url, .failure(failure)) }

  func pass(_ seconds: TimeInterval) { state.withLock { $0.now += seconds } }

  func takes(secondsPerFetch: TimeInterval) { state.withLock { $0.secondsPerFetch = secondsPerFetch } }

  func develop(_ json: String) { state.withLock { $0.sites = DeveloperSites(parsing: Array(json.utf8)) ?? .none } }

  /// Holds answers back until ``release()``.
  func hold() { state.withLock { $0.isHolding = true } }

  func release() {
    let held = state.withLock { state in
      state.isHolding = false
      defer { state.held = [] }
      return state.held
    }
    for one in held { one.resume() }
  }

  private func answer(_ url: String, _ result: Result<FetchAnswer, FetchFailure>) { state.withLock { $0.answers[url] = result } }

  private func fetch(_ request: FetchRequest) async -> Result<FetchAnswer, FetchFailure> {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        state.requests.append(request)
        state.now += state.secondsPerFetch
        if state.isHolding { state.held.append(continuation) }
        return !state.isHolding
      }
      if goesOn { continuation.resume() }
    }
    let url = url(of: request)
    return state.withLock { $0.answers[url] } ?? .failure(.nameNotFound)
  }

  private func url(of request: FetchRequest) -> String {
    "https://\(request.host)\(request.port == 443 ? "" : ":\(request.port)")\(request.target)"
  }
}
