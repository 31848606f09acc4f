// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import LocalTransport
import SecretMemory
import Synchronization
import Testing
import VaultProtocol
import passfold_sync

@Suite("A lane of the carrier", .timeLimit(.minutes(1)))
struct CarryLaneTests {
  private static let partByteCount = VaultCall.CarryStep.partByteCount

  /// Runs a lane for as long as the test's body takes.
  private func withLane(
    _ lane: VaultCall.CarryStep.Lane = .work, to vault: PlayedVault, in time: StandingTime = StandingTime(), carrier: any Carrier,
    _ body: () async throws -> Void
  ) async throws {
    let path = vault.path
    let environment = time.environment { () throws(LocalTransportError) in try LocalConnection.connect(toSocketAt: path) }
    let work = Task { await CarryLane(lane, carrier: carrier, environment: environment).run() }
    defer { work.cancel() }
    try await body()
  }

  private func task(byteCount: Int, hasToken: Bool = false) -> VaultAnswer {
    .task(.init(place: "https://sync.example", method: "POST", path: "/v1/commits", hasToken: hasToken, byteCount: byteCount, seconds: 30))
  }

  private func bytes(_ secret: SharedSecret?) -> [UInt8] { secret.map { $0.withBytes { Array($0) } } ?? [] }

  @Test("a lane fetches a task with its token and whole body, and answers in parts", arguments: VaultCall.CarryStep.Lane.allCases)
  func wholeTask(lane: VaultCall.CarryStep.Lane) async throws {
    let token = [UInt8](0..<32)
    let body = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let answer = [Self.partByteCount, Self.partByteCount, 7].enumerated().map { [UInt8](repeating: UInt8($0.offset), count: $0.element) }
    let carrier = ScriptedCarrier { CarryOutcome(status: 200, retryAfter: 4, body: answer.map { SharedSecret(copying: $0) }) }
    let vault = try PlayedVault()
    try await withLane(lane, to: vault, carrier: carrier) {
      let conversation = try await vault.conversation()
      let next = try await conversation.expect(.next)
      #expect(next.step.lane == lane && next.secret.isEmpty)
      var rest = body[...]
      let first = rest.prefix(Self.partByteCount - token.count)
      conversation.send(VaultReply(id: next.id, answer: task(byteCount: body.count, hasToken: true)), secret: token + first)
      rest = rest.dropFirst(first.count)
      while !rest.isEmpty {
        let part = try await conversation.expect(.part)
        conversation.send(VaultReply(id: part.id, answer: .taskPart), secret: rest.prefix(Self.partByteCount))
        rest = rest.dropFirst(Self.partByteCount)
      }
      let outcome = try await conversation.expect(.outcome)
      #expect(outcome.step.status == 200 && outcome.step.retryAfter == 4 && outcome.step.failure == nil && outcome.step.isLast == false)
      conversation.send(VaultReply(id: outcome.id, answer: .done))
      var told = [outcome.secret]
      for isLast in [false, true] {
        let part = try await conversation.expect(.outcomePart)
        #expect(part.step.isLast == isLast && part.step.lane == lane)
        told.append(part.secret)
        conversation.send(VaultReply(id: part.id, answer: .done))
      }
      #expect(told == answer)
      let carried = try #require(carrier.tasks.withLock { $0.first })
      #expect(carried.place == "https://sync.example" && carried.method == "POST" && carried.path == "/v1/commits" && carried.seconds == 30)
      #expect(bytes(carried.token) == token && bytes(carried.body) == body)
      // The next task comes once this one has finished.
      _ = try await conversation.expect(.next)
    }
  }

  @Test("a task without a body or token needs no further parts, and a failure is reported without a body")
  func failure() async throws {
    let carrier = ScriptedCarrier { CarryOutcome(.untrustedCertificate) }
    let vault = try PlayedVault()
    try await withLane(to: vault, carrier: carrier) {
      let conversation = try await vault.conversation()
      let next = try await conversation.expect(.next)
      conversation.send(VaultReply(id: next.id, answer: task(byteCount: 0)))
      let outcome = try await conversation.expect(.outcome)
      #expect(outcome.step.failure == .untrustedCertificate && outcome.step.status == nil && outcome.step.isLast == true)
      #expect(outcome.secret.isEmpty)
      #expect(carrier.tasks.withLock { $0.allSatisfy { $0.token == nil && $0.body == nil } })
    }
  }

  @Test("a lane asks for the next task at most once a second while there is none")
  func noTask() async throws {
    let time = StandingTime()
    let vault = try PlayedVault()
    try await withLane(to: vault, in: time, carrier: FolderCarrier()) {
      let conversation = try await vault.conversation()
      for _ in 0..<3 {
        conversation.send(VaultReply(id: try await conversation.expect(.next).id, answer: .done))
        #expect(await time.wait() == .seconds(1))
      }
      // After a slow answer there is no pause.
      for _ in 0..<3 {
        let next = try await conversation.expect(.next)
        time.pass(.seconds(25))
        conversation.send(VaultReply(id: next.id, answer: .done))
      }
      _ = try await conversation.expect(.next)
    }
  }

