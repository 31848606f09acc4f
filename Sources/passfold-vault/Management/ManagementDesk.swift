// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
package import FoundationEssentials
package import SecretMemory
package import VaultProtocol

/// Handles the requests of the management door: judges the caller, asks the user if necessary, and answers.
package actor ManagementDesk {
  let session: VaultSession
  let time: SessionTime
  /// The system's time.
  let now: @Sendable () -> Date
  let clock: CodeClock
  /// Synchronises the vault with other devices.
  let sync: SyncService
  var policy = ReleasePolicy()
  /// The time until which the user's refusal to a browser's popup applies, so that repeated requests cannot wear the user out.
  var refusedUntil: ContinuousClock.Instant?
  /// The live lists that were recorded last.
  var rememberedLists: [RememberedList: ContinuousClock.Instant] = [:]
  var healthRuns = HealthRuns()
  var transfers = AttachmentTransfers()
  var imports = ImportRuns()
  var exports = ExportRuns()
  var ends = TransferEnds()
  let previews: HandoverPreviews
  let exchange: ExchangePrograms
  /// A source of randomness for one operation.
  let makeGenerator: @Sendable () -> any RandomNumberGenerator
  private let report: @Sendable ([Int32]) -> Void

  /// Creates a desk for one session; time and randomness are injected.
  ///
  /// - Parameters:
  ///   - previews: The reports of previewed imports from other providers, set by the code that shows them to the user.
  ///   - report: Receives the terminal sessions that have a grant, at every change.
  package init(
    session: VaultSession, clock: CodeClock, sync: SyncService? = nil, exchange: ExchangePrograms = .installed,
    previews: HandoverPreviews = HandoverPreviews(), time: SessionTime = .system, now: @escaping @Sendable () -> Date = { Date() },
    makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() },
    report: @escaping @Sendable ([Int32]) -> Void = { _ in }
  ) {
    self.session = session
    self.clock = clock
    self.sync = sync ?? SyncService(session: session, desk: CarrierDesk(time: time), time: time, now: now, makeGenerator: makeGenerator)
    self.exchange = exchange
    self.previews = previews
    self.time = time
    self.now = now
    self.makeGenerator = makeGenerator
    self.report = report
  }

  /// Handles one call.
  ///
  /// - Parameter secret: The frame's secret part.
  /// - Returns: The answer and its secret part; failures are answers too.
  package func answer(
    _ call: VaultCall, secret: SharedSecret?, from caller: ManagementCaller
  ) async -> (answer: VaultAnswer, secret: SharedSecret?) {
    var caller = caller
    caller.lockings = session.prompts.lockings
    do throws(VaultFailure) {
      guard ReleasePolicy.mayAsk(call, caller.role) else { throw VaultFailure(.badRequest) }
      try StorableText.check(call, secret)
      return try await carryOut(call, secret: secret, caller)
    } catch {
      return (.failure(error), nil)
    }
  }

  private func carryOut(
    _ call: VaultCall, secret: SharedSecret?, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    switch call {
    case .status: return (.status(await status(for: caller)), nil)
    case .create: return try await create(caller)
    case .unlock:
      try await unlock(for: caller)
      return (.done, nil)
    case .lock:
      await lock()
      return (.done, nil)
    case .changePassphrase, .choosePIN, .chooseFinger, .forgetPIN, .chooseIdleTime, .recover, .replaceRecoveryKey:
      return try await changeAccess(call, caller)
    case .recoveryKeyArrived:
      try await session.recoveryKeyArrived()
      return (.done, nil)
    case .addPassword(let password): return (try await add(password, secret: secret, caller), nil)
    case .addEntry(let entry): return (.kept(try await add(entry, secret: secret, caller)), nil)
    case .previewSetUp(let query): return (.setUp(try await previewSetUp(query, secret: secret, caller)), nil)
    case .addCode(let code): return (.added(try await add(code, secret: secret, caller)), nil)
    case .importCodes(let query): return (.imported(try await importCodes(query, secret: secret, caller)), nil)
    case .confirmCode(let confirmation): return (.entry(try await confirmCode(confirmation, secret: secret, caller)), nil)
    case .list(let query): return (.entries(try await list(query, caller)), nil)
    case .details(let query): return (.details(try await details(query, caller)), nil)
    case .edit(let edit): return (try await self.edit(edit, secret: secret, caller), nil)
    case .remove(let query): return (.entry(try await remove(query, caller)), nil)
    case .restore(let query): return (.entry(try await restore(query, caller)), nil)
    case .trash(let query): return (.entries(try await trash(query, caller)), nil)
    case .erase(let query): return (.erased(try await erase(query, caller)), nil)
    case .passwordState(let query):
      return (.passwordState(try await passwordState(query, secret: secret, caller)), nil)
    case .reveal(let query): return try await reveal(query, caller)
    case .revealShown(let query): return try await revealShown(query, caller)
    case .exportSetUp(let query): return try await exportSetUp(query, caller)
    case .attach(let file): return (.attachment(try await attach(file, caller)), nil)
    case .sendPart(let query): return (.attachment(try await take(secret, of: query)), nil)
    case .openAttachment(let query): return (.attachment(try await open(query, caller)), nil)
    case .takePart(let query): return try await handOutPart(of: query)
    case .removeAttachment(let query): return (.entry(try await remove(query, caller)), nil)
    case .code(let query): return try await code(query, caller)
    case .codes(let query): return try await codes(query, caller)
    case .clock: return (.clock(clockState), nil)
    case .compensateClock(let compensation): return (.clock(try await compensateClock(compensation, caller)), nil)
    case .health(let query): return (.health(try await health(query, caller)), nil)
    case .releases(let query): return (.releases(try await releases(query, caller)), nil)
    case .check: return (.checked(try await check(caller)), nil)
    case .snapshots: return (.snapshots(snapshots), nil)
    case .takeSnapshot: return (.snapshot(try await takeSnapshot(caller)), nil)
    case .restoreVault(let query): return (.restored(try await restoreVault(query, caller)), nil)
    case .repairVault: return (.repaired(try await repairVault(caller)), nil)
    case .carry(let step): return try await sync.desk.step(step, secret: secret, hangUp: caller.hangUp)
    case .synchronise, .syncStep, .syncStatus, .devices, .offerDevice, .admitDevice, .removeDevice, .renameDevice, .joinAccount,
      .finishJoining, .recoverAccount:
      return try await synchronise(call, secret: secret, caller)
    case .importStep(let step): return (try await importStep(step, secret: secret, caller), nil)
    case .exportStep(let step): return try await exportStep(step, caller)
    case .cancel: throw VaultFailure(.badRequest)
    }
  }

  private func create(_ caller: ManagementCaller) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    let key = try await session.create(at: caller.terminal)
    openGrant(for: caller)
    return (.created(key.facts), key.text)
  }

  private func lock() async {
    await session.lockEntirely()
    policy.closeAll()
    endTransfers()
  }

  /// Ends every grant; called whenever the vault locks.
  package func closeGrants() {
    policy.closeAll()
    healthRuns.endAll()
    endTransfers()
    reportGrants()
  }

  /// Discards the files that a disconnected caller had read and did not store, or had written and did not fetch: no other caller knows
  /// their tokens. Ends a joining as well.
  func end(_ conversation: ObjectIdentifier) async {
    await sync.endJoining(of: conversation)
    let hadExport = exports.endAll(of: conversation)
    // Returns all memory that a large file used.
    if imports.endAll(of: conversation) || hadExport { CredentialVault.giveMemoryBack() }
  }

  /// Discards all files whose transfer is unfinished.
  private func endTransfers() {
    transfers.endAll()
    imports.endAll()
    exports.endAll()
    ends.endAll()
    previews.end()
  }

  /// Reports to the system which terminals have a grant.
  func reportGrants() { report(policy.sessions(at: time.now())) }

  private func status(for caller: ManagementCaller) async -> VaultStatus {
    let state = await session.state
    var status = VaultStatus(
      state: .locked, folder: session.folder.path, terminalHasGrant: false, locksAfter: await session.locksAfter / .seconds(1),
      pin: await session.pinState, finger: await session.fingerState)
    switch state {
    case .noVault:
      status.state = .noVault
      status.copies = await session.copyCount
    case .locked: status.state = .locked
    case .unreadable(let code):
      status.state = .unreadable
      status.fault = code
    case .unlocked:
      status.state = .unlocked
      status.terminalHasGrant = policy.hasGrant(caller.session, at: time.now())
      let vault = try? await session.vaultUnattended()
      let counts = (try? vault?.counts()) ?? [:]
      let heard = counts.filter { caller.kinds.contains($0.key) }
      status.counts = Dictionary(uniqueKeysWithValues: heard.map { (VaultEntry.Kind($0).rawValue, $1) })
      status.setBack = vault?.setBackCount
      status.recoveryKeyMissed = vault?.isRecoveryKeyMissed == true ? true : nil
      if status.terminalHasGrant { status.transaction = try? vault?.lastTransaction() }
    }
    return status
  }

  private func unlock(for caller: ManagementCaller) async throws(VaultFailure) {
    if try await openForCaller(caller) || caller.session == nil { return }
    // Reported again, because the system forgets it before a grant in use ends.
    if policy.hasGrant(caller.session, at: time.now()) { return reportGrants() }
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    // The vault is open because of another caller, maybe by a prompt of that caller just now; a grant for this terminal requires the
    // passphrase here.
    try await session.verifyUser(for: .manage(program: caller.program), at: caller.terminal, since: caller.lockings)
    openGrant(for: caller)
  }

  func newRandomKey() -> SharedSecret {
    var generator = makeGenerator()
    return SharedSecret(SecretBytes.random(byteCount: 32, using: &generator))
  }

  func makeIdentifier() -> RecordIdentifier {
    var generator = makeGenerator()
    return RecordIdentifier.random(using: &generator)
  }
}
