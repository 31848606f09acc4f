// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import CredentialProviderHost
import Foundation
import Testing

@Suite("A provider's messages to the broker", .timeLimit(.minutes(1)))
@MainActor
struct ReportingTests {
  @Test("report its lock state")
  func lockState() async throws {
    let broker = try await PlayedBroker()
    for (state, value) in [(CredentialProviderLockState.noVault, ProviderLockState.noVault), (.locked, .locked), (.unlocked, .unlocked)] {
      broker.main.report(state)
      guard case .lockState(value) = try await broker.next().message else {
        Issue.record("not \(value)")
        return
      }
    }
    await broker.leave()
  }

  @Test("carry the identity store's queries, and the broker's answer is returned")
  func store() async throws {
    let broker = try await PlayedBroker()
    let state = Task { await broker.store.state().isEnabled }
    guard case .store(let question, .state) = try await broker.next().message else {
      Issue.record("no question")
      return
    }
    try broker.send(.storeReply(request: question, frame: .state(isEnabled: true, supportsIncrementalUpdates: true)))
    #expect(await state.value)
    await broker.leave()
  }

  @Test("split a replacement that is too large for one frame into pages, and the last page commits it")
  func pages() async throws {
    let broker = try await PlayedBroker()
    let identities = (0..<9000).map { number in
      ASPasswordCredentialIdentity(
        serviceIdentifier: ASCredentialServiceIdentifier(identifier: "shop\(number).example", type: .domain), user: "anne",
        recordIdentifier: String(repeating: "0", count: 32))
    }
    let replaced = Task { try await broker.store.replaceCredentialIdentities(identities) }
    var users: [String] = []
    var pageCount = 0
    while true {
      guard case .store(let question, let frame) = try await broker.next().message else { continue }
      pageCount += 1
      if case .page(let page) = frame {
        users += try page.identities().map(\.service.identifier)
        continue
      }
      guard case .replace(let page) = frame else { break }
      users += try page.identities().map(\.service.identifier)
      try broker.send(.storeReply(request: question, frame: .done))
      break
    }
    try await replaced.value
    #expect(pageCount > 1)
    #expect(users == identities.map(\.serviceIdentifier.identifier))
    await broker.leave()
  }

  @Test("include list requests, whose answer in several pages is joined again")
  func listedPages() async throws {
    let broker = try await PlayedBroker()
    let identity = CredentialIdentityValue(
      kind: .password, service: ServiceIdentifierValue(identifier: "shop.example", kind: .domain), user: "anne", recordIdentifier: nil)
    let listed = Task { await broker.store.credentialIdentities().map(\.user) }
    guard case .store(let question, .list(nil, [])) = try await broker.next().message else {
      Issue.record("no question")
      return
    }
    try broker.send(.storeReply(request: question, frame: .page(IdentityPage([identity, identity]))))
    try broker.send(.storeReply(request: question, frame: .identities(IdentityPage([identity]))))
    #expect(await listed.value == ["anne", "anne", "anne"])
    await broker.leave()
  }

  @Test("ask the broker for the program of a process, and nothing is returned once the broker has gone")
  func programs() async throws {
    let broker = try await PlayedBroker()
    let named = Task { await broker.main.program(ofProcess: 4242) }
    guard case .identify(let question, 4242) = try await broker.next().message else {
      Issue.record("no question")
      return
    }
    try broker.send(.identified(question: question, program: "/usr/bin/passfold"))
    #expect(await named.value == "/usr/bin/passfold")
    let late = Task { await broker.main.program(ofProcess: 4243) }
    guard case .identify = try await broker.next().message else {
      Issue.record("no question")
      return
    }
    await broker.leave()
    #expect(await late.value == nil)
  }

  @Test("ask the broker for a fingerprint until the task is cancelled, and report none once the broker has gone")
  func fingers() async throws {
    let broker = try await PlayedBroker()
    let verified = Task { await broker.main.verifyFinger() }
    guard case .finger(let question, .verify) = try await broker.next().message else {
      Issue.record("no question")
      return
    }
    try broker.send(.finger(question: question, .matched))
    #expect(await verified.value == true)
    let given = Task { await broker.main.verifyFinger() }
    guard case .finger(let second, .verify) = try await broker.next().message else {
      Issue.record("no question")
      return
    }
    given.cancel()
    #expect(await given.value == nil)
    guard case .finger(second, .stop) = try await broker.next().message else {
      Issue.record("the fingerprint check was not stopped")
      return
    }
    let late = Task { await broker.main.isFingerEnrolled() }
    guard case .finger(_, .isEnrolled) = try await broker.next().message else {
      Issue.record("no question")
      return
    }
    await broker.leave()
    #expect(await late.value == false)
  }

  @Test("include a replacement by an empty list")
  func emptyReplacement() throws {
    let frames = try IdentityStoreFrame.frames(of: .replace([]))
    #expect(frames == [.replace(IdentityPage())])
  }
}
