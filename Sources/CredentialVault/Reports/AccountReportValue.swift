// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialModel

/// A report in CBOR (docs/formats/vault.md, "Reports"): `[kind, service, …]`.
enum AccountReportValue {
  static func encode(_ report: AccountReport) -> CBORValue {
    switch report {
    case .unknownPasskey(let name, let credentialID): .array([.unsigned(0), .text(name), .bytes(credentialID)])
    case .acceptedPasskeys(let name, let user, let accepted):
      .array([.unsigned(1), .text(name), .bytes(user), .array(accepted.map { .bytes($0) })])
    case .userNames(let name, let user, let userName, let displayName):
      .array([.unsigned(2), .text(name), .bytes(user), .text(userName), displayName.map { .text($0) } ?? .null])
    case .unusedPassword(let domain, let user): .array([.unsigned(3), .text(domain), .text(user)])
    }
  }

  /// Returns the report; nil for a value of another version.
  static func decode(_ value: CBORValue) -> AccountReport? {
    guard case .array(let parts) = value, parts.count >= 3, case .unsigned(let kind) = parts[0], case .text(let service) = parts[1] else {
      return nil
    }
    switch (kind, parts[2], parts.count) {
    case (0, .bytes(let credentialID), 3): return .unknownPasskey(relyingPartyID: service, credentialID: credentialID)
    case (1, .bytes(let user), 4):
      guard case .array(let elements) = parts[3] else { return nil }
      let accepted = elements.compactMap(\.bytesValue)
      guard accepted.count == elements.count else { return nil }
      return .acceptedPasskeys(relyingPartyID: service, userHandle: user, credentialIDs: accepted)
    case (2, .bytes(let user), 5):
      guard case .text(let name) = parts[3], parts[4] == .null || parts[4].textValue != nil else { return nil }
      return .userNames(relyingPartyID: service, userHandle: user, name: name, displayName: parts[4].textValue)
    case (3, .text(let user), 3): return .unusedPassword(domain: service, user: user)
    default: return nil
    }
  }
}
