// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import SecretMemory
import Synchronization
import Testing

/// The vault's end of the connection in these tests.
private final class VaultAtDoor: Sendable {
  private let state = Mutex((asked: [VaultRelayRequest](), held: [CheckedContinuation<Void, Never>](), cancelled: 0))
  private let next = Mutex<[String: JSONValue]>(["type": .text("revealed")])
  /// Whether answers wait until they are released.
  let isSlow: Bool

  init(isSlow: Bool = false) { self.isSlow = isSlow }

  var asked: [VaultRelayRequest] { state.withLock { $0.asked } }
  var cancelled: Int { state.withLock { $0.cancelled } }

  func will(_ members: [String: JSONValue]) { next.withLock { $0 = members } }

  func letGo() { for held in state.withLock({ state in exchange(&state.held, with: []) }) { held.resume() } }

  func answer(_ request: VaultRelayRequest) async throws(BrokerError) -> VaultRelayAnswer {
    if request.members["type"] == .text("breaks") { throw BrokerError(.vaultFailed, subject: "") }
    if !isSlow { state.withLock { $0.asked.append(request) } }
    if isSlow {
      await withTaskCancellationHandler {
        await withCheckedContinuation { held in
          state.withLock { state in
            state.asked.append(request)
            state.held.append(held)
          }
        }
      } onCancel: {
        state.withLock { $0.cancelled += 1 }
        letGo()
      }
    }
    return VaultRelayAnswer(members: next.withLock { $0 }, secret: request.secret.map { _ in SharedSecret(copying: "secret".utf8) })
  }

  private func exchange<Value>(_ value: inout Value, with other: Value) -> Value {
    defer { value = other }
    return value
  }
}

@Suite("Vault requests from the popup and settings")
struct ManageFlowTests {
  private static let list = JSONValue.object(["type": .text("list"), "limit": .number(5)])

  private func world(_ vault: VaultAtDoor, staysRunning: Bool = true) async throws -> BrokerHarness {
    try await BrokerHarness(staysRunning: staysRunning, askVault: { (request) throws(BrokerError) in try await vault.answer(request) })
  }

  private func settle(_ isSettled: () async -> Bool) async {
    let end = ContinuousClock.now.advanced(by: .seconds(10))
    while await !isSettled(), ContinuousClock.now < end { await Task.yield() }
    #expect(await isSettled())
  }

  @Test("a popup's request reaches the vault unchanged with the browser's name, and the answer returns with its secret")
  func carried() async throws {
    let vault = VaultAtDoor()
    let world = try await world(vault)
    await world.send(.manage(ManageRequest(Self.list)), id: 4)
    await settle { world.seen.answerCount == 1 }
    #expect(world.seen.lastReply == ClientReply(4, .managed(ManagedAnswer(.object(["type": .text("revealed")])))))
    let asked = try #require(vault.asked.first)
    #expect(asked.members == ["type": .text("list"), "limit": .number(5)] && asked.asker == .popup("Chromium") && asked.vault == 77)
    await world.send(.manage(ManageRequest(Self.list, secret: "new")), id: 5)
    await settle { world.seen.answerCount == 2 }
    #expect(vault.asked.last?.secret?.withBytes { String(decoding: $0, as: UTF8.self) } == "new")
    #expect(world.seen.lastReply == ClientReply(5, .managed(ManagedAnswer(.object(["type": .text("revealed")]), secret: "secret"))))
  }

  @Test("a malformed or oversized request is refused, and only browsers and settings may make one")
  func refused() async throws {
    let vault = VaultAtDoor()
    let world = try await world(vault)
    let numbered = JSONValue.object(["type": .text("list"), "id": .number(1)])
    for (number, request) in [
      ManageRequest(.text("list")), ManageRequest(.object([:])), ManageRequest(numbered), ManageRequest(Self.list, secret: ""),
      ManageRequest(Self.list, secret: String(repeating: "x", count: 65_537)),
    ].enumerated() {
      await world.send(.manage(request), id: RequestNumber(rawValue: 10 + number))
      #expect(world.lastFailure?.code == "badRequest")
    }
    let answers = Mutex<[ClientReply]>([])
    for role in [ClientRole.app, .cli, .surface] {
      let other = await world.broker.attach(as: role, caller: BrokerHarness.browserHost) { answer, _ in
        answers.withLock { $0.append(answer) }
      }
      await world.broker.receive(.request(id: 1, .manage(ManageRequest(Self.list))), from: other)
    }
    let codes = answers.withLock { $0 }.map { if case .failure(let failure) = $0.answer { failure.code } else { "none" } }
    #expect(codes == Array(repeating: "notAllowedHere", count: 3) && vault.asked.isEmpty)
  }

