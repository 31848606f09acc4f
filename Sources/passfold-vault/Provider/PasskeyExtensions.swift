// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Crypto
import Foundation
import SecretMemory
import WebAuthnAuthenticator
import WebAuthnModel

extension MakeCredentialExtensions {
  /// Creates the authenticator's inputs of a registration.
  init(_ input: ASPasskeyRegistrationCredentialExtensionInput?, protectionPolicy: String?) {
    self.init()
    wantsPRF = input?.prf != nil
    prfSalts = input?.prf?.inputValues.flatMap { PRFSalts($0) }
    protection = protectionPolicy.flatMap { CredentialProtection(policy: $0) }
  }
}

extension GetAssertionExtensions {
  /// Creates the authenticator's inputs of a sign-in.
  init(_ input: ASPasskeyAssertionCredentialExtensionInput?) {
    self.init()
    prfSalts = input?.prf?.inputValues.flatMap { PRFSalts($0) }
    for (credential, values) in input?.prf?.perCredentialInputValues ?? [:] {
      guard let id = CredentialID(credential), let salts = PRFSalts(values) else { continue }
      prfSaltsByCredential[id] = salts
    }
    largeBlob =
      switch input?.largeBlob?.operation {
      case .read?: .read
      case .write(let data)?: .write([UInt8](data))
      case nil: nil
      }
  }
}

extension ASPasskeyRegistrationCredentialExtensionOutput {
  /// Creates the outputs for `input`; nil if it asked for nothing.
  init?(_ results: MakeCredentialExtensionResults, for input: ASPasskeyRegistrationCredentialExtensionInput?) {
    guard let input else { return nil }
    let function: ASAuthorizationPublicKeyCredentialPRFRegistrationOutput =
      if let values = results.prfResults {
        ASAuthorizationPublicKeyCredentialPRFRegistrationOutput(first: values.first.key, second: values.second?.key)
      } else {
        results.hasPRF ? .supported : .unsupported
      }
    // The vault can store a large blob for every passkey.
    self.init(largeBlob: input.largeBlob.map { _ in .supported }, prf: input.prf.map { _ in function })
  }
}

extension ASPasskeyAssertionCredentialExtensionOutput {
  /// Creates the outputs for `input`; nil if it asked for nothing.
  init?(_ results: GetAssertionExtensionResults, for input: ASPasskeyAssertionCredentialExtensionInput?) {
    guard let input else { return nil }
    let blob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? =
      switch input.largeBlob?.operation {
      case .read?: .read(data: results.largeBlob.map { Data($0) })
      case .write?: .write(success: results.wroteLargeBlob ?? false)
      case nil: nil
      }
    self.init(
      largeBlob: blob,
      prf: results.prfResults.map {
        ASAuthorizationPublicKeyCredentialPRFAssertionOutput(first: $0.first.key, second: $0.second?.key)
      })
  }
}

extension PRFSalts {
  /// Creates the salts, which the client has hashed; nil if their length is not 32 bytes.
  fileprivate init?(_ values: ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues) {
    self.init(first: [UInt8](values.saltInput1), second: values.saltInput2.map { [UInt8]($0) })
  }
}

extension SecretMemory.SharedSecret {
  fileprivate var key: SymmetricKey { withBytes { SymmetricKey(data: $0) } }
}
