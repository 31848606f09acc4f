// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import LocalTransport
package import VaultProtocol

import SecretMemory

/// A lane's external dependencies: the connection to the vault, time and randomness.
package struct CarryEnvironment: Sendable {
  /// Connects to the vault's door.
  package var connect: @Sendable () throws(LocalTransportError) -> LocalConnection
  /// The present moment.
  package var now: @Sendable () -> ContinuousClock.Instant
  /// Returns after a duration has passed; throws when its task is cancelled.
  package var wait: @Sendable (Duration) async throws -> Void
  /// Returns a number from 0 up to, but not including, 1.
  package var random: @Sendable () -> Double

  /// Creates an environment.
  package init(
    connect: @escaping @Sendable () throws(LocalTransportError) -> LocalConnection, now: @escaping @Sendable () -> ContinuousClock.Instant,
    wait: @escaping @Sendable (Duration) async throws -> Void, random: @escaping @Sendable () -> Double
  ) {
    self.connect = connect
    self.now = now
    self.wait = wait
    self.random = random
  }
}

/// The work of one lane: it takes a task from the vault, carries it out, reports the outcome, and takes the next
/// (docs/protocols/carrying.md).
package struct CarryLane: Sendable {
  /// The minimum wait before the next question after a reply that there is no task. Usually the vault itself delays that reply.
  private static let leastPause = Duration.seconds(1)

  private let lane: VaultCall.CarryStep.Lane
  private let carrier: any Carrier
  private let environment: CarryEnvironment

  /// Creates a lane.
  package init(_ lane: VaultCall.CarryStep.Lane, carrier: any Carrier, environment: CarryEnvironment) {
    self.lane = lane
    self.carrier = carrier
    self.environment = environment
  }

  /// Works until its task is cancelled, in one conversation after another.
  package func run() async {
    var pause = GrowingPause()
    while !Task.isCancelled {
      if let connection = try? environment.connect(), let conversation = try? VaultConversation(over: connection) {
        if await converse(over: conversation) { pause.reset() }
        conversation.close()
      }
      do { try await environment.wait(pause.next(random: environment.random())) } catch { return }
    }
  }

  /// Works until the conversation is over.
  ///
  /// - Returns: Whether the vault replied with anything but a refusal.
  private func converse(over conversation: VaultConversation) async -> Bool {
    var wasHeard = false
    while !Task.isCancelled {
      let asked = environment.now()
      // 1. Ask for a task.
      guard let reply = await conversation.ask(.init(.next, in: lane)) else { break }
      switch reply.answer {
      case .done:
        guard asked.duration(to: environment.now()) < Self.leastPause else { break }
        do { try await environment.wait(Self.leastPause) } catch { return wasHeard }
      case .task(let task):
        // 2. Ask for its complete body.
        guard let carried = await gather(task, reply.secret, from: conversation) else { return wasHeard }
        // 3. Carry it out.
        guard let outcome = await conversation.whileOpen({ await carrier.carry(carried) }) else { return true }
        // 4. Report the outcome.
        guard await tell(outcome, in: conversation) else { return true }
      default: return wasHeard
      }
      wasHeard = true
    }
    return wasHeard
  }

  /// Assembles a task with its token and its body; nil if they differ from the task's description.
  private func gather(
    _ task: VaultAnswer.CarryTask, _ first: SharedSecret?, from conversation: VaultConversation
  ) async -> CarriedTask? {
    let tokenByteCount = task.hasToken ? VaultAnswer.CarryTask.tokenByteCount : 0
    guard (0...VaultCall.CarryStep.longestBody).contains(task.byteCount), (first?.byteCount ?? 0) >= tokenByteCount else { return nil }
    let token = task.hasToken ? first.map { first in first.withBytes { SharedSecret(copying: $0.prefix(tokenByteCount)) } } : nil
    var body = TaskBody(byteCount: task.byteCount)
    if let first, !body.add(first, without: tokenByteCount) { return nil }
    while !body.isWhole {
      guard let reply = await conversation.ask(.init(.part, in: lane)), case .taskPart = reply.answer, let part = reply.secret,
        part.byteCount > 0, body.add(part)
      else { return nil }
    }
    return CarriedTask(
      place: task.place, method: task.method, path: task.path, token: token, body: body.finished(), seconds: task.seconds)
  }

  private func tell(_ outcome: CarryOutcome, in conversation: VaultConversation) async -> Bool {
    let step = VaultCall.CarryStep(
      .outcome, in: lane, status: outcome.status, retryAfter: outcome.retryAfter, failure: outcome.failure,
      isLast: outcome.body.count <= 1)
    guard let reply = await conversation.ask(step, secret: outcome.body.first), case .done = reply.answer else { return false }
    for (index, part) in outcome.body.enumerated().dropFirst() {
      let step = VaultCall.CarryStep(.outcomePart, in: lane, isLast: index == outcome.body.count - 1)
      guard let reply = await conversation.ask(step, secret: part), case .done = reply.answer else { return false }
    }
    return true
  }
}
