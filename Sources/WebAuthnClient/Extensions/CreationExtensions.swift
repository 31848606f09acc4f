// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// The extensions of a registration after the client's processing (WebAuthn L3 §5.1.3 step 12).
public struct CreationExtensions: Sendable {
  /// Whether the page wants to know if the credential is discoverable.
  public let wantsCredentialProperties: Bool
  /// Whether the credential shall have a PRF.
  public let wantsPRF: Bool
  /// What the PRF shall be evaluated on at once.
  public let prfSalts: PRFSalts?
  /// Whether data shall be kept beside the credential, and whether the registration fails where they cannot be.
  public let largeBlobSupport: LargeBlobSupport?
  /// The protection that the page asked for, one of the three names of CTAP 2.2 §12.1.
  public let credentialProtectionPolicy: String?
  /// What shall be kept in the credential, at most 32 bytes.
  public let credBlob: [UInt8]?
  /// Whether the page wants to know how long the authenticator's PIN must be.
  public let wantsMinimumPINLength: Bool
  private let wantsCredBlob: Bool

  /// How much a page wants data beside the credential (WebAuthn L3 §10.1.5, `LargeBlobSupport`).
  public enum LargeBlobSupport: Sendable {
    /// The registration fails without.
    case required
    /// If possible; also what an unknown value means.
    case preferred
  }

  static let protectionPolicies = [
    "userVerificationOptional", "userVerificationOptionalWithCredentialIDList", "userVerificationRequired",
  ]

  init(_ inputs: AuthenticationExtensionsClientInputsJSON?, supported: ClientExtensions) throws(WebAuthnClientError) {
    wantsCredentialProperties = supported.contains(.credProps) && inputs?.credProps ?? false

    // §10.1.4, registration.
    let prf = supported.contains(.prf) ? inputs?.prf : nil
    // 1. Inputs by credential make no sense before there is one.
    guard prf?.evalByCredential == nil else { throw WebAuthnClientError(.notSupportedError, step: "10.1.4 registration step 1") }
    // 2. The salts.
    wantsPRF = prf != nil
    prfSalts = prf?.eval.flatMap { PRFSalts(hashing: $0) }

    // §10.1.5, registration.
    let largeBlob = supported.contains(.largeBlob) ? inputs?.largeBlob : nil
    // 1. There is nothing to read or write yet.
    guard largeBlob?.read == nil, largeBlob?.write == nil else {
      throw WebAuthnClientError(.notSupportedError, step: "10.1.5 registration step 1")
    }
    largeBlobSupport = largeBlob.map { $0.support == "required" ? .required : .preferred }

    // CTAP 2.2 §12.1: the policy is an enumeration, so another text is not of its type.
    let policy = supported.contains(.credProtect) ? inputs?.credentialProtectionPolicy : nil
    guard policy.map(Self.protectionPolicies.contains) ?? true else { throw WebAuthnClientError(.typeError, step: "credProtect") }
    credentialProtectionPolicy = policy

    // CTAP 2.2 §12.2: more than 32 bytes no authenticator has to keep. Whatever comes of it, the page is told.
    wantsCredBlob = inputs?.credBlob != nil
    credBlob = supported.contains(.credBlob) ? inputs?.credBlob.flatMap { $0.bytes.count <= 32 ? $0.bytes : nil } : nil
    // CTAP 2.2 §12.4.
    wantsMinimumPINLength = supported.contains(.minPinLength) && inputs?.minPinLength ?? false
  }

  /// The client extension outputs for what an authenticator answered.
  func outputs(for answer: CreationAnswer) -> AuthenticationExtensionsClientOutputsJSON {
    var outputs = AuthenticationExtensionsClientOutputsJSON(
      credProps: wantsCredentialProperties ? .init(rk: answer.isDiscoverable) : nil,
      prf: wantsPRF ? .init(enabled: answer.hasPRF, results: answer.hasPRF && prfSalts != nil ? answer.prfResults : nil) : nil,
      largeBlob: largeBlobSupport.map { _ in .init(supported: answer.keepsLargeBlob) })
    outputs.credBlob = wantsCredBlob ? credBlob != nil && answer.keepsCredBlob : nil
    return outputs
  }
}
