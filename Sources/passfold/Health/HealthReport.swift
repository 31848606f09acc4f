// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// The user's options to improve the security of their accounts, most urgent first.
package struct HealthReport: Encodable, Sendable {
  /// One account with its findings.
  package struct Finding: Encodable, Sendable {
    /// The login.
    package let entry: VaultEntry
    /// The binary logarithm of the number of guesses that a weak password withstands; nil if it is not weak.
    package var weakBits: Double?
    /// The number of other logins with the same password; nil for none.
    package var reusedBy: Int?
    /// Whether the password is in a list of breached passwords; nil means no.
    package var breached: Bool?
    /// The time at which an old password was set, in seconds since 1970; nil if it is not old.
    package var oldSince: Double?
    /// Whether the service supports one-time codes and the account has none; nil means no.
    package var codesMissing: Bool?
    /// Whether the service supports passkeys and the account has none; nil means no.
    package var passkeyMissing: Bool?

    var isUrgent: Bool { breached == true || weakBits != nil || reusedBy != nil }
    var isEmpty: Bool { !isUrgent && oldSince == nil && codesMissing == nil && passkeyMissing == nil }
  }

  /// The number of checked passwords.
  package let checked: Int
  /// The number of breached passwords.
  package let breached: Int
  /// The number of passwords that could not be looked up, because a line in the user's list is invalid.
  package let notLookedUp: Int
  /// The path at which the user can save the list; nil if there is one.
  package let breachListMissing: String?
  /// The number of weak passwords.
  package let weak: Int
  /// The number of passwords used for more than one login.
  package let reused: Int
  /// The number of old passwords.
  package let old: Int
  /// Whether the lists of services were available; without them, missing codes and passkeys are not found.
  package let knowsServices: Bool
  /// The accounts with findings.
  package let findings: [Finding]

  /// Combines the results of the vault and the lists.
  ///
  /// - Parameters:
  ///   - passwords: The state of the passwords.
  ///   - entries: Everything in the vault outside the trash.
  ///   - breachListMissing: The path for a list of breached passwords; nil if there is one.
  ///   - now: Seconds since 1970.
  package init(
    passwords: [VaultAnswer.PasswordHealth], entries: [VaultEntry], directory: ServiceDirectory?, breachListMissing: String? = nil,
    now: Double
  ) {
    let likes = Dictionary(passwords.map { ($0.likeness, 1) }, uniquingKeysWith: +)
    let withCodes = Accounts(entries.filter { $0.kind == .oneTimeCode })
    let withPasskeys = Accounts(entries.filter { $0.kind == .passkey })
    let all = passwords.map { password in
      var finding = Finding(entry: password.entry)
      if password.breached == true { finding.breached = true }
      if password.isWeak { finding.weakBits = password.bits }
      if let count = likes[password.likeness], count > 1 { finding.reusedBy = count - 1 }
      if password.isOld(at: now) { finding.oldSince = password.changed }
      if let directory {
        let services = password.entry.services
        if directory.takesPasskeys(services), !withPasskeys.has(password.entry) { finding.passkeyMissing = true }
        if directory.takesCodes(services), !withCodes.has(password.entry), !withPasskeys.has(password.entry) { finding.codesMissing = true }
      }
      return finding
    }
    checked = passwords.count
    breached = all.count { $0.breached == true }
    notLookedUp = breachListMissing == nil ? passwords.count { $0.breached == nil } : 0
    self.breachListMissing = breachListMissing
    weak = all.count { $0.weakBits != nil }
    reused = all.count { $0.reusedBy != nil }
    old = all.count { $0.oldSince != nil }
    knowsServices = directory != nil
    findings = all.filter { !$0.isEmpty }.enumerated().sorted { one, other in
      Self.urgency(of: one.element, one.offset) < Self.urgency(of: other.element, other.offset)
    }.map(\.element)
  }

  /// Breached passwords first, then weak and reused, then weak, then reused, then the rest, each in list order.
  private static func urgency(of finding: Finding, _ position: Int) -> (Int, Int) {
    let rank = (finding.breached == true ? 0 : 4) + (finding.weakBits == nil ? 2 : 0) + (finding.reusedBy == nil ? 1 : 0)
    return (rank, position)
  }

  /// Accounts by service and name.
  private struct Accounts {
    private var users: [String: Set<String>] = [:]

    init(_ entries: [VaultEntry]) {
      for entry in entries {
        for service in entry.services {
          guard let host = ServiceDirectory.names(in: service).last else { continue }
          users[host, default: []].insert(entry.user)
        }
      }
    }

    /// Whether one of them belongs to the login's account, as far as names tell; one without a name may belong to any account.
    func has(_ login: VaultEntry) -> Bool {
      login.services.contains { service in
        guard let host = ServiceDirectory.names(in: service).last, let users = users[host] else { return false }
        return login.user.isEmpty || users.contains(login.user) || users.contains("")
      }
    }
  }
}
