// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import CredentialProviderHost
package import CredentialVault
package import FoundationEssentials
import SecretMemory
package import VaultProtocol

/// The only vault of this process: who may open it, when it locks, and what the user is asked for.
///
/// Everything that throws throws a `VaultFailure`, the same that the management door answers with.
package actor VaultSession {
  /// The state of the vault.
  package enum State: Hashable, Sendable {
    /// There is no vault.
    case noVault
    /// The vault is locked.
    case locked
    /// The vault is open.
    case unlocked
    /// The vault cannot be used, for this reason.
    case unreadable(VaultFailure.Code)
  }

  /// The minimum number of characters of a new passphrase (NIST SP 800-63B-4 §3.1.1.2: no fewer than 8 together with another factor, the
  /// vault's file).
  package static let leastPassphraseCharacters = 8
  static let triesPerPrompt = 3

  /// The folder that the vault is in.
  package nonisolated let folder: URL
  /// Time without use after which a vault closes by itself for which the person chose none.
  nonisolated let usualIdleTime: Duration
  /// Time without use after which the vault closes by itself; of a closed one what held when it was open last.
  package internal(set) var locksAfter: Duration
  /// The time since the passphrase was last typed after which the vault locks however much it is used: 12 hours. Filling in counts as use,
  /// and needs no passphrase; without this limit a program that fills in now and then would keep the vault open permanently.
  package static let longestStay = Duration.seconds(12 * 3600)
  /// The prompts, which a lock closes.
  nonisolated let prompts: OpenPrompts
  /// The long work that a lock ends.
  nonisolated let workWithKeys = WorkWithKeys()

  let environment: VaultEnvironment
  nonisolated let time: SessionTime
  /// The queue for asking the user or changing the ways to open the vault: one at a time.
  package nonisolated let turns = TurnQueue()
  /// Clears memory in which work with keys may have left traces.
  nonisolated let clearAway: @Sendable () -> Void
  var opened: CredentialVault?
  private(set) var lastUse: ContinuousClock.Instant
  private(set) var lastTyped: ContinuousClock.Instant
  /// The key that a PIN opens the vault with.
  var quickUnlock = QuickUnlock<QuickKey>()
  /// The key that a fingerprint opens the vault with.
  var fingerUnlock = QuickUnlock<FingerKey>()
  /// The task that waits for the end of the 12 hours that both last.
  var quickEnd: Task<Void, Never>?
  /// The user's fingerprint reader.
  var finger = FingerReader.none
  /// The limit on releases for browsers and apps, by fields and by popups.
  private var brake = ReleaseRateLimit()
  var idleWatch: Task<Void, Never>?
  /// The number of times that the session had been locked when the request that has the turn arrived.
  private var lockingsAtTurn = 0
  private var listeners: [Int: AsyncStream<State>.Continuation] = [:]
  private var nextListener = 0
  /// The incoming reports, in order of arrival.
  private nonisolated let incoming: AsyncStream<AccountReport>.Continuation

  /// Creates a session; the vault's files are first read when its state is requested.
  package init(
    folder: URL, environment: VaultEnvironment, prompt: SessionPrompt, time: SessionTime = .system, locksAfter: Duration = .seconds(600),
    clearAway: @escaping @Sendable () -> Void = {}
  ) {
    self.folder = folder
    self.environment = environment
    prompts = OpenPrompts(prompt)
    self.clearAway = clearAway
    self.time = time
    (usualIdleTime, self.locksAfter) = (locksAfter, locksAfter)
    lastUse = time.now()
    lastTyped = lastUse
    let (reports, incoming) = AsyncStream.makeStream(of: AccountReport.self, bufferingPolicy: .bufferingNewest(1024))
    self.incoming = incoming
    Task { [weak self] in
      for await report in reports { await self?.take(report) }
    }
  }

  deinit {
    idleWatch?.cancel()
    quickEnd?.cancel()
    incoming.finish()
  }

  /// The state of the vault; files that could not be used before are examined again.
  package var state: State {
    do throws(VaultFailure) {
      return try openVault().isUnlocked ? .unlocked : .locked
    } catch {
      return error.code == .noVault ? .noVault : .unreadable(error.code)
    }
  }

  /// Returns every change of the state from now on; `unlocked` is repeated whenever the contents of the vault have changed.
  package func changes() -> AsyncStream<State> {
    let number = nextListener
    nextListener += 1
    let (stream, continuation) = AsyncStream.makeStream(of: State.self)
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.forgetListener(number) } }
    return stream
  }

  /// Returns the open vault; this counts as use.
  ///
  /// - Throws: `locked`, `noVault`, or the reason that the files cannot be used.
  package func vault() throws(VaultFailure) -> CredentialVault {
    let vault = try openVault()
    guard vault.isUnlocked else { throw VaultFailure(.locked) }
    lastUse = time.now()
    return vault
  }

  /// Records a release before it is handed over, dated by the vault's own clock, which also decides how long it is kept.
  ///
  /// - Parameter isUse: Whether it keeps the vault open.
  /// - Throws: As ``vault()``.
  func remember(_ note: ReleaseNote, isUse: Bool = true) throws(VaultFailure) {
    let vault = try isUse ? self.vault() : self.vaultUnattended()
    var note = note
    note.date = environment.now()
    do throws(CredentialVaultError) { try vault.remember(note) } catch { throw VaultFailure(error, now: environment.now()) }
  }

  /// Counts one release for a browser or an app, by a field or by a popup, unless there were so many in the last minute that the user has
  /// to be asked.
  ///
  /// - Returns: Whether it is allowed immediately.
  package func mayRelease() -> Bool { brake.take(at: time.now()) }

  /// Returns the open vault for a caller that only reads; this does not count as use.
  ///
  /// - Throws: As ``vault()``.
  func vaultUnattended() throws(VaultFailure) -> CredentialVault {
    let vault = try openVault()
    guard vault.isUnlocked else { throw VaultFailure(.locked) }
    return vault
  }

  /// Announces that something was stored or removed, so that listeners read the vault again.
  package func recordsChanged() {
    // The vault may have been locked meanwhile.
    guard opened?.isUnlocked == true else { return }
    lastUse = time.now()
    announce(.unlocked)
  }

  /// Queues a service's report about its accounts after earlier ones; returns immediately.
  package nonisolated func hear(_ report: AccountReport) { incoming.yield(report) }

  /// Opens the vault with the passphrase that a prompt asks for, at most three times, or with PIN or fingerprint if they are accepted; an
  /// open vault needs no prompt.
  ///
  /// - Parameter lockings: The number of times that the session had been locked when the request arrived; nil for the current number.
  /// - Returns: Whether the user was verified for this call; false when the vault was open, or another call's prompt opened it.
  /// - Throws: `wrongPassphrase`, `tooManyAttempts`, `canceled`, or the reason that the prompt or the files failed.
  @discardableResult
  package func unlock(
    for purpose: PromptPurpose, at terminal: PromptTerminal = PromptTerminal(), since lockings: Int? = nil
  ) async throws(VaultFailure) -> Bool {
    try await takeTurn(since: lockings)
    defer { turns.pass() }
    let vault = try openVault()
    // A request that waited behind another prompt finds the vault opened already.
    if vault.isUnlocked { return false }
    let vaultLockings = vault.lockingCount
    let wayIn = try await askBriefly(for: purpose, at: terminal) {
      PromptTexts.unlockBriefly(by: $0, for: purpose, error: $1)
    } pin: {
      (pin, key) throws(CredentialVaultError) in
      try await vault.unlock(pin: pin, with: key, ifLockingsAre: vaultLockings)
    } finger: { (key) throws(CredentialVaultError) in
      try await vault.unlock(finger: key, ifLockingsAre: vaultLockings)
    } passphrase: { (passphrase) throws(CredentialVaultError) in
      try await vault.unlock(passphrase: passphrase, ifLockingsAre: vaultLockings)
    }
    if case .passphraseNeeded(let first) = wayIn {
      try await askUntilRight(at: terminal, note: first) { note in
        PromptTexts.unlock(for: purpose, error: note)
      } use: { passphrase throws(CredentialVaultError) in
        try await vault.unlock(passphrase: passphrase, ifLockingsAre: vaultLockings)
      }
    }
    becameUnlocked(briefly: wayIn == .briefly)
    return true
  }

  /// Verifies that the vault's owner is present, by the passphrase, or by PIN or fingerprint if they are accepted; changes no state.
  ///
  /// - Parameter lockings: As for ``unlock(for:at:since:)``.
  /// - Throws: as ``unlock(for:at:since:)``, and `locked` when the vault is not open.
  package func verifyUser(
    for purpose: PromptPurpose, at terminal: PromptTerminal = PromptTerminal(), since lockings: Int? = nil
  ) async throws(VaultFailure) {
    try await takeTurn(since: lockings)
    defer { turns.pass() }
    let vault = try vault()
    let wayIn = try await askBriefly(for: purpose, at: terminal) {
      PromptTexts.verifyBriefly(by: $0, for: purpose, error: $1)
    } pin: {
      (pin, key) throws(CredentialVaultError) in
      try await vault.verify(pin: pin, with: key)
    } finger: { (_) throws(CredentialVaultError) in
      // The system's answer is the verification; an open vault has nothing to open.
      guard vault.isUnlocked else { throw CredentialVaultError(.locked) }
    } passphrase: { (passphrase) throws(CredentialVaultError) in
      try await vault.verify(passphrase: passphrase)
    }
    if wayIn == .briefly { return lastUse = time.now() }
    if case .passphraseNeeded(let first) = wayIn {
      try await askUntilRight(at: terminal, note: first) { note in
        PromptTexts.verify(for: purpose, error: note)
      } use: { passphrase throws(CredentialVaultError) in
        try await vault.verify(passphrase: passphrase)
      }
    }
    noteTyped()
  }

  /// Locks the vault: every key is forgotten, and open prompts are closed with the text typed into them; earlier requests can no longer ask
  /// for anything. Has no effect on a locked or missing vault.
  package func lock() {
    workWithKeys.endAll()
    prompts.lock()
    close()
  }

  /// Locks the vault as ``lock()`` does, for the request that has the turn and continues asking.
  func close() {
    prompts.takeAway()
    idleWatch?.cancel()
    idleWatch = nil
    guard let opened else { return }
    let wasOpen = opened.isUnlocked
    // Also called for a locked vault, so that a running derivation does not open it.
    opened.lock()
    guard wasOpen else { return }
    clearAway()
    announce(.locked)
  }

  /// Locks the vault because the user leaves; when this returns, no passphrase is on its way to it either.
  ///
  /// - Parameter keepsPIN: Whether PIN and fingerprint may open it again.
  package nonisolated func leave(keepsPIN: Bool = false) async {
    // The session may be busy with such work.
    workWithKeys.endAll()
    await lockForLeaving(keepsPIN: keepsPIN)
  }

  private func lockForLeaving(keepsPIN: Bool) async {
    if !keepsPIN { endQuickUnlock() }
    lock()
    // Requests for a passphrase see that it was cancelled; a derivation that had begun ends by itself, and opens nothing.
    if await turns.take() { turns.pass() }
    lock()
    clearAway()
  }

  /// Waits for the turn to ask the user; `turns.pass()` passes it on.
  /// - Parameter lockings: As for ``unlock(for:at:since:)``.
  /// - Throws: `canceled`, also if the session was locked meanwhile.
  func takeTurn(since lockings: Int? = nil) async throws(VaultFailure) {
    let before = lockings ?? prompts.lockings
    guard await turns.take() else { throw VaultFailure(.canceled) }
    lockingsAtTurn = before
    guard prompts.lockings == before else {
      turns.pass()
      throw VaultFailure(.canceled)
    }
  }

  func openVault() throws(VaultFailure) -> CredentialVault {
    if let opened, opened.isInPlace { return opened }
    let hasLetGo = letGoOfMovedVault()
    do {
      let vault = try CredentialVault.open(at: folder, environment: environment)
      opened = vault
      if hasLetGo { announce(.locked) }
      return vault
    } catch {
      if hasLetGo { announce(error.code == .missing ? .noVault : .locked) }
      throw failure(error)
    }
  }

  /// Asks for a passphrase, for the request that has the turn.
  ///
  /// - Parameter whenShown: Called when the prompt appears, which may be after other prompts.
  /// - Throws: `canceled`, also if the session was locked since the turn was requested, or the reason that the prompt failed.
  func ask(
    _ question: PassphraseQuestion, at terminal: PromptTerminal, whenShown: @escaping @Sendable () -> Void = {}
  ) async throws(VaultFailure) -> SecretBytes {
    try await prompts.passphrase(question, at: terminal, since: lockingsAtTurn, whenShown: whenShown)
  }

  func askUntilRight(
    at terminal: PromptTerminal, note first: String? = nil, question: (String?) -> PassphraseQuestion,
    use: (borrowing SecretBytes) async throws(CredentialVaultError) -> Void
  ) async throws(VaultFailure) {
    var note = first
    for triesLeft in (0..<Self.triesPerPrompt).reversed() {
      let passphrase = try await ask(question(note), at: terminal)
      do throws(CredentialVaultError) {
        return try await use(passphrase)
      } catch {
        guard error.code == .wrongPassphrase else { throw VaultFailure(error, now: environment.now()) }
        note = PromptTexts.wrongPassphrase(triesLeft: triesLeft)
      }
    }
    throw VaultFailure(.wrongPassphrase)
  }

  static func characterCount(_ passphrase: borrowing SecretBytes) -> Int {
    // Counts the bytes that begin a UTF-8 character.
    passphrase.withBytes { bytes in bytes.count { $0 & 0xC0 != 0x80 } }
  }

  /// - Parameter briefly: Whether PIN or fingerprint opened it, which do not postpone the end of the longest stay.
  func becameUnlocked(briefly: Bool = false) {
    if briefly { lastUse = time.now() } else { noteTyped() }
    takeKeptReports()
    keepDailySnapshot()
    announce(.unlocked)
    locksAfter = opened?.idleTime.map { .seconds($0) } ?? usualIdleTime
    watchIdleTime()
  }

  /// Records that the passphrase was typed: the vault's longest stay starts again.
  func noteTyped() {
    lastUse = time.now()
    lastTyped = lastUse
    prepareQuickUnlock()
  }

  func announce(_ state: State) {
    for listener in listeners.values { listener.yield(state) }
  }

  private func forgetListener(_ number: Int) { listeners[number] = nil }
}
