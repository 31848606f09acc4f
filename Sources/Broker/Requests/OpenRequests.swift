// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The running requests, and the limits on their number.
package struct OpenRequests: Sendable {
  /// The maximum number of open requests of one tab of a browser, so that no tab can block another (security design, rule D12).
  package static let limitPerTab = 24
  /// The maximum number of open requests of all tabs of one browser.
  static let limitOfTabs = 256
  /// The maximum number of one tab's requests that wait for a site's document.
  static let waitingPerTab = 2

  /// The maximum number of a browser popup's requests to the vault.
  package static let managing = 8

  private var requests: [CallNumber: OpenRequest] = [:]
  private var calls: [RequestKey: CallNumber] = [:]
  private var lastCall = 0

  /// Creates an empty value; the first call has the number 1.
  package init() {}

  /// Adds a request under a new call number.
  ///
  /// - Parameter limit: The maximum number of open requests of a client without tabs.
  /// - Throws: `badRequest` for a number already used by the client; `busy` if the client or its tab has too many open, or the frame a
  ///   passkey creation without a prompt.
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

  /// Whether a request may wait for another party's answer during validation. Only a few of one tab may, so that other tabs keep their
  /// share.
  package func mayWait(_ call: CallNumber) -> Bool {
    guard let request = requests[call], let page = request.page else { return true }
    let waiting = requests.values.count { other in
      guard case .judging = other.state else { return false }
      return other.key.client == request.key.client && other.page?.tab == page.tab
    }
    return waiting <= Self.waitingPerTab
  }

  /// Returns the request of a call; nil if it is over or never existed.
  package subscript(call: CallNumber) -> OpenRequest? { requests[call] }

  /// Returns the call of a client's request; nil if it is over or never existed.
  func call(of key: RequestKey) -> CallNumber? { calls[key] }

  /// Returns the calls of a client, oldest first.
  package func calls(of client: ClientNumber) -> [CallNumber] {
    requests.filter { $0.value.key.client == client }.keys.sorted()
  }

  /// Returns the calls on which a provider works, oldest first.
  func calls(at provider: String) -> [CallNumber] {
    requests.filter { $0.value.asking?.question.provider == provider }.keys.sorted()
  }

  /// The sign-ins waiting for providers, oldest first.
  var waitingForProviders: [CallNumber] {
    requests.filter { if case .whenProvidersArrived? = $0.value.choice { true } else { false } }.keys.sorted()
  }

  /// Returns the newest sign-in of an app that waits for a pick in one of its fields.
  func waitingForField(of client: ClientNumber) -> (call: CallNumber, authorization: AppAuthorization)? {
    for call in calls(of: client).reversed() {
      if case .inField(let authorization)? = requests[call]?.choice { return (call, authorization) }
    }
    return nil
  }

  /// Changes a request.
  mutating func update<Result>(_ call: CallNumber, _ change: (inout OpenRequest) -> Result) -> Result? {
    guard var request = requests[call] else { return nil }
    defer { requests[call] = request }
    return change(&request)
  }

  /// Removes a finished request.
  package mutating func end(_ call: CallNumber) -> OpenRequest? {
    guard let request = requests.removeValue(forKey: call) else { return nil }
    calls[request.key] = nil
    return request
  }
}
