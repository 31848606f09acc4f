// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// The extensions of an authentication, as processed by the client (WebAuthn L3 §5.1.4.1 step 9).
public struct AssertionExtensions: Sendable {
  /// The PRF inputs for any credential.
  public let prfSalts: PRFSalts?
  /// The PRF inputs for individual credentials, which override the common ones.
  public let prfSaltsByCredential: [CredentialID: PRFSalts]
  /// The operation on the data stored with the credential.
  public let largeBlob: LargeBlobOperation?
  /// Whether to include the bytes in the credential in the signed assertion.
  public let wantsCredBlob: Bool
  private let wantsPRF: Bool

  /// An operation on the data stored with a credential.
  public enum LargeBlobOperation: Hashable, Sendable {
    /// Read the data.
    case read
    /// Replace the data with these bytes.
    case write([UInt8])
  }

  /// Whether a PRF will be evaluated, which requires user verification (WebAuthn L3 §10.1.4).
  public var evaluatesPRF: Bool { prfSalts != nil || !prfSaltsByCredential.isEmpty }

  init(
    _ inputs: AuthenticationExtensionsClientInputsJSON?, allowed: [PublicKeyCredentialDescriptorJSON], supported: ClientExtensions
  ) throws(WebAuthnClientError) {
    // §10.1.4, authentication.
    let prf = supported.contains(.prf) ? inputs?.prf : nil
    let byCredential = prf?.evalByCredential ?? [:]
    // 1. Inputs by credential require an allow list.
    guard byCredential.isEmpty || !allowed.isEmpty else {
      throw WebAuthnClientError(.notSupportedError, step: "10.1.4 authentication step 1")
    }
    // 2. Every key must be the ID of a credential in the list.
    var salts: [CredentialID: PRFSalts] = [:]
    for (key, values) in byCredential {
      guard let bytes = Base64URL(parsing: key), let id = CredentialID(bytes.bytes), allowed.contains(where: { $0.id == bytes }) else {
        throw WebAuthnClientError(.syntaxError, step: "10.1.4 authentication step 2")
      }
      salts[id] = PRFSalts(hashing: values)
    }
    // 3. to 5. The credential that is used determines which salts apply.
    wantsPRF = prf != nil
    prfSalts = prf?.eval.flatMap { PRFSalts(hashing: $0) }
    prfSaltsByCredential = salts

    // §10.1.5, authentication.
    let blob = supported.contains(.largeBlob) ? inputs?.largeBlob : nil
    // 1. Support is requested only in registrations; 2. one operation at a time.
    guard blob?.support == nil else { throw WebAuthnClientError(.notSupportedError, step: "10.1.5 authentication step 1") }
    guard blob?.read == nil || blob?.write == nil else {
      throw WebAuthnClientError(.notSupportedError, step: "10.1.5 authentication step 2")
    }
    if let bytes = blob?.write?.bytes {
      // 4.1. Writing requires exactly one credential.
      guard allowed.count == 1 else { throw WebAuthnClientError(.notSupportedError, step: "10.1.5 authentication step 4") }
      largeBlob = .write(bytes)
    } else {
      largeBlob = blob?.read == true ? .read : nil
    }

    // CTAP 2.2 §12.2.
    wantsCredBlob = supported.contains(.credBlob) && inputs?.getCredBlob ?? false
  }

  /// Returns the client extension outputs for an authenticator's response.
  func outputs(for answer: AssertionAnswer) -> AuthenticationExtensionsClientOutputsJSON {
    var outputs = AuthenticationExtensionsClientOutputsJSON()
    if wantsPRF {
      let wasAsked = prfSalts != nil || prfSaltsByCredential[answer.credentialID] != nil
      outputs.prf = .init(results: wasAsked ? answer.prfResults : nil)
    }
    switch largeBlob {
    case .read: outputs.largeBlob = .init(blob: answer.largeBlob.map { Base64URL($0) })
    case .write: outputs.largeBlob = .init(written: answer.wroteLargeBlob)
    case nil: break
    }
    outputs.getCredBlob = wantsCredBlob ? answer.credBlob.map { Base64URL($0) } : nil
    return outputs
  }
}
