// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// The extensions of an authentication after the client's processing (WebAuthn L3 §5.1.4.1 step 9).
public struct AssertionExtensions: Sendable {
  /// What any credential's PRF shall be evaluated on.
  public let prfSalts: PRFSalts?
  /// What single credentials' PRFs shall be evaluated on instead.
  public let prfSaltsByCredential: [CredentialID: PRFSalts]
  /// What shall be done with the data beside the credential.
  public let largeBlob: LargeBlobOperation?
  /// Whether the bytes in the credential shall be signed with the assertion.
  public let wantsCredBlob: Bool
  private let wantsPRF: Bool

  /// What a page does with the data beside a credential.
  public enum LargeBlobOperation: Hashable, Sendable {
    /// Reads them.
    case read
    /// Keeps these in their place.
    case write([UInt8])
  }

  /// Whether a PRF will be evaluated, for which the person has to be verified (WebAuthn L3 §10.1.4).
  public var evaluatesPRF: Bool { prfSalts != nil || !prfSaltsByCredential.isEmpty }

  init(
    _ inputs: AuthenticationExtensionsClientInputsJSON?, allowed: [PublicKeyCredentialDescriptorJSON], supported: ClientExtensions
  ) throws(WebAuthnClientError) {
    // §10.1.4, authentication.
    let prf = supported.contains(.prf) ? inputs?.prf : nil
    let byCredential = prf?.evalByCredential ?? [:]
    // 1. Inputs by credential need a list of credentials.
    guard byCredential.isEmpty || !allowed.isEmpty else {
      throw WebAuthnClientError(.notSupportedError, step: "10.1.4 authentication step 1")
    }
    // 2. Every key is the ID of one of them.
    var salts: [CredentialID: PRFSalts] = [:]
    for (key, values) in byCredential {
      guard let bytes = Base64URL(parsing: key), let id = CredentialID(bytes.bytes), allowed.contains(where: { $0.id == bytes }) else {
        throw WebAuthnClientError(.syntaxError, step: "10.1.4 authentication step 2")
      }
      salts[id] = PRFSalts(hashing: values)
    }
    // 3. to 5. Which salts apply shows with the credential.
    wantsPRF = prf != nil
    prfSalts = prf?.eval.flatMap { PRFSalts(hashing: $0) }
    prfSaltsByCredential = salts

    // §10.1.5, authentication.
    let blob = supported.contains(.largeBlob) ? inputs?.largeBlob : nil
    // 1. Support is a matter of registrations; 2. one operation at a time.
    guard blob?.support == nil else { throw WebAuthnClientError(.notSupportedError, step: "10.1.5 authentication step 1") }
    guard blob?.read == nil || blob?.write == nil else {
      throw WebAuthnClientError(.notSupportedError, step: "10.1.5 authentication step 2")
    }
    if let bytes = blob?.write?.bytes {
      // 4.1. Writing needs one credential.
      guard allowed.count == 1 else { throw WebAuthnClientError(.notSupportedError, step: "10.1.5 authentication step 4") }
      largeBlob = .write(bytes)
    } else {
      largeBlob = blob?.read == true ? .read : nil
    }

    // CTAP 2.2 §12.2.
    wantsCredBlob = supported.contains(.credBlob) && inputs?.getCredBlob ?? false
  }

  /// The client extension outputs for what an authenticator answered.
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
