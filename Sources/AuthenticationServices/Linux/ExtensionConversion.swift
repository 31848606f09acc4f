// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
internal import Crypto
internal import Foundation
package import SecretMemory

extension PasskeyExtensionInputsValue {
  /// Apple's form for a sign-in; nil when nothing is asked that it has a place for.
  package var assertionInput: ASPasskeyAssertionCredentialExtensionInput? {
    let perCredential = Dictionary(
      saltsByCredential.map { ($0.credentialID, $0.salts.inputValues) }, uniquingKeysWith: { first, _ in first })
    let prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput? =
      if let salts {
        .inputValues(salts.inputValues, perCredentialInputValues: perCredential.isEmpty ? nil : perCredential)
      } else {
        perCredential.isEmpty ? nil : .perCredentialInputValues(perCredential)
      }
    let blob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput? =
      switch largeBlob {
      case .read?: .read
      case .write(let data)?: .write(data)
      case nil: nil
      }
    guard prf != nil || blob != nil else { return nil }
    return ASPasskeyAssertionCredentialExtensionInput(largeBlob: blob, prf: prf)
  }

  /// Apple's form for a registration; nil when nothing is asked that it has a place for.
  package var registrationInput: ASPasskeyRegistrationCredentialExtensionInput? {
    let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput? =
      wantsPRF ? salts.map { .inputValues($0.inputValues) } ?? .checkForSupport : nil
    let blob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput? = largeBlobSupport.map {
      $0 == "required" ? .supportRequired : .supportPreferred
    }
    guard prf != nil || blob != nil else { return nil }
    return ASPasskeyRegistrationCredentialExtensionInput(largeBlob: blob, prf: prf)
  }

  /// Reads extensions from an archive; nil when it holds none.
  init?(archived coder: NSCoder) {
    guard let data = coder.archivedData(forKey: "extensionInput"), let value = try? JSONDecoder().decode(Self.self, from: data) else {
      return nil
    }
    self = value
  }

  /// Writes the extensions to an archive.
  func archive(in coder: NSCoder) {
    coder.archive(try? JSONEncoder().encode(self), forKey: "extensionInput")
  }

  /// Takes Apple's form of a sign-in's extensions; nil for none.
  package init?(_ input: ASPasskeyAssertionCredentialExtensionInput?) {
    guard let input else { return nil }
    self.init()
    salts = input.prf?.inputValues.map(Salts.init)
    saltsByCredential = (input.prf?.perCredentialInputValues ?? [:]).map { CredentialSalts(credentialID: $0, salts: Salts($1)) }
    largeBlob =
      switch input.largeBlob?.operation {
      case .read?: .read
      case .write(let data)?: .write(data)
      case nil: nil
      }
  }

  /// Takes Apple's form of a registration's extensions; nil for none.
  package init?(_ input: ASPasskeyRegistrationCredentialExtensionInput?) {
    guard let input else { return nil }
    self.init()
    wantsPRF = input.prf != nil
    salts = input.prf?.inputValues.map(Salts.init)
    largeBlobSupport = input.largeBlob.map { $0.supportRequirement == .required ? "required" : "preferred" }
  }
}

extension PasskeyExtensionInputsValue.Salts {
  fileprivate init(_ values: ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues) {
    self.init(first: values.saltInput1, second: values.saltInput2)
  }

  fileprivate var inputValues: ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues {
    .saltInput1(first, saltInput2: second)
  }
}

/// Outputs on their way to the broker: what may be read, and what only the secret part carries.
package struct DeliveredExtensions: Sendable {
  /// What became of the extensions; nil when nothing was said of them.
  package private(set) var outputs: PasskeyExtensionOutputsValue?
  /// PRF results and data beside the passkey, in this order; nil when there are none.
  package private(set) var secret: SecretMemory.SharedSecret?

  /// Takes a sign-in's outputs.
  package init(_ output: ASPasskeyAssertionCredentialExtensionOutput?) {
    guard let output else { return }
    var value = PasskeyExtensionOutputsValue()
    var blob: Data?
    switch output.largeBlob?.result {
    case .read(let data)?: blob = data
    case .write(let success)?: value.wroteLargeBlob = success
    case nil: break
    }
    carry([output.prf?.first, output.prf?.second].compactMap(\.self), blob, in: value)
  }

  /// Takes a registration's outputs.
  package init(_ output: ASPasskeyRegistrationCredentialExtensionOutput?) {
    guard let output else { return }
    var value = PasskeyExtensionOutputsValue()
    value.hasPRF = output.prf?.isSupported
    value.keepsLargeBlob = output.largeBlob?.isSupported
    carry([output.prf?.first, output.prf?.second].compactMap(\.self), nil, in: value)
  }

  private mutating func carry(_ results: [SymmetricKey], _ blob: Data?, in value: PasskeyExtensionOutputsValue) {
    var value = value
    // A result of another length is none.
    let length = PasskeyExtensionOutputsValue.prfResultByteCount
    let results = results.allSatisfy { $0.bitCount == length * 8 } ? results : []
    value.prfResultCount = results.count
    value.largeBlobByteCount = blob?.count
    var bytes = SecretBytes(byteCount: results.count * length + (blob?.count ?? 0))
    bytes.withMutableBytes { target in
      for (index, key) in results.enumerated() {
        key.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: target[(index * length)...]).copyMemory(from: $0) }
      }
      if let blob { UnsafeMutableRawBufferPointer(rebasing: target[(results.count * length)...]).copyBytes(from: blob) }
    }
    outputs = value
    secret = bytes.byteCount == 0 ? nil : SecretMemory.SharedSecret(bytes)
  }
}