  @Test("a lane retries an unreachable vault after growing pauses, and resets them once the vault has answered")
  func backOff() async throws {
    let time = StandingTime()
    let vault = try PlayedVault()
    let path = vault.path
    let pauses = [0.5, 1, 2, 4, 8, 16, 30, 30].map { Duration.seconds($0) }
    let tries = Atomic(0)
    let environment = time.environment { () throws(LocalTransportError) in
      guard tries.add(1, ordering: .relaxed).newValue > pauses.count else { throw LocalTransportError(.endpointFailed) }
      return try LocalConnection.connect(toSocketAt: path)
    }
    let work = Task { await CarryLane(.work, carrier: FolderCarrier(), environment: environment).run() }
    defer { work.cancel() }
    for pause in pauses { #expect(await time.wait() == pause) }
    let conversation = try await vault.conversation()
    conversation.send(VaultReply(id: try await conversation.expect(.next).id, answer: .done))
    #expect(await time.wait() == .seconds(1))
    _ = try await conversation.expect(.next)
    conversation.close()
    #expect(await time.wait() == .seconds(0.5))
  }

  @Test("a lane waits for growing pauses before it asks a vault that refused again")
  func refusal() async throws {
    let time = StandingTime()
    let vault = try PlayedVault()
    try await withLane(to: vault, in: time, carrier: FolderCarrier()) {
      for expected in [0.5, 1, 2] as [Double] {
        let conversation = try await vault.conversation()
        let next = try await conversation.expect(.next)
        conversation.send(VaultReply(id: next.id, answer: .failure(VaultFailure(.badRequest))))
        #expect(try await conversation.step() == nil)
        #expect(await time.wait() == .seconds(expected))
      }
    }
  }

  @Test("a task is cancelled when the vault hangs up, and its outcome does not reach the next conversation")
  func hangUp() async throws {
    let time = StandingTime()
    let vault = try PlayedVault()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let carrier = ScriptedCarrier {
      begin.yield()
      // Returns only when it is cancelled.
      for await _ in AsyncStream(Void.self, { _ in }) {}
      return CarryOutcome(status: 200)
    }
    try await withLane(.events, to: vault, in: time, carrier: carrier) {
      let first = try await vault.conversation()
      first.send(VaultReply(id: try await first.expect(.next).id, answer: task(byteCount: 0)))
      for await _ in begun { break }
      first.close()
      _ = await time.wait()
      let second = try await vault.conversation()
      _ = try await second.expect(.next)
    }
  }

  /// Mismatched answers to `next`, and to `part` where the lane asks for one.
  static let misfits: [(VaultAnswer.CarryTask, first: Int, part: Int?)] = [
    (.init(place: "https://a", method: "GET", path: "/", hasToken: true, byteCount: 0, seconds: 1), first: 31, part: nil),
    (.init(place: "https://a", method: "GET", path: "/", hasToken: true, byteCount: 0, seconds: 1), first: 33, part: nil),
    (.init(place: "https://a", method: "GET", path: "/", hasToken: false, byteCount: 0, seconds: 1), first: 1, part: nil),
    (.init(place: "https://a", method: "GET", path: "/", hasToken: false, byteCount: -1, seconds: 1), first: 0, part: nil),
    (.init(place: "https://a", method: "GET", path: "/", hasToken: false, byteCount: (6 << 20) + 1, seconds: 1), first: 9, part: nil),
    (.init(place: "https://a", method: "GET", path: "/", hasToken: false, byteCount: 9, seconds: 1), first: 5, part: 5),
    (.init(place: "https://a", method: "GET", path: "/", hasToken: false, byteCount: 9, seconds: 1), first: 5, part: 0),
  ]

  @Test("a task that contradicts its own description ends the conversation and is not carried out", arguments: misfits)
  func misfit(task: VaultAnswer.CarryTask, first: Int, part: Int?) async throws {
    let carrier = ScriptedCarrier { CarryOutcome(status: 200) }
    let vault = try PlayedVault()
    try await withLane(to: vault, carrier: carrier) {
      let conversation = try await vault.conversation()
      let next = try await conversation.expect(.next)
      conversation.send(VaultReply(id: next.id, answer: .task(task)), secret: [UInt8](repeating: 1, count: first))
      if let part {
        let asked = try await conversation.expect(.part)
        conversation.send(VaultReply(id: asked.id, answer: .taskPart), secret: [UInt8](repeating: 1, count: part))
      }
      #expect(try await conversation.step() == nil)
      #expect(carrier.tasks.withLock { $0.isEmpty })
    }
  }
}