  @Test("a request from settings carries their program's path, and is refused if it has a secret")
  func settings() async throws {
    let vault = VaultAtDoor()
    let world = try await world(vault)
    let answers = Mutex<[ClientReply]>([])
    let window = await world.broker.attach(as: .settings, caller: BrokerHarness.browserHost) { answer, _ in
      answers.withLock { $0.append(answer) }
    }
    let status = JSONValue.object(["type": .text("sync-status")])
    await world.broker.receive(.request(id: 1, .manage(ManageRequest(status, secret: "typed"))), from: window)
    await world.broker.receive(.request(id: 2, .manage(ManageRequest(status))), from: window)
    await settle { answers.withLock { $0.count } == 2 }
    guard case .failure(let failure)? = answers.withLock({ $0.first }).map(\.answer) else { throw CancellationError() }
    #expect(failure.code == "badRequest")
    let asked = try #require(vault.asked.first)
    #expect(vault.asked.count == 1 && asked.members == ["type": .text("sync-status")] && asked.vault == 77)
    #expect(asked.asker == .settings(try #require(BrokerHarness.browserHost.executable)))
  }

  @Test("without a vault there is nothing to offer, and a vault that does not answer has failed")
  func missing() async throws {
    let vault = VaultAtDoor()
    let without = try await world(vault, staysRunning: false)
    await without.send(.manage(ManageRequest(Self.list)))
    #expect(without.lastFailure?.code == "nothingToOffer" && vault.asked.isEmpty)
    let broken = try await world(vault)
    await broken.send(.manage(ManageRequest(.object(["type": .text("breaks")]))))
    await settle { broken.seen.answerCount == 1 }
    #expect(broken.lastFailure?.code == "providerFailed" && broken.lastFailure?.detail == "Example")
  }

  @Test("a typed password is compared only for the page's own site, and never by a popup's request")
  func compared() async throws {
    let vault = VaultAtDoor()
    let world = try await world(vault)
    let question = PasswordStateRequest(context: BrokerHarness.shop, user: "anne", password: "typed")
    vault.will(["type": .text("password-state"), "state": .text("changed"), "users": .array([.text("anne")])])
    await world.send(.passwordState(question), id: 3)
    await settle { world.seen.answerCount == 1 }
    #expect(world.seen.lastReply == ClientReply(3, .passwordState(PasswordStateValue(.changed, users: ["anne"]))))
    let asked = try #require(vault.asked.last)
    #expect(
      asked.members == [
        "type": .text("password-state"), "service": .text("https://login.shop.example"), "user": .text("anne"),
        "unattended": .boolean(true),
      ])
    #expect(asked.secret?.withBytes { String(decoding: $0, as: UTF8.self) } == "typed")
    vault.will(["type": .text("failure"), "code": .text("locked")])
    await world.send(.passwordState(question), id: 4)
    await settle { world.seen.answerCount == 2 }
    #expect(world.seen.lastReply == ClientReply(4, .passwordState(PasswordStateValue(.locked))))
    await world.send(.manage(ManageRequest(.object(["type": .text("password-state")]))), id: 5)
    #expect(world.lastFailure?.code == "badRequest")
    var elsewhere = question
    elsewhere.context.origin = "http://login.shop.example"
    await world.send(.passwordState(elsewhere), id: 6)
    #expect(world.lastFailure?.code == "notAllowedHere")
  }

  @Test("a tab may have ten passwords compared in a minute, and a browser thirty")
  func oracle() {
    var questions = PasswordQuestions()
    let client = ClientNumber(rawValue: 1)
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    var answered: [Bool] = []
    for tab in [1, 1, 2, 3] { answered.append((0..<10).allSatisfy { _ in questions.take(from: client, tab: tab, at: start + 1) }) }
    #expect(answered == [true, false, true, true])
    let fourth = questions.take(from: client, tab: 4, at: start + 2)
    let ofAnother = questions.take(from: ClientNumber(rawValue: 2), tab: 4, at: start + 2)
    let early = questions.take(from: client, tab: 1, at: start + 60)
    let later = questions.take(from: client, tab: 1, at: start + 61)
    #expect(!fourth && ofAnother && !early && later)
  }

  @Test("eight requests may be open, and cancelling one cancels it at the vault")
  func bounds() async throws {
    let vault = VaultAtDoor(isSlow: true)
    let world = try await world(vault)
    for number in 1...8 { await world.send(.manage(ManageRequest(Self.list)), id: RequestNumber(rawValue: number)) }
    await world.send(.manage(ManageRequest(Self.list)), id: 9)
    #expect(world.lastFailure?.code == "busy")
    await settle { vault.asked.count == 8 }
    await world.broker.receive(.cancel(id: 3), from: world.client)
    // Other requests may have been answered since: the vault releases all of them.
    let answer = world.seen.answers.withLock { $0.first { $0.id == 3 }?.answer }
    guard case .failure(let failure)? = answer else { throw TestFailure(description: "no failure: \(String(describing: answer))") }
    #expect(failure.code == "userCanceled")
    await settle { vault.cancelled == 1 }
    // The cancelled request is answered only once, whatever the vault still sends.
    await settle { world.seen.answerCount == 9 }
    #expect(world.seen.answers.withLock { $0.count { $0.id == 3 } } == 1)
  }
}
