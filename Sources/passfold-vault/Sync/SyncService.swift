// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialVault
package import FoundationEssentials
import SyncModel
package import VaultProtocol
package import VaultSync

/// Keeps an open vault in step with its account's other devices: sends what was changed here, waits for news, and tries again where the other
/// side cannot be reached.
package actor SyncService {
  /// What one edit after another is waited for before they are sent together; what comes while they are sent goes out with the next ones.
  private static let gathering = Duration.milliseconds(20)
  /// The first and the longest pause after a failure; each is twice the one before, and a random part of it is waited.
  private static let shortestPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(300)
  /// How often a folder is looked at.
  private static let folderInterval = Duration.seconds(5)

  let session: VaultSession
  let desk: CarrierDesk
  let time: SessionTime
  let now: @Sendable () -> Date
  private let makeGenerator: @Sendable () -> any RandomNumberGenerator
  private let wantsCarrier: @Sendable (Bool) -> Void

  var present: (vault: CredentialVault, client: SyncClient)?
  var isWorking = false
  /// Whether an account is begun, joined or taken to another place, by a client of its own: nothing else is exchanged meanwhile.
  var isMoving = false
  var problem: VaultSyncError?
  private var failureCount = 0
  private var isDirty = false
  /// Whether parts of files may have to be sent or taken, and whether the other side may have others than it had.
  private var hasFileWork = false
  private var looksForFiles = false
  var fileProblem: VaultSyncError?
  private var fileFailureCount = 0
  private var fileRetry: Task<Void, Never>?
  private var isWhole = false
  private var worker: Task<Void, Never>?
  private var news: Task<Void, Never>?
  private var retry: Task<Void, Never>?
  private var enrolmentCount = 0
  /// What is offered to a new device.
  var offer: EnrolmentOffer?
  /// What this computer waits for.
  var joining: Joining?

  /// Serves one session.
  /// - Parameter wantsCarrier: Hears whether there is anything to carry, at every change.
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

  /// Works as long as the session does.
  package func run() async {
    await tellCarrier()
    if await session.state == .unlocked { poke() }
    for await state in await session.changes() {
      switch state {
      case .unlocked: poke()
      default: await rest()
      }
    }
    await rest()
  }

  // MARK: Working

  /// Something has changed here, or may have changed elsewhere.
  func poke(everything: Bool = false) {
    isDirty = true
    if everything { isWhole = true }
    retry?.cancel()
    retry = nil
    work()
  }

  /// Files may be there, or to be sent, that nobody told of.
  func pokeFiles() {
    (hasFileWork, looksForFiles) = (true, true)
    work()
  }

  private func work() {
    guard worker == nil, !isMoving else { return }
    worker = Task { await exchangeAll() }
  }

  /// Everything that takes keys ends; the vault is closed.
  private func rest() async {
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

  /// Ends what goes on by itself with the present place, and waits for its end.
  func pause() async {
    let running = [worker, news].compactMap { $0 }
    for task in [worker, news, retry, fileRetry] { task?.cancel() }
    await desk.endAll()
    for task in running { await task.value }
    (worker, news, retry, fileRetry, fileProblem, hasFileWork) = (nil, nil, nil, nil, nil, false)
  }

  /// Edits go first; parts of files follow while there is none.
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
    // Whoever cancelled it has begun another one, or wants none.
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

  private func settle() {
    problem = nil
    failureCount = 0
  }

  func note(_ error: VaultSyncError) {
    guard error.code != .canceled, error.code != .notInUse else { return }
    problem = error
    // What the person has to decide is not tried again by itself.
    guard ![.alarm, .stopped, .programTooOld, .accountClosed].contains(error.code) else { return }
    failureCount += 1
    let pause = pause(after: error, failureCount)
    retry?.cancel()
    retry = Task { [time] in
      do { try await time.sleep(time.now().advanced(by: pause)) } catch { return }
      self.poke(everything: true)
    }
  }

  /// Files are tried again by themselves: edits need not go there anew for it.
  private func noteFiles(_ error: VaultSyncError) {
    // An error that stops edits as well is told of them.
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
    return max(error.retryAfter ?? .zero, .milliseconds(100) + most * part)
  }

  private func waitForNews(_ client: SyncClient) {
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
          // The next exchange finds out what is wrong, and begins the wait anew.
          self.note(error)
          break
        }
      }
      if !Task.isCancelled { self.endNews() }
    }
  }

  private func endNews() { news = nil }

  /// The client of the open vault; nil where there is none, or it is not synchronised. A vault never has two: each would take the other's commits
  /// for those of a copy of this device.
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
    SyncClient(vault: vault, exchange: exchange(with: place), now: now, makeGenerator: makeGenerator)
  }

  private func exchange(with place: String) -> SyncExchange {
    SyncExchange(place: place) { [desk] request throws(VaultSyncError) in try await desk.carry(request, to: place) }
  }

  private func tellCarrier() async {
    let isReplica = await session.isReplica
    wantsCarrier(isReplica || enrolmentCount > 0)
  }

  /// The client, for a call of the person's.
  /// - Throws: `locked` and the like; `notSynchronised`.
  func requireClient() async throws(VaultFailure) -> SyncClient {
    _ = try await session.vaultUnattended()
    guard !isMoving else { throw Self.notReady }
    guard let client = await client() else { throw VaultFailure(.notSynchronised) }
    guard !isMoving else { throw Self.notReady }
    return client
  }

  private static var notReady: VaultFailure { VaultFailure(.syncFailed, detail: "not_ready") }

  /// Does what begins with an account or takes it elsewhere, while nothing else speaks with it.
  /// - Throws: `syncFailed` with `not_ready` where another such act is under way, and as the act.
  func alone<Value: Sendable>(_ act: () async throws(VaultFailure) -> Value) async throws(VaultFailure) -> Value {
    guard !isMoving else { throw Self.notReady }
    (isMoving, isWorking) = (true, true)
    // What the person changed meanwhile waits for this.
    defer {
      (isMoving, isWorking) = (false, false)
      poke(everything: true)
    }
    await pause()
    return try await act()
  }

  // MARK: The person's calls

  /// Begins to synchronise the open vault at a place, and exchanges everything once.
  package func use(_ place: VaultCall.SyncPlace, _ progress: SyncClient.Progress? = nil) async throws(VaultFailure) {
    let vault = try await session.vaultUnattended()
    if vault.isReplica { return try await move(vault, to: place, progress) }
    enrolmentCount += 1
    defer { enrolmentCount -= 1 }
    await tellCarrier()
    try await alone { () throws(VaultFailure) in
      let client = makeClient(of: vault, at: place.place)
      do throws(VaultSyncError) {
        try await client.found(invitation: place.invitation)
        try await begin(vault, with: client, progress)
      } catch {
        note(error)
        await tellCarrier()
        throw VaultFailure(error)
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

  /// Makes the vault one of this device alone.
  package func stop() async throws(VaultFailure) {
    let client = try await requireClient()
    // An exchange that a server puts off would be waited for.
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

  // MARK: Joining

  /// Runs work for which a carrier is needed before there is a vault that is synchronised.
  func withCarrier<Value: Sendable>(
    to place: String, _ body: (SyncExchange) async throws(VaultSyncError) -> Value
  ) async throws(VaultFailure) -> Value {
    enrolmentCount += 1
    await tellCarrier()
    let result: Result<Value, VaultSyncError>
    do throws(VaultSyncError) { result = .success(try await body(exchange(with: place))) } catch { result = .failure(error) }
    enrolmentCount -= 1
    await tellCarrier()
    do { return try result.get() } catch { throw VaultFailure(error) }
  }

  /// Takes a vault over that has just joined an account, with all that the account has.
  func begin(
    _ joined: AccountJoining.Joined, in vault: CredentialVault, at place: String, _ progress: SyncClient.Progress?
  ) async throws(VaultFailure) -> SyncClient {
    let client = makeClient(of: vault, at: place)
    present = (vault, client)
    await tellCarrier()
    do throws(VaultSyncError) {
      _ = try await client.begin(joined, progress)
      settle()
      await session.recordsChangedElsewhere()
      pokeFiles()
      waitForNews(client)
      return client
    } catch {
      note(error)
      throw VaultFailure(error)
    }
  }
}
