// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import WebAuthnModel

/// The inputs of a verification procedure besides the statement (WebAuthn L3 §6.5.2).
struct AttestationInputs {
  /// The parsed authenticator data.
  let authenticatorData: AuthenticatorData
  /// The authenticator data as received.
  let authenticatorDataBytes: [UInt8]
  /// The credential in the authenticator data.
  let credential: AuthenticatorData.AttestedCredentialData
  /// SHA-256 of the client data.
  let clientDataHash: [UInt8]

  /// The bytes that most formats sign or hash: authenticator data followed by the client data hash.
  var signedBytes: [UInt8] { authenticatorDataBytes + clientDataHash }

  /// SHA-256 of ``signedBytes``, which some formats contain as a nonce.
  var nonce: [UInt8] { Array(SHA256.hash(data: signedBytes)) }
}
