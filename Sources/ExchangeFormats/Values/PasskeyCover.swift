// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import WebDomains

extension ExchangedItem {
  /// Whether one of the item's passkeys already covers a service.
  func hasPasskey(for service: ServiceIdentifier) -> Bool {
    guard service.rule == .domain, let host = service.keptAddress?.address.host.domainName else { return false }
    return passkeys.contains { host == $0.relyingPartyID || host.hasSuffix("." + $0.relyingPartyID) }
  }

  /// Whether a login without a password only repeats data of the item's passkeys.
  ///
  /// Programs write the user name and address of a passkey as those of a login; a login with nothing to fill in is dropped.
  func hasPasskey(insteadOf login: ExchangedLogin) -> Bool {
    guard login.password == nil, login.history.isEmpty, !passkeys.isEmpty else { return false }
    return (login.user.isEmpty || passkeys.contains { $0.userName == login.user }) && login.services.allSatisfy { hasPasskey(for: $0) }
  }

  private var passkeys: [ExchangedPasskey] {
    parts.compactMap { part in if case .passkey(let passkey) = part { passkey } else { nil } }
  }
}
