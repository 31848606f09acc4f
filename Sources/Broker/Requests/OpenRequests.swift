// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The requests that are under way, and how many of them anybody may have.
package struct OpenRequests: Sendable {
  /// The most requests that one tab of a browser may have open, so that none is denied by another (security design, rule D12).
  package static let limitPerTab = 24
  /// The most requests that all tabs of one browser together may have open.
  static let limitOfTabs = 256
  /// The most requests of one tab that wait for a document of a site.
  static let waitingPerTab = 2

  /// The most requests of a browser's popup for the vault.
  package static let managing = 8

  private var requests: [CallNumber: OpenRequest] = [:]
  private var calls: [RequestKey: CallNumber] = [:]
  private var lastCall = 0

  /// Begins with no request open; the first call has the number 1.
  package init() {}

  /// Takes a request up under a call number of its own.
  ///
  /// - Parameter limit: The most requests that a client without tabs may have open.
  /// - Throws: `badRequest` for a number that the client uses already; `busy` when the client or its tab has too many open, or the frame
  ///   a passkey that is made unasked.
  package mutating func open(_ request: OpenRequest, limit: Int) throws(ClientFailure) -> CallNumber {
    guard calls[request.key] == nil else { throw ClientFailure(.badRequest) }
    let others = requests.values.filter { $0.key.client == request.key.client }
    guard others.count < (request.page == nil ? limit : Self.limitOfTabs) else { throw ClientFailure(.busy) }
    guard request.aim != .manage || others.count(where: { $0.aim == .manage }) < Self.managing else { throw ClientFailure(.busy) }
    if let page = request.page {
      guard others.count(where: { $0.page?.tab == page.tab }) < Self.limitPerTab else { throw ClientFailure(.busy) }
      if request.aim == .create(isConditional: true) {
        guard !others.contains(where: { $0.aim == request.aim && $0.page?.tab == page.tab && $0.page?.frame == page.frame }) else {
          throw ClientFailure(.busy)
        }
      }
    }
    lastCall += 1
    let call = CallNumber(rawValue: lastCall)
    requests[call] = request
    calls[request.key] = call
    return call
  }

  /// Whether a request may wait for somebody else's word before it is judged: of one tab only a few may, so that all that can be asked for
  /// at once is left to the others.
  package func mayWait(_ call: CallNumber) -> Bool {
    guard let request = requests[call], let page = request.page else { return true }
    let waiting = requests.values.count { other in
      guard case .judging = other.state else { return false }
      return other.key.client == request.key.client && other.page?.tab == page.tab
    }
    return waiting <= Self.waitingPerTab
  }

  /// The request of a call; nil when it is over or never was.
  package subscript(call: CallNumber) -> OpenRequest? { requests[call] }

  /// The call of a client's request; nil when it is over or never was.
  func call(of key: RequestKey) -> CallNumber? { calls[key] }

  /// The calls of a client, oldest first.
  package func calls(of client: ClientNumber) -> [CallNumber] {
    requests.filter { $0.value.key.client == client }.keys.sorted()
  }

  /// The calls that a provider works on, oldest first.
  func calls(at provider: String) -> [CallNumber] {
    requests.filter { $0.value.asking?.question.provider == provider }.keys.sorted()
  }

  /// The sign-ins that wait for providers, oldest first.
  var waitingForProviders: [CallNumber] {
    requests.filter { if case .whenProvidersArrived? = $0.value.choice { true } else { false } }.keys.sorted()
  }

  /// The newest sign-in of an app that waits for a pick in one of its fields.
  func waitingForField(of client: ClientNumber) -> (call: CallNumber, authorization: AppAuthorization)? {
    for call in calls(of: client).reversed() {
      if case .inField(let authorization)? = requests[call]?.choice { return (call, authorization) }
    }
    return nil
  }

  /// Moves a request on.
  mutating func update<Result>(_ call: CallNumber, _ change: (inout OpenRequest) -> Result) -> Result? {
    guard var request = requests[call] else { return nil }
    defer { requests[call] = request }
    return change(&request)
  }

  /// Takes a request out: it has ended.
  package mutating func end(_ call: CallNumber) -> OpenRequest? {
    guard let request = requests.removeValue(forKey: call) else { return nil }
    calls[request.key] = nil
    return request
  }
}
