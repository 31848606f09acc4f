// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// The extensions of a registration, as processed by the client (WebAuthn L3 §5.1.3 step 12).
public struct CreationExtensions: Sendable {
  /// Whether to report if the credential is discoverable.
  public let wantsCredentialProperties: Bool
  /// Whether to create a PRF for the credential.
  public let wantsPRF: Bool
  /// The PRF inputs to evaluate immediately.
  public let prfSalts: PRFSalts?
  /// Whether to support data stored with the credential, and whether the registration fails without it.
  public let largeBlobSupport: LargeBlobSupport?
  /// The requested protection level, one of the three names in CTAP 2.2 §12.1.
  public let credentialProtectionPolicy: String?
  /// The bytes to store in the credential, at most 32.
  public let credBlob: [UInt8]?
  /// Whether to report the minimum length of the authenticator's PIN.
  public let wantsMinimumPINLength: Bool
  private let wantsCredBlob: Bool

  /// The level of support for stored data that a page requests (WebAuthn L3 §10.1.5, `LargeBlobSupport`).
  public enum LargeBlobSupport: Sendable {
    /// The registration fails without it.
    case required
    /// Support if possible; also the meaning of an unknown value.
    case preferred
  }

  static let protectionPolicies = [
    "userVerificationOptional", "userVerificationOptionalWithCredentialIDList", "userVerificationRequired",
  ]

  init(_ inputs: AuthenticationExtensionsClientInputsJSON?, supported: ClientExtensions) throws(WebAuthnClientError) {
    wantsCredentialProperties = supported.contains(.credProps) && inputs?.credProps ?? false

    // §10.1.4, registration.
    let prf = supported.contains(.prf) ? inputs?.prf : nil
    // 1. Inputs by credential are not allowed before a credential exists.
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

    // CTAP 2.2 §12.1: the policy is an enumeration, so any other text has the wrong type.
    let policy = supported.contains(.credProtect) ? inputs?.credentialProtectionPolicy : nil
    guard policy.map(Self.protectionPolicies.contains) ?? true else { throw WebAuthnClientError(.typeError, step: "credProtect") }
    credentialProtectionPolicy = policy

    // CTAP 2.2 §12.2: authenticators need not store more than 32 bytes. The page gets the result in any case.
    wantsCredBlob = inputs?.credBlob != nil
    credBlob = supported.contains(.credBlob) ? inputs?.credBlob.flatMap { $0.bytes.count <= 32 ? $0.bytes : nil } : nil
    // CTAP 2.2 §12.4.
    wantsMinimumPINLength = supported.contains(.minPinLength) && inputs?.minPinLength ?? false
  }

  /// Returns the client extension outputs for an authenticator's response.
  func outputs(for answer: CreationAnswer) -> AuthenticationExtensionsClientOutputsJSON {
    var outputs = AuthenticationExtensionsClientOutputsJSON(
      credProps: wantsCredentialProperties ? .init(rk: answer.isDiscoverable) : nil,
      prf: wantsPRF ? .init(enabled: answer.hasPRF, results: answer.hasPRF && prfSalts != nil ? answer.prfResults : nil) : nil,
      largeBlob: largeBlobSupport.map { _ in .init(supported: answer.keepsLargeBlob) })
    outputs.credBlob = wantsCredBlob ? credBlob != nil && answer.keepsCredBlob : nil
    return outputs
  }
}
