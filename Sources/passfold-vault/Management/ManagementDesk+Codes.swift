// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import OneTimeCodes
import SecretMemory
import VaultProtocol

/// Codes, one by one and as a live list. Every time in an answer is the system clock's, without the compensation.
extension ManagementDesk {
  func code(
    _ query: VaultCall.CodeQuery, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    let decision = try await admit(caller, to: .release)
    let match = try await find(query.query, kind: .oneTimeCode, decision, caller)
    if decision == .confirm { try await confirm(.code(Self.name(of: match)), caller) }
    let record = try await inVault { (vault) throws(CredentialVaultError) -> OneTimeCodeRecord? in
      if query.next, case .oneTimeCode(let record) = try vault.record(match.id), record.parameters.period == nil { return nil }
      return try vault.useCodes(match.id)
    }
    guard let record else { throw VaultFailure(.noNextCode) }
    try await remember(.code, of: match, caller)
    let issued = issue(record, match, next: query.next)
    var text = issued.current.text
    if query.withNext == true, record.parameters.period != nil, let next = issued.next { text += "\n" + next.text }
    return (.code(issued.row), SharedSecret(copying: text.utf8))
  }

  func codes(
    _ query: VaultCall.CodesQuery, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    let isUnattended = query.unattended == true || caller.isUnattended
    guard query.offset ?? 0 >= 0, query.limit ?? 1 > 0 else { throw VaultFailure(.badRequest) }
    if isUnattended {
      guard await session.state == .unlocked else { throw VaultFailure(.locked) }
      guard try await admitList(caller, renews: false) == .atOnce else { throw VaultFailure(.wouldAsk) }
    } else if try await !openForCaller(caller), try await admitList(caller, renews: true) == .confirm {
      try await confirm(.codes(query.query), caller)
    }
    try await rememberList(query.query, caller)
    let vault = try await isUnattended ? session.vaultUnattended() : session.vault()
    do throws(CredentialVaultError) {
      let fitting = try vault.search(CredentialSearch(meant: query.query, kind: .oneTimeCode)).closest
      let longest = VaultAnswer.CodeList.longest
      var rows: [VaultAnswer.IssuedCode] = []
      var lines: [String] = []
      let first = min(query.offset ?? 0, fitting.count)
      for place in first..<max(first, min(fitting.count, first + min(query.limit ?? longest, longest))) {
        guard let summary = fitting[place], case .oneTimeCode(let record) = try vault.record(summary.id) else { continue }
        let issued = issue(record, summary, next: false)
        var row = issued.row
        if record.parameters.period == nil {
          // Viewing a list must not use up a code.
          row.onRequest = true
          lines.append("")
        } else {
          lines.append(issued.current.text + (query.withNext == true ? issued.next.map { " " + $0.text } ?? "" : ""))
        }
        rows.append(row)
      }
      let compensation = clock.compensation
      let list = VaultAnswer.CodeList(
        rows: rows, total: fitting.count, time: now().timeIntervalSince1970, compensation: compensation == 0 ? nil : compensation)
      return (.codes(list), SharedSecret(copying: lines.joined(separator: "\n").utf8))
    } catch {
      throw VaultFailure(error, now: now())
    }
  }

  private func admitList(_ caller: ManagementCaller, renews: Bool) async throws(VaultFailure) -> ReleasePolicy.Decision {
    guard let browser = caller.browser else { return policy.decideList(for: caller.session, at: time.now(), renews: renews) }
    guard policy.isNewList(of: browser, at: time.now()) else { return .atOnce }
    guard await session.mayRelease() else { return .confirm }
    policy.noteList(of: browser, at: time.now())
    return .atOnce
  }

  private func issue(
    _ record: OneTimeCodeRecord, _ summary: CredentialSummary, next: Bool
  ) -> (row: VaultAnswer.IssuedCode, current: OneTimeCode, next: OneTimeCode?) {
    let compensation = clock.compensation
    var window = record.parameters.codes(around: now() + compensation)
    var row = VaultAnswer.IssuedCode(entry: VaultEntry(summary))
    if let period = record.parameters.period {
      if next { window = record.parameters.codes(around: window.current.validUntil) }
      row.validFrom = window.current.validFrom.timeIntervalSince1970 - compensation
      row.validUntil = window.current.validUntil.timeIntervalSince1970 - compensation
      row.period = period / .seconds(1)
    }
    return (row, window.current, window.next)
  }
}
