// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory
package import VaultProtocol
package import VaultSync

/// The desk from which the carrier gets its tasks and to which it brings their answers: one task at a time in each lane
/// (docs/protocols/carrying.md).
///
/// Requests wait here for their answers. The desk does not interpret the carrier's bytes.
package actor CarrierDesk {
  /// The time that a carrier waits for a task before it is told to ask again.
  package static let patience = Duration.seconds(50)
  /// The time limit for an answer, in seconds; waiting for news takes up to a minute.
  private static let workSeconds = 60
  private static let newsSeconds = 90
  /// The maximum time that a request waits for a carrier and its answer together.
  private static let mostWait = Duration.seconds(150)
  /// How long a request waits in a lane for which no carrier comes. One that found the vault away comes back within 30 seconds.
  private static let mostSilence = Duration.seconds(35)

  private struct Job {
    let number: Int
    let place: String
    let request: SyncRequest
    let answer: CheckedContinuation<Result<SyncResponse, VaultSyncError>, Never>
    var sentCount = 0
    var outcome: VaultCall.CarryStep?
    var received: [UInt8] = []
  }
  private struct Lane {
    var waiting: [Job] = []
    var running: Job?
    /// Closes the connection of the carrier that has the running job.
    var hangUp: @Sendable () -> Void = {}
    var asker: (number: Int, continuation: CheckedContinuation<Void, Never>)?
  }

  private var lanes: [VaultCall.CarryStep.Lane: Lane] = [:]
  private var lastNumber = 0
  private var pauses: [Int: Task<Void, any Error>] = [:]
  private let time: SessionTime
  /// The time of the last message from a carrier.
  private(set) var lastHeard: ContinuousClock.Instant?

  /// Creates a desk with an injected clock.
  package init(time: SessionTime = .system) { self.time = time }

  // MARK: The vault's side

  /// Sends a request through the carrier, and waits for its answer.
  /// - Throws: `unreachable` with the carrier's reason, or if no carrier came for it; `canceled`.
  package func carry(_ request: SyncRequest, to place: String) async throws(VaultSyncError) -> SyncResponse {
    let lane: VaultCall.CarryStep.Lane = request.waitsForNews ? .events : .work
    lastNumber += 1
    let number = lastNumber
    let limit = Task { [time] in
      let last = time.now().advanced(by: Self.mostWait)
      while time.now() < last {
        try await time.sleep(min(last, time.now().advanced(by: Self.mostSilence)))
        if isUnheard(number, in: lane) { break }
      }
      end(number, in: lane, with: VaultSyncError(.unreachable, detail: "no-carrier"))
    }
    defer { limit.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<SyncResponse, VaultSyncError>, Never>) in
        guard !Task.isCancelled else { return continuation.resume(returning: .failure(VaultSyncError(.canceled))) }
        lanes[lane, default: Lane()].waiting.append(Job(number: number, place: place, request: request, answer: continuation))
        if let asker = lanes[lane]?.asker {
          lanes[lane]?.asker = nil
          asker.continuation.resume()
        }
      }
    } onCancel: {
      Task { await self.end(number, in: lane, with: VaultSyncError(.canceled)) }
    }
    return try result.get()
  }

  /// The number of those who wait because the other side asked for it.
  package var pauseCount: Int { pauses.count }

  /// Waits because the other side asked for it. Whoever waits holds the account's keys, so locking the vault ends it.
  /// - Throws: `CancellationError`.
  package func pause(for duration: Duration) async throws {
    lastNumber += 1
    let number = lastNumber
    let pause = Task { [time] in
      try await time.sleep(time.now().advanced(by: duration))
      try Task.checkCancellation()
    }
    pauses[number] = pause
    defer { pauses[number] = nil }
    try await withTaskCancellationHandler {
      try await pause.value
    } onCancel: {
      pause.cancel()
    }
  }

  /// Ends everything that waits, because the vault was locked.
  package func endAll() {
    for pause in pauses.values { pause.cancel() }
    for lane in lanes.keys {
      let jobs = (lanes[lane]?.waiting ?? []) + [lanes[lane]?.running].compactMap { $0 }
      lanes[lane]?.waiting = []
      drop(in: lane)
      for job in jobs { job.answer.resume(returning: .failure(VaultSyncError(.canceled))) }
    }
  }

  /// Whether a request waits though no carrier has anything else of its lane.
  private func isUnheard(_ number: Int, in lane: VaultCall.CarryStep.Lane) -> Bool {
    guard let lane = lanes[lane], lane.running == nil else { return false }
    return lane.waiting.contains { $0.number == number }
  }

  private func end(_ number: Int, in lane: VaultCall.CarryStep.Lane, with error: VaultSyncError) {
    if let index = lanes[lane]?.waiting.firstIndex(where: { $0.number == number }) {
      lanes[lane]?.waiting.remove(at: index).answer.resume(returning: .failure(error))
    } else if lanes[lane]?.running?.number == number {
      lanes[lane]?.running?.answer.resume(returning: .failure(error))
      drop(in: lane)
    }
  }

  /// Withdraws the running task from the carrier, which would otherwise continue it, for up to a minute if it waits for news, and delay the
  /// next one.
  private func drop(in lane: VaultCall.CarryStep.Lane) {
    guard lanes[lane]?.running != nil else { return }
    lanes[lane]?.running = nil
    lanes[lane]?.hangUp()
  }

  // MARK: The carrier's side

  /// Handles one step of a carrier.
  /// - Parameter hangUp: Closes the carrier's connection, after which it discards its task and reconnects.
  /// - Throws: `badRequest` for a step that does not follow the previous one.
  package func step(
    _ step: VaultCall.CarryStep, secret: SharedSecret?, hangUp: @escaping @Sendable () -> Void
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    lastHeard = time.now()
    switch step.kind {
    case .next: return await next(in: step.lane, hangUp)
    case .part:
      guard var job = lanes[step.lane]?.running, job.outcome == nil else { throw VaultFailure(.badRequest) }
      let part = Self.part(&job)
      lanes[step.lane]?.running = job
      return (.taskPart, part)
    case .outcome:
      guard let job = lanes[step.lane]?.running, job.outcome == nil else {
        // The request is no longer waiting for this task.
        return (.done, nil)
      }
      lanes[step.lane]?.running?.outcome = step
      if let failure = step.failure {
        lanes[step.lane]?.running = nil
        job.answer.resume(returning: .failure(VaultSyncError(.unreachable, detail: failure.rawValue)))
        return (.done, nil)
      }
      return try take(secret, of: step)
    case .outcomePart: return try take(secret, of: step)
    }
  }

  private func next(
    in lane: VaultCall.CarryStep.Lane, _ hangUp: @escaping @Sendable () -> Void
  ) async -> (answer: VaultAnswer, secret: SharedSecret?) {
    // A carrier that asks again has discarded its task.
    if let job = lanes[lane]?.running {
      lanes[lane]?.running = nil
      job.answer.resume(returning: .failure(VaultSyncError(.unreachable, detail: "no-carrier")))
    }
    if lanes[lane, default: Lane()].waiting.isEmpty { await news(in: lane) }
    guard lanes[lane]?.waiting.isEmpty == false, lanes[lane]?.running == nil, var job = lanes[lane]?.waiting.removeFirst() else {
      return (.done, nil)
    }
    let request = job.request
    let task = VaultAnswer.CarryTask(
      place: job.place, method: request.method, path: request.path, hasToken: request.token != nil, byteCount: request.body?.count ?? 0,
      seconds: request.waitsForNews ? Self.newsSeconds : Self.workSeconds)
    let part = Self.part(&job)
    lanes[lane]?.running = job
    lanes[lane]?.hangUp = hangUp
    return (.task(task), part)
  }

  /// Waits until there is a task in the lane, or the time is over.
  private func news(in lane: VaultCall.CarryStep.Lane) async {
    lastNumber += 1
    let number = lastNumber
    let limit = Task { [time] in
      try await time.sleep(time.now().advanced(by: Self.patience))
      wake(number, in: lane)
    }
    defer { limit.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Only one carrier waits in each lane.
        lanes[lane]?.asker?.continuation.resume()
        lanes[lane, default: Lane()].asker = (number, continuation)
      }
    } onCancel: {
      Task { await self.wake(number, in: lane) }
    }
  }

  private func wake(_ number: Int, in lane: VaultCall.CarryStep.Lane) {
    guard let asker = lanes[lane]?.asker, asker.number == number else { return }
    lanes[lane]?.asker = nil
    asker.continuation.resume()
  }

  /// Returns the next part of a task: the token, then as much of the body as fits in a frame.
  private static func part(_ job: inout Job) -> SharedSecret? {
    let body = job.request.body ?? []
    let token = job.sentCount == 0 ? job.request.token : nil
    let room = VaultCall.CarryStep.partByteCount - (token?.byteCount ?? 0)
    let slice = body.dropFirst(job.sentCount).prefix(room)
    job.sentCount += slice.count
    guard let token else { return slice.isEmpty ? nil : SharedSecret(copying: Array(slice)) }
    var part = SecretBytes(byteCount: token.byteCount + slice.count)
    part.withMutableBytes { part in
      token.withBytes { part.copyMemory(from: $0) }
      slice.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: part[token.byteCount...]).copyMemory(from: $0) }
    }
    return SharedSecret(part)
  }

  private func take(
    _ secret: SharedSecret?, of step: VaultCall.CarryStep
  ) throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    guard var job = lanes[step.lane]?.running, let outcome = job.outcome else { return (.done, nil) }
    secret?.withBytes { job.received += $0 }
    guard job.received.count <= VaultCall.CarryStep.longestBody, let status = outcome.status else {
      lanes[step.lane]?.running = nil
      job.answer.resume(returning: .failure(VaultSyncError(.unreachable, detail: CarryFailure.tooLong.rawValue)))
      throw VaultFailure(.badRequest)
    }
    guard step.isLast == true else {
      lanes[step.lane]?.running = job
      return (.done, nil)
    }
    lanes[step.lane]?.running = nil
    let response = SyncResponse(status: status, body: job.received, retryAfter: outcome.retryAfter.map { .seconds(max(0, $0)) })
    job.answer.resume(returning: .success(response))
    return (.done, nil)
  }
}
