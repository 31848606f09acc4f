// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WebAuthnModel

/// The RP ID in options, read before the ceremony's steps. Malformed options yield nil and fail in those steps.
struct RequestedRelyingParty {
  let id: String?

  init(creationOptionsJSON: [UInt8]) {
    id = (try? JSONDecoder().decode(PublicKeyCredentialCreationOptionsJSON.self, from: Data(creationOptionsJSON)))?.rp.id
  }

  init(requestOptionsJSON: [UInt8]) {
    id = (try? JSONDecoder().decode(PublicKeyCredentialRequestOptionsJSON.self, from: Data(requestOptionsJSON)))?.rpId
  }
}
