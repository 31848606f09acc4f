// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a service's word changes in a vault.
///
/// It hides and brings back, and never destroys: a script that was smuggled into the service's pages can say it too.
package struct AccountChanges: Hashable, Sendable {
  /// What an account's passkey is called from now on.
  package struct NewNames: Hashable, Sendable {
    /// The passkey's record.
    package let record: RecordIdentifier
    /// The account's name for people.
    package let name: String
    /// The person's name for people; nil leaves it.
    package let displayName: String?
  }

  /// Records that go to the trash.
  package private(set) var hidden: [RecordIdentifier] = []
  /// Records that come back from there.
  package private(set) var restored: [RecordIdentifier] = []
  /// Passkeys that are called otherwise from now on.
  package private(set) var renamed: [NewNames] = []

  /// Whether nothing changes.
  package var isEmpty: Bool { hidden.isEmpty && restored.isEmpty && renamed.isEmpty }

  /// Finds what a report changes.
  ///
  /// - Parameters:
  ///   - report: The service's word; that it may speak for its accounts was judged before.
  ///   - present: The credentials outside the trash.
  ///   - trashed: Those in the trash.
  ///   - belongs: Whether a service of a password is the domain that the report names, and no other.
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
        // The service never kept the passkey that replaced this one, so this one still signs in.
        guard let successor = passkey.successor else { return false }
        return !own.contains { $0.id == successor && isAccepted($0) }
      }.map(\.id)
    case .userNames(let name, let userHandle, let userName, let displayName):
      renamed = (present + trashed.filter(\.isHiddenByService)).filter { $0.isPasskey(of: userHandle, at: name) }.map {
        NewNames(record: $0.id, name: userName, displayName: displayName)
      }
    case .unusedPassword(let domain, let user):
      // A password that other services take too goes on being of use.
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
