// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WebAuthnModel

/// The RP ID that options name, read ahead of the ceremony's steps; malformed options name none and fail there.
struct RequestedRelyingParty {
  let id: String?

  init(creationOptionsJSON: [UInt8]) {
    id = (try? JSONDecoder().decode(PublicKeyCredentialCreationOptionsJSON.self, from: Data(creationOptionsJSON)))?.rp.id
  }

  init(requestOptionsJSON: [UInt8]) {
    id = (try? JSONDecoder().decode(PublicKeyCredentialRequestOptionsJSON.self, from: Data(requestOptionsJSON)))?.rpId
  }
}
