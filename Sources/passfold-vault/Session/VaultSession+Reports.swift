// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import CredentialVault
import WebDomains

/// Services' reports about their accounts, which are applied to the vault or kept until it is unlocked.
extension VaultSession {
  /// Applies a report immediately if the vault is open, and otherwise as soon as it is unlocked; the user is not asked, and it does not
  /// count as use.
  package func take(_ report: AccountReport) {
    guard let vault = try? openVault() else { return }
    do throws(CredentialVaultError) {
      if vault.isUnlocked, try Self.follow(report, in: vault) { announce(.unlocked) }
      if !vault.isUnlocked { try vault.keep(report) }
    } catch {
      // Services repeat it at the next sign-in; until then the only consequence is a superfluous suggestion.
      if Self.mayPass(error) { try? vault.keep(report) }
    }
  }

  /// Applies the reports that arrived while the vault was locked.
  func takeKeptReports() {
    guard let vault = try? openVault(), let reports = try? vault.keptReports() else { return }
    for report in reports {
      do throws(CredentialVaultError) {
        _ = try Self.follow(report, in: vault)
      } catch {
        // All of them are retried at the next unlocking; a record that cannot be changed does not delay the others.
        if Self.mayPass(error) { return }
      }
    }
    vault.forgetKeptReports()
  }

  /// Returns whether the same change may succeed later, because nothing is wrong with the change itself.
  private static func mayPass(_ error: CredentialVaultError) -> Bool {
    [.locked, .storageFull, .storageReadOnly, .storageFailed].contains(error.code)
  }

  /// Returns whether anything has changed.
  private static func follow(_ report: AccountReport, in vault: CredentialVault) throws(CredentialVaultError) -> Bool {
    let changes = AccountChanges(report, present: try vault.summaries(), trashed: try vault.trashedSummaries()) { service, domain in
      guard let own = try? ServiceAddress(parsing: service.text), let named = try? ServiceAddress(parsing: domain) else { return false }
      return service.kind != .app && own.host == named.host
    }
    try vault.follow(changes)
    return !changes.isEmpty
  }
}
