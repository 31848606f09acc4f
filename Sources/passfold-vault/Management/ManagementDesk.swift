// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialProviderHost
import CredentialVault
package import FoundationEssentials
import OneTimeCodes
package import SecretMemory
package import VaultProtocol

/// Carries out the requests of the management door: judges the caller, asks the person where need be, and answers.
package actor ManagementDesk {
  private let session: VaultSession
  private let time: SessionTime
  private let now: @Sendable () -> Date
  private let makeGenerator: @Sendable () -> any RandomNumberGenerator
  private var policy = ReleasePolicy()

  /// Serves one session; time and randomness come from outside.
  package init(
    session: VaultSession, time: SessionTime = .system, now: @escaping @Sendable () -> Date = { Date() },
    makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
  ) {
    self.session = session
    self.time = time
    self.now = now
    self.makeGenerator = makeGenerator
  }

  /// Carries out one call.
  ///
  /// - Parameter secret: the frame's secret part.
  /// - Returns: the answer and its secret part; failures are answers too.
  package func answer(
    _ call: VaultCall, secret: SharedSecret?, from caller: ManagementCaller
  ) async -> (answer: VaultAnswer, secret: SharedSecret?) {
    do throws(VaultFailure) {
      guard caller.role == .cli || call == .status else { throw VaultFailure(.badRequest) }
      switch call {
      case .status: return (.status(await status(for: caller)), nil)
      case .create:
        let recoveryKit = try await session.create(at: caller.terminal)
        openGrant(for: caller)
        return (.created, recoveryKit)
      case .unlock:
        try await unlock(for: caller)
        return (.done, nil)
      case .lock:
        await session.lock()
        policy.closeAll()
        return (.done, nil)
      case .addPassword(let password): return (.added(try await add(password, secret: secret, caller)), nil)
      case .addCode(let code): return (.added(try await add(code, secret: secret, caller)), nil)
      case .list: return (.entries(try await list(caller)), nil)
      case .code(let query): return try await code(query, caller)
      case .previewSetUp, .importCodes, .confirmCode, .details, .edit, .remove, .restore, .trash, .exportSetUp, .codes, .clock,
        .compensateClock, .cancel:
        throw VaultFailure(.badRequest)
      }
    } catch {
      return (.failure(error), nil)
    }
  }

  /// Ends every grant; called whenever the vault locks.
  package func closeGrants() { policy.closeAll() }

  private func status(for caller: ManagementCaller) async -> VaultStatus {
    let state = await session.state
    var status = VaultStatus(
      state: .locked, folder: session.folder.path, terminalHasGrant: false, locksAfter: session.locksAfter / .seconds(1))
    switch state {
    case .noVault: status.state = .noVault
    case .locked: status.state = .locked
    case .unreadable(let code):
      status.state = .unreadable
      status.fault = code
    case .unlocked:
      status.state = .unlocked
      status.terminalHasGrant = policy.hasGrant(caller.session, at: time.now())
      let kinds = (try? await session.peek())?.map { VaultEntry.Kind($0.kind).rawValue } ?? []
      status.counts = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
    }
    return status
  }

  private func unlock(for caller: ManagementCaller) async throws(VaultFailure) {
    let purpose = PromptPurpose.manage(program: caller.program)
    if await session.state == .unlocked {
      if policy.hasGrant(caller.session, at: time.now()) || caller.session == nil { return }
      // Open for somebody else; a grant for this terminal takes the passphrase here.
      try await session.verifyUser(for: purpose, at: caller.terminal)
    } else {
      try await session.unlock(for: purpose, at: caller.terminal)
    }
    openGrant(for: caller)
  }

  private func openGrant(for caller: ManagementCaller) {
    if let terminal = caller.session { policy.open(for: terminal, at: time.now()) }
  }

  /// Opens the vault if need be. A passphrase typed for this caller just now also stands for the yes to its request.
  ///
  /// - Returns: whether the caller must still be confirmed.
  private func admit(_ caller: ManagementCaller) async throws(VaultFailure) -> ReleasePolicy.Decision {
    if await session.state != .unlocked {
      try await session.unlock(for: .manage(program: caller.program), at: caller.terminal)
      openGrant(for: caller)
      return .atOnce
    }
    return policy.decide(for: caller.session, at: time.now())
  }

  private func confirm(_ act: ReleaseAct, _ caller: ManagementCaller) async throws(VaultFailure) {
    let isAllowed: Bool
    do throws(PassphrasePromptError) {
      isAllowed = try await session.prompt.confirm(PromptTexts.confirm(act, program: caller.program), caller.terminal)
    } catch {
      throw VaultFailure(error)
    }
    guard isAllowed else { throw VaultFailure(.refused) }
  }

  private func list(_ caller: ManagementCaller) async throws(VaultFailure) -> [VaultEntry] {
    if try await admit(caller) == .confirm { try await confirm(.list, caller) }
    return try await summaries().map(VaultEntry.init).sorted { ($0.title, $0.user, $0.record) < ($1.title, $1.user, $1.record) }
  }

  private func code(
    _ query: VaultCall.CodeQuery, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    let decision = try await admit(caller)
    let matches = CredentialQuery(query.query).matches(in: try await summaries().filter { $0.kind == .oneTimeCode })
    guard let match = matches.first, matches.count == 1 else {
      // Whether something fits is itself something to be allowed.
      if decision == .confirm { try await confirm(.search(query.query), caller) }
      throw matches.isEmpty ? VaultFailure(.notFound) : VaultFailure(.ambiguous, matches: matches.map(VaultEntry.init))
    }
    if decision == .confirm { try await confirm(.code(Self.name(of: match)), caller) }
    let vault = try await session.vault()
    do throws(CredentialVaultError) {
      guard case .oneTimeCode(var record) = try vault.record(match.id) else { return (.failure(VaultFailure(.vaultDamaged)), nil) }
      var code = record.parameters.code(at: now())
      if case .counterBased = record.parameters.form {
        if query.next { return (.failure(VaultFailure(.noNextCode)), nil) }
        // Counted on before it is shown: a code shown twice would be a code that fails.
        record.parameters = record.parameters.afterUse()
        try vault.replace(.oneTimeCode(record))
        return (.code(VaultAnswer.IssuedCode(entry: VaultEntry(match))), SharedSecret(copying: code.text.utf8))
      }
      if query.next { code = record.parameters.code(at: code.validUntil) }
      let issued = VaultAnswer.IssuedCode(
        entry: VaultEntry(match), validFrom: code.validFrom.timeIntervalSince1970, validUntil: code.validUntil.timeIntervalSince1970)
      return (.code(issued), SharedSecret(copying: code.text.utf8))
    } catch {
      throw VaultFailure(error, now: now())
    }
  }

  private func add(
    _ call: VaultCall.NewPassword, secret: SharedSecret?, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> VaultEntry {
    let service = try CodeSetUp.identifier(of: call.service)
    guard !call.user.isEmpty else { throw VaultFailure(.badRequest) }
    let decision = try await admit(caller)
    if decision == .confirm { try await confirm(.add("the password of \(call.user) at \(service.text)"), caller) }
    var password = secret
    if password == nil { password = try await ask(PromptTexts.password(service: service.text, user: call.user), caller) }
    guard let password, password.byteCount > 0 else { throw VaultFailure(.badRequest) }
    let record = PasswordRecord(
      id: makeIdentifier(), services: [service], title: call.title ?? service.text, user: call.user, password: password)
    return try await store(.password(record))
  }

  private func add(_ call: VaultCall.NewCode, secret: SharedSecret?, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultEntry {
    // A link that cannot be used is refused before anybody is asked for anything.
    let preview = try secret.map { secret throws(VaultFailure) in
      try CodeSetUp.record(id: makeIdentifier(), from: secret, call: call, logins: [])
    }
    let decision = try await admit(caller)
    if decision == .confirm {
      let name = preview.map { " for " + Self.name(of: CredentialRecord.oneTimeCode($0).summary) } ?? ""
      try await confirm(.add("one-time codes" + name), caller)
    }
    var link = secret
    if link == nil { link = try await ask(PromptTexts.setUpLink(), caller) }
    guard let link else { throw VaultFailure(.badRequest) }
    let record = try CodeSetUp.record(id: makeIdentifier(), from: link, call: call, logins: try await summaries())
    return try await store(.oneTimeCode(record))
  }

  private func ask(_ question: PassphraseQuestion, _ caller: ManagementCaller) async throws(VaultFailure) -> SharedSecret {
    do throws(PassphrasePromptError) {
      return SharedSecret(try await session.prompt.passphrase(question, caller.terminal))
    } catch {
      throw VaultFailure(error)
    }
  }

  private func store(_ record: CredentialRecord) async throws(VaultFailure) -> VaultEntry {
    let vault = try await session.vault()
    do throws(CredentialVaultError) {
      try vault.add(record)
    } catch {
      throw VaultFailure(error, now: now())
    }
    await session.recordsChanged()
    return VaultEntry(record.summary)
  }

  private func summaries() async throws(VaultFailure) -> [CredentialSummary] {
    let vault = try await session.vault()
    do throws(CredentialVaultError) { return try vault.summaries() } catch { throw VaultFailure(error, now: now()) }
  }

  private func makeIdentifier() -> RecordIdentifier {
    var generator = makeGenerator()
    return RecordIdentifier.random(using: &generator)
  }

  private static func name(of summary: CredentialSummary) -> String {
    summary.user.isEmpty ? summary.title : "\(summary.title) (\(summary.user))"
  }
}
