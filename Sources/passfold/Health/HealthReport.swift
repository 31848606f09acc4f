// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// What a person could do for the safety of their accounts, the most urgent first.
package struct HealthReport: Encodable, Sendable {
  /// One account, and what is to be said of it.
  package struct Finding: Encodable, Sendable {
    /// The login.
    package let entry: VaultEntry
    /// The binary logarithm of the guesses that a weak password withstands; nil for one that is not weak.
    package var weakBits: Double?
    /// How many other logins have the same password; nil for none.
    package var reusedBy: Int?
    /// Whether strangers have learned the password; nil is no.
    package var breached: Bool?
    /// When an old password was set, in seconds since 1970; nil for one that is not old.
    package var oldSince: Double?
    /// Whether the service takes one-time codes and has none here; nil is no.
    package var codesMissing: Bool?
    /// Whether the service takes passkeys and has none here; nil is no.
    package var passkeyMissing: Bool?

    var isUrgent: Bool { breached == true || weakBits != nil || reusedBy != nil }
    var isEmpty: Bool { !isUrgent && oldSince == nil && codesMissing == nil && passkeyMissing == nil }
  }

  /// How many passwords were judged.
  package let checked: Int
  /// How many of them strangers have learned.
  package let breached: Int
  /// How many could not be looked up in the person's list, because a line of it is none.
  package let notLookedUp: Int
  /// Where the person can put the list; nil where one is there.
  package let breachListMissing: String?
  /// How many of them are weak.
  package let weak: Int
  /// How many are used for more than one login.
  package let reused: Int
  /// How many are old.
  package let old: Int
  /// Whether the lists of services were there, without which no missing code or passkey is found.
  package let knowsServices: Bool
  /// The accounts about which there is something to say.
  package let findings: [Finding]

  /// Puts together what the vault and the lists say.
  ///
  /// - Parameters:
  ///   - passwords: How the passwords stand.
  ///   - entries: Everything in the vault outside the trash.
  ///   - breachListMissing: Where a list of passwords that strangers have learned could stand; nil where one does.
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

  /// What strangers know, then weak and used again, then weak, then used again, then the rest, each in the order of the list.
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

    /// Whether one of them is the login's own account, as far as names tell; one without a name may be anybody's.
    func has(_ login: VaultEntry) -> Bool {
      login.services.contains { service in
        guard let host = ServiceDirectory.names(in: service).last, let users = users[host] else { return false }
        return login.user.isEmpty || users.contains(login.user) || users.contains("")
      }
    }
  }
}
