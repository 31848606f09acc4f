// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The body of an entry of kind 4: the new recovery key, and the current epoch's key for it.
struct RecoveryReplacement: Hashable, Sendable {
  let keys: MemberPublicKeys
  let wrap: SealedToMember

  var body: CBORMap {
    [
      .unsigned(1): .bytes(keys.signing),
      .unsigned(2): .bytes(keys.keyAgreement),
      .unsigned(3): .bytes(wrap.encapsulation),
      .unsigned(4): .bytes(wrap.ciphertext),
    ]
  }

  init(keys: MemberPublicKeys, wrap: SealedToMember) {
    self.keys = keys
    self.wrap = wrap
  }

  init(body: CBORMap) throws(CredentialCryptographyError) {
    let fields = CanonicalFields(body)
    try fields.requireKeys(1...4)
    keys = MemberPublicKeys(
      signing: try fields.bytes(1, count: MemberPublicKeys.signingByteCount),
      keyAgreement: try fields.bytes(2, count: MemberPublicKeys.keyAgreementByteCount))
    guard let wrap = SealedToMember(ofEpochKey: try fields.bytes(3), try fields.bytes(4)) else {
      throw CredentialCryptographyError(.malformed)
    }
    self.wrap = wrap
  }
}
