// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import WebAuthnModel
import WebAuthnRelyingParty

/// One registered passkey.
struct Passkey: Sendable {
  /// By which pages and forms name it.
  let id: Int64
  /// What the relying-party library keeps of it.
  let record: PublicKeyCredentialRecord
  let account: Account
  /// What its owner calls it.
  let name: String
  /// The authenticator's model as it says itself.
  let aaguid: AAGUID
  /// Whether it signs in without a user name; `nil` when the browser did not say.
  let isDiscoverable: Bool?
  /// Whether the authenticator can derive keys with it.
  let hasPRF: Bool
  /// Whether it was added for the step after a password; it proves possession and never signs in alone, whatever it could do.
  let isSecondStepOnly: Bool
  let created: Date
  let lastUsed: Date?
  /// When its signature counter last went back.
  let counterRegressed: Date?
}

/// A passkey that was just verified and is not stored yet.
struct NewPasskey: Sendable {
  let record: PublicKeyCredentialRecord
  let suggestedName: String
  let aaguid: AAGUID
  let isDiscoverable: Bool?
  let hasPRF: Bool
  let isSecondStepOnly: Bool
}

extension Passkey {
  /// `nil` for a row that no passkey can have, which the library would not have let in.
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
