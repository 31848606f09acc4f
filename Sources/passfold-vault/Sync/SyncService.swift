// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
package import FoundationEssentials
import SyncModel
package import VaultProtocol
package import VaultSync

/// Synchronises an open vault with its account's other devices: sends local changes, waits for news, and retries if the other side cannot
/// be reached.
package actor SyncService {
  /// The time during which successive edits are collected to be sent together; edits made while these are sent go out with the next ones.
  private static let gathering = Duration.milliseconds(20)
  /// The first and the longest pause after a failure; each is twice the previous one, and the actual wait is a random part of it.
  private static let shortestPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(300)
  /// The longest that a server's own wish to be left alone is followed.
  private static let longestObedience = Duration.seconds(3600)
  /// The interval at which a folder is checked.
  private static let folderInterval = Duration.seconds(5)

  let session: VaultSession
  let desk: CarrierDesk
  let time: SessionTime
  let now: @Sendable () -> Date
  private let makeGenerator: @Sendable () -> any RandomNumberGenerator
  private let wantsCarrier: @Sendable (Bool) -> Void

  var present: (vault: CredentialVault, client: SyncClient)?
  var isWorking = false
  /// Whether an account is being created, joined or moved by a separate client; nothing else is exchanged meanwhile.
  var isMoving = false
  /// The client that has exchanged everything once.
  private weak var settled: SyncClient?
  var problem: VaultSyncError?
  /// When it is tried again, where the other side asked for a time.
  var nextTry: ContinuousClock.Instant?
  private var failureCount = 0
  private var isDirty = false
  /// Whether parts of files may have to be sent or received, and whether the other side's files may have changed.
  private var hasFileWork = false
  private var looksForFiles = false
  var fileProblem: VaultSyncError?
  private var fileFailureCount = 0
  private var fileRetry: Task<Void, Never>?
  private var isWhole = false
  private var worker: Task<Void, Never>?
  private var news: Task<Void, Never>?
  private var retry: Task<Void, Never>?
  var enrolmentCount = 0
  /// Whether a carrier is wanted, as it was said last.
  private var toldWish: Bool?
  /// The offer to a new device.
  var offer: StandingOffer?
  /// The additions of new devices that may have answered an offer. They hold the account's keys, so locking the vault ends them.
  var admissions: Set<Task<(device: DeviceIdentifier, name: String), any Error>> = []
  /// The joining that this computer waits for.
  var joining: Joining?

  /// Creates a service for one session.
  /// - Parameter wantsCarrier: Called at every change of whether there is anything to transfer.
  package init(
    session: VaultSession, desk: CarrierDesk, time: SessionTime = .system, now: @escaping @Sendable () -> Date = { Date() },
    makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() },
    wantsCarrier: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.session = session
    self.desk = desk
    self.time = time
    self.now = now
    self.makeGenerator = makeGenerator
    self.wantsCarrier = wantsCarrier
  }

  /// Runs as long as the session does.
  package func run() async {
    let changes = await session.changes()
    await tellCarrier()
    if await session.state == .unlocked { poke() }
    for await state in changes {
      // The vault may be another one than before: restored, mended, moved here, or moved away.
      await tellCarrier()
      switch state {
      case .unlocked: poke()
      default: await rest()
      }
    }
    await rest()
  }

  // MARK: Working

  /// Notes that something has changed here, or may have changed on another device.
  func poke(everything: Bool = false) {
    isDirty = true
    if everything { isWhole = true }
    retry?.cancel()
    retry = nil
    work()
  }

  /// Notes that files may have arrived, or have to be sent, without a notification.
  func pokeFiles() {
    (hasFileWork, looksForFiles) = (true, true)
    work()
  }

  private func work() {
    guard worker == nil, !isMoving else { return }
    worker = Task { await exchangeAll() }
  }

  /// Ends everything that needs keys, because the vault is locked.
  private func rest() async {
    for admission in admissions { admission.cancel() }
    worker?.cancel()
    news?.cancel()
    retry?.cancel()
    fileRetry?.cancel()
    (worker, news, retry, fileRetry) = (nil, nil, nil, nil)
    await desk.endAll()
    await present?.client.forget()
    present = nil
    (isWorking, hasFileWork, fileProblem) = (false, false, nil)
  }

  /// Ends the background work with the current place, and waits for its end.
  func pause() async {
    let running = [worker, news].compactMap { $0 }
    for task in [worker, news, retry, fileRetry] { task?.cancel() }
    await desk.endAll()
    for task in running { await task.value }
    (worker, news, retry, fileRetry, fileProblem, hasFileWork) = (nil, nil, nil, nil, nil, false)
  }

  /// Exchanges edits first; parts of files follow while there are no edits.
  private func exchangeAll() async {
    while isDirty || hasFileWork, !Task.isCancelled {
      guard isDirty else {
        await carryFiles()
        continue
      }
      do { try await time.sleep(time.now().advanced(by: Self.gathering)) } catch { break }
      isDirty = false
      guard let client = await client(), !Task.isCancelled else { break }
      let whole = isWhole || failureCount > 0
      isWhole = false
      isWorking = true
      do throws(VaultSyncError) {
        let outcome = try await (whole ? client.synchronise() : client.send())
        settle()
        if outcome.hasChanged { await session.recordsChangedElsewhere() }
        hasFileWork = true
        if whole { looksForFiles = true }
        waitForNews(client)
      } catch {
        hasFileWork = false
        note(error)
      }
      isWorking = false
    }
    // If it was cancelled, another one was started, or none is wanted.
    if !Task.isCancelled { worker = nil }
  }

  private func carryFiles() async {
    guard let client = await client(), !Task.isCancelled else {
      hasFileWork = false
      return
    }
    isWorking = true
    let looksAnew = looksForFiles
    looksForFiles = false
    do throws(VaultSyncError) {
      hasFileWork = try await client.carryFiles(looksAnew: looksAnew)
      (fileProblem, fileFailureCount) = (nil, 0)
    } catch {
      hasFileWork = false
      noteFiles(error)
    }
    isWorking = false
  }

  func settle() {
    problem = nil
    failureCount = 0
    guard let present, settled !== present.client else { return }
    settled = present.client
    present.vault.endJoining()
  }

  func note(_ error: VaultSyncError) {
    guard error.code != .canceled, error.code != .notInUse else { return }
    (problem, nextTry) = (error, nil)
    // Problems that the user has to decide are not retried automatically.
    guard ![.alarm, .stopped, .programTooOld, .accountClosed].contains(error.code) else { return }
    failureCount += 1
    let pause = pause(after: error, failureCount)
    if error.retryAfter != nil { nextTry = time.now().advanced(by: pause) }
    retry?.cancel()
    retry = Task { [time] in
      do { try await time.sleep(time.now().advanced(by: pause)) } catch { return }
      self.poke(everything: true)
    }
  }

  /// Schedules a retry for files on their own, because edits need not be exchanged again for it.
  private func noteFiles(_ error: VaultSyncError) {
    // Errors that stop edits as well are reported for the edits.
    guard ![.canceled, .notInUse, .stopped].contains(error.code) else { return }
    fileProblem = error
    fileFailureCount += 1
    let pause = pause(after: error, fileFailureCount)
    fileRetry?.cancel()
    fileRetry = Task { [time] in
      do { try await time.sleep(time.now().advanced(by: pause)) } catch { return }
      self.pokeFiles()
    }
  }

  private func pause(after error: VaultSyncError, _ count: Int) -> Duration {
    var generator = makeGenerator()
    let most = min(Self.shortestPause * (1 << min(count - 1, 16)), Self.longestPause)
    let part = Double(generator.next() as UInt32) / Double(UInt32.max)
    // Whoever asks to be left alone for days is not obeyed without end.
    return max(min(error.retryAfter ?? .zero, Self.longestObedience), .milliseconds(100) + most * part)
  }

  func waitForNews(_ client: SyncClient) {
    guard news == nil else { return }
    news = Task { [time] in
      while !Task.isCancelled {
        do throws(VaultSyncError) {
          if try await client.hasNews() {
            self.poke(everything: true)
            await self.worker?.value
          } else if client.isOfFolder {
            if client.awaitsFiles { self.pokeFiles() }
            do { try await time.sleep(time.now().advanced(by: Self.folderInterval)) } catch { break }
          }
        } catch {
          // The next exchange finds out what is wrong, and starts waiting again.
          self.note(error)
          break
        }
      }
      if !Task.isCancelled { self.endNews() }
    }
  }

  private func endNews() { news = nil }

  /// Returns the client of the open vault; nil if there is none, or it is not synchronised. A vault never has two clients: each would
  /// mistake the other's commits for those of a copy of this device.
  func client() async -> SyncClient? {
    guard let vault = try? await session.vaultUnattended(), vault.isReplica else { return nil }
    if let present, present.vault === vault { return present.client }
    guard !isMoving, let place = try? vault.replica()?.state.place else { return nil }
    let client = makeClient(of: vault, at: place)
    present = (vault, client)
    isWhole = true
    return client
  }

  func makeClient(of vault: CredentialVault, at place: String) -> SyncClient {
    SyncClient(
      vault: vault, exchange: exchange(with: place), now: now, pause: { [desk] in try await desk.pause(for: $0) },
      makeGenerator: makeGenerator)
  }

  func exchange(with place: String) -> SyncExchange {
    SyncExchange(place: place) { [desk] request throws(VaultSyncError) in try await desk.carry(request, to: place) }
  }

  func tellCarrier() async {
    let wish = await session.isReplica || enrolmentCount > 0
    // The session tells of each change of a record.
    guard wish != toldWish else { return }
    toldWish = wish
    wantsCarrier(wish)
  }

  /// Returns the client, for a call of the user's.
  /// - Throws: `locked` and the like; `notSynchronised`.
  func requireClient() async throws(VaultFailure) -> SyncClient {
    _ = try await session.vaultUnattended()
    guard !isMoving else { throw Self.notReady }
    guard let client = await client() else { throw VaultFailure(.notSynchronised) }
    guard !isMoving else { throw Self.notReady }
    return client
  }

  private static var notReady: VaultFailure { VaultFailure(.syncFailed, detail: "not_ready") }

  /// Runs an act that creates or moves an account, while nothing else communicates with it.
  /// - Throws: `syncFailed` with `not_ready` if another such act is running, and the errors of the act.
  func alone<Value: Sendable>(_ act: () async throws(VaultFailure) -> Value) async throws(VaultFailure) -> Value {
    guard !isMoving else { throw Self.notReady }
    (isMoving, isWorking) = (true, true)
    // The user's changes made meanwhile wait for this.
    defer {
      (isMoving, isWorking) = (false, false)
      poke(everything: true)
    }
    await pause()
    return try await act()
  }

  // MARK: The user's calls

  /// Starts to synchronise the open vault at a place, and exchanges everything once.
  package func use(_ place: VaultCall.SyncPlace, _ progress: SyncClient.Progress? = nil) async throws(VaultFailure) {
    let vault = try await session.vaultUnattended()
    if vault.isReplica { return try await move(vault, to: place, progress) }
    enrolmentCount += 1
    defer { enrolmentCount -= 1 }
    await tellCarrier()
    try await alone { () throws(VaultFailure) in
      let client = makeClient(of: vault, at: place.place)
      do throws(VaultSyncError) {
        try await client.found(invitation: place.invitation, isSeparate: place.isSeparate == true)
        try await begin(vault, with: client, progress)
        // A server that does not know names keeps it nameless.
        do throws(VaultSyncError) { try await client.nameFounder(session.environment.deviceName) } catch  where error.code == .refused {}
      } catch {
        note(error)
        await tellCarrier()
        throw vault.isReplica ? VaultFailure(error) : VaultFailure(error).beforeBeginning
      }
    }
  }

  /// Exchanges everything once at a place that is new to the vault, and waits for news there from then on.
  func begin(_ vault: CredentialVault, with client: SyncClient, _ progress: SyncClient.Progress?) async throws(VaultSyncError) {
    present = (vault, client)
    _ = try await client.synchronise(progress)
    settle()
    await session.recordsChangedElsewhere()
    pokeFiles()
    waitForNews(client)
  }

  /// Makes the vault independent of other devices again.
  package func stop() async throws(VaultFailure) {
    let client = try await requireClient()
    // Otherwise an exchange that a server delays would be waited for.
    await pause()
    do throws(VaultSyncError) {
      try await client.leave()
    } catch {
      poke(everything: true)
      throw VaultFailure(error)
    }
    problem = nil
    await rest()
    await tellCarrier()
  }

  /// Exchanges everything now.
  package func exchange(_ progress: SyncClient.Progress? = nil) async throws(VaultFailure) {
    let client = try await requireClient()
    isWorking = true
    defer { isWorking = false }
    do throws(VaultSyncError) {
      let outcome = try await client.synchronise(progress)
      settle()
      if outcome.hasChanged { await session.recordsChangedElsewhere() }
      pokeFiles()
      waitForNews(client)
    } catch {
      note(error)
      throw VaultFailure(error)
    }
  }
}
