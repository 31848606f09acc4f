// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import FoundationEssentials
import SecretMemory
import VaultProtocol

/// The health of the passwords; the passwords themselves stay here.
extension ManagementDesk {
  func health(_ query: VaultCall.HealthQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.HealthPage {
    var run = try await healthRun(query, caller)
    let part = run.rest.prefix(VaultAnswer.HealthPage.longest)
    run.rest = run.rest.dropFirst(part.count)
    let key = run.likenessKey
    var page = try await inVault(isUse: !caller.isUnattended) { (vault) throws(CredentialVaultError) in
      let breached = try vault.breachedPasswords()
      var rows: [VaultAnswer.PasswordHealth] = []
      for summary in part {
        do throws(CredentialVaultError) {
          rows.append(VaultAnswer.PasswordHealth(try vault.passwordHealth(of: summary, likenessKey: key, breached: breached)))
        } catch  where [.recordDamaged, .recordTooNew, .recordOutdated, .noSuchRecord].contains(error.code) {
          // One that cannot be opened must not hide the results of the others.
          continue
        }
      }
      return VaultAnswer.HealthPage(
        rows: rows, total: run.total, breachListMissing: breached == nil ? vault.placeOfBreachedPasswords : nil)
    }
    if !run.rest.isEmpty {
      let token = makeIdentifier().description
      healthRuns.keep(run, as: token, at: time.now())
      page.next = token
    }
    return page
  }

  /// Returns a new run for a caller that is allowed one, or the run of the caller's token.
  private func healthRun(_ query: VaultCall.HealthQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> HealthRuns.Run {
    if let token = query.after {
      guard let run = healthRuns.take(token, at: time.now()) else { throw VaultFailure(.locked) }
      return run
    }
    if try await admit(caller) == .confirm { try await confirm(.health, caller) }
    let passwords = try await summaries(isUse: !caller.isUnattended).filter { $0.kind == .password }
    return HealthRuns.run(over: passwords, likenessKey: newRandomKey(), at: time.now())
  }
}

extension VaultAnswer.PasswordHealth {
  /// Creates the description of one password for a client.
  init(_ health: PasswordHealth) {
    self.init(
      entry: VaultEntry(health.summary), bits: (health.bits * 10).rounded() / 10, changed: health.changed.timeIntervalSince1970,
      likeness: Hexadecimal.text(health.likeness), breached: health.isBreached)
  }
}
