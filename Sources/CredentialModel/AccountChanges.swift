// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The changes that a service's report makes to a vault.
///
/// They hide and restore, but never destroy, because a script injected into the service's pages can send a report too.
package struct AccountChanges: Hashable, Sendable {
  /// The new names of an account's passkey.
  package struct NewNames: Hashable, Sendable {
    /// The passkey's record.
    package let record: RecordIdentifier
    /// The account's name to display.
    package let name: String
    /// The person's name to display; nil leaves it unchanged.
    package let displayName: String?
  }

  /// Records to move to the trash.
  package private(set) var hidden: [RecordIdentifier] = []
  /// Records to restore from the trash.
  package private(set) var restored: [RecordIdentifier] = []
  /// Passkeys to rename.
  package private(set) var renamed: [NewNames] = []

  /// Whether nothing changes.
  package var isEmpty: Bool { hidden.isEmpty && restored.isEmpty && renamed.isEmpty }

  /// Determines the changes made by a report.
  ///
  /// - Parameters:
  ///   - report: The service's report. The caller has verified that it may report on its accounts.
  ///   - present: The credentials outside the trash.
  ///   - trashed: The credentials in the trash.
  ///   - belongs: Whether a service of a password is exactly the domain named by the report.
  package init(
    _ report: AccountReport, present: [CredentialSummary], trashed: [CredentialSummary], belongs: (ServiceIdentifier, String) -> Bool
  ) {
    switch report {
    case .unknownPasskey(let name, let credentialID):
      hidden = present.filter { $0.relyingPartyID == name && $0.credentialID == credentialID }.map(\.id)
    case .acceptedPasskeys(let name, let userHandle, let accepted):
      let accepted = Set(accepted)
      func isAccepted(_ passkey: CredentialSummary) -> Bool { passkey.credentialID.map(accepted.contains) ?? false }
      let own = (present + trashed).filter { $0.isPasskey(of: userHandle, at: name) }
      hidden = own.filter { $0.trashed == nil && !isAccepted($0) }.map(\.id)
      restored = own.filter { passkey in
        guard passkey.trashed != nil, isAccepted(passkey) else { return false }
        if passkey.isHiddenByService { return true }
        // The service never stored the passkey that replaced this one, so this one still signs in.
        guard let successor = passkey.successor else { return false }
        return !own.contains { $0.id == successor && isAccepted($0) }
      }.map(\.id)
    case .userNames(let name, let userHandle, let userName, let displayName):
      renamed = (present + trashed.filter(\.isHiddenByService)).filter { $0.isPasskey(of: userHandle, at: name) }.map {
        NewNames(record: $0.id, name: userName, displayName: displayName)
      }
    case .unusedPassword(let domain, let user):
      // A password that other services accept too is still useful.
      hidden = present.filter { password in
        password.kind == .password && password.user == user && !password.services.isEmpty
          && password.services.allSatisfy { belongs($0, domain) }
      }.map(\.id)
    }
  }
}

extension CredentialSummary {
  fileprivate func isPasskey(of user: [UInt8], at relyingParty: String) -> Bool {
    kind == .passkey && relyingPartyID == relyingParty && userHandle == user
  }
}
