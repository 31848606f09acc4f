// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import WebAuthnModel
import WebAuthnRelyingParty

/// One registered passkey.
struct Passkey: Sendable {
  /// The number by which pages and forms refer to it.
  let id: Int64
  /// The relying-party library's record.
  let record: PublicKeyCredentialRecord
  let account: Account
  /// The name that its owner chose.
  let name: String
  /// The authenticator's model, as it states itself.
  let aaguid: AAGUID
  /// Whether it can be used without a user name; `nil` if the browser did not say.
  let isDiscoverable: Bool?
  /// Whether the authenticator can derive keys with it.
  let hasPRF: Bool
  /// Whether it was added for the step after a password. It then only proves possession and never signs in on its own, whatever its
  /// capabilities.
  let isSecondStepOnly: Bool
  let created: Date
  let lastUsed: Date?
  /// The last time at which its signature counter decreased.
  let counterRegressed: Date?
}

/// A verified passkey that is not stored yet.
struct NewPasskey: Sendable {
  let record: PublicKeyCredentialRecord
  let suggestedName: String
  let aaguid: AAGUID
  let isDiscoverable: Bool?
  let hasPRF: Bool
  let isSecondStepOnly: Bool
}

extension Passkey {
  /// `nil` for an invalid row, which the library would not have stored.
  init?(_ row: Row) {
    let credentialID: Data = row["credential_id"]
    let account: Data = row["account"]
    let publicKey: Data = row["public_key"]
    let transports: String = row["transports"]
    let signCount: Int64 = row["sign_count"]
    let aaguid: Data = row["aaguid"]
    let created: Double = row["created"]
    let lastUsed: Double? = row["last_used"]
    let regressed: Double? = row["counter_regressed"]
    guard let handle = UserHandle(account), let credential = CredentialID(credentialID), let model = AAGUID(aaguid) else { return nil }
    self.init(
      id: row["id"],
      record: PublicKeyCredentialRecord(
        id: credential, userHandle: handle, publicKey: Array(publicKey), signCount: UInt32(clamping: signCount),
        isUserVerificationInitialized: row["user_verification_initialized"],
        transports: (try? JSONDecoder().decode([String].self, from: Data(transports.utf8))) ?? [],
        isBackupEligible: row["backup_eligible"], isBackedUp: row["backed_up"]),
      account: Account(id: account, userName: row["user_name"]), name: row["name"], aaguid: model, isDiscoverable: row["discoverable"],
      hasPRF: row["prf"], isSecondStepOnly: row["second_step"], created: Date(timeIntervalSince1970: created),
      lastUsed: lastUsed.map(Date.init(timeIntervalSince1970:)), counterRegressed: regressed.map(Date.init(timeIntervalSince1970:)))
  }
}
