// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
internal import Crypto
internal import Foundation
package import SecretMemory

extension PasskeyExtensionInputsValue {
  /// The corresponding Apple value for an authentication; nil if none of the extensions exists in Apple's API.
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

  /// The corresponding Apple value for a registration; nil if none of the extensions exists in Apple's API.
  package var registrationInput: ASPasskeyRegistrationCredentialExtensionInput? {
    let prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput? =
      wantsPRF ? salts.map { .inputValues($0.inputValues) } ?? .checkForSupport : nil
    let blob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput? = largeBlobSupport.map {
      $0 == "required" ? .supportRequired : .supportPreferred
    }
    guard prf != nil || blob != nil else { return nil }
    return ASPasskeyRegistrationCredentialExtensionInput(largeBlob: blob, prf: prf)
  }

  /// Reads extensions from an archive; nil if it contains none.
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

  /// Creates a value from Apple's extensions of an authentication; nil for none.
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

  /// Creates a value from Apple's extensions of a registration; nil for none.
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

/// Extension outputs for the broker: a readable part, and a secret part.
package struct DeliveredExtensions: Sendable {
  /// The readable outputs; nil if the provider gave none.
  package private(set) var outputs: PasskeyExtensionOutputsValue?
  /// The PRF results followed by the data stored with the passkey; nil if there are none.
  package private(set) var secret: SecretMemory.SharedSecret?

  /// Creates the outputs of an authentication.
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

  /// Creates the outputs of a registration.
  package init(_ output: ASPasskeyRegistrationCredentialExtensionOutput?) {
    guard let output else { return }
    var value = PasskeyExtensionOutputsValue()
    value.hasPRF = output.prf?.isSupported
    value.keepsLargeBlob = output.largeBlob?.isSupported
    carry([output.prf?.first, output.prf?.second].compactMap(\.self), nil, in: value)
  }

  private mutating func carry(_ results: [SymmetricKey], _ blob: Data?, in value: PasskeyExtensionOutputsValue) {
    var value = value
    // Results of another length are invalid.
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
