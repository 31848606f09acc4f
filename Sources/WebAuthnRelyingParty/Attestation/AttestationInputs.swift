// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import WebAuthnModel

/// What a verification procedure is given beside the statement (WebAuthn L3 §6.5.2).
struct AttestationInputs {
  /// The authenticator data, read.
  let authenticatorData: AuthenticatorData
  /// The authenticator data as they were received.
  let authenticatorDataBytes: [UInt8]
  /// The credential in the authenticator data.
  let credential: AuthenticatorData.AttestedCredentialData
  /// SHA-256 of the client data.
  let clientDataHash: [UInt8]

  /// What most formats sign or hash: authenticator data and client data hash.
  var signedBytes: [UInt8] { authenticatorDataBytes + clientDataHash }

  /// SHA-256 of what most formats sign, which some carry as a nonce.
  var nonce: [UInt8] { Array(SHA256.hash(data: signedBytes)) }
}
