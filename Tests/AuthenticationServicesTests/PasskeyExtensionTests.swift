// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Crypto
import Foundation
import Testing

@Suite("Passkey extensions")
@MainActor
struct PasskeyExtensionTests {
  private static let identity = ASPasskeyCredentialIdentity(
    relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data([1]), userHandle: Data([3]))

  private static var inputs: PasskeyExtensionInputsValue {
    var value = PasskeyExtensionInputsValue()
    value.salts = .init(first: Data(repeating: 1, count: 32))
    value.saltsByCredential = [.init(credentialID: Data([1]), salts: .init(first: Data(repeating: 2, count: 32), second: Data(count: 32)))]
    value.largeBlob = .write(Data([7]))
    return value
  }

  @Test("the extension inputs of an assertion request have Apple's form and survive archiving")
  func assertionInputs() throws {
    var value = CredentialRequestValue(
      type: .passkeyAssertion,
      identity: CredentialIdentityValue(
        relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data([1]), userHandle: Data([3]), recordIdentifier: nil),
      clientDataHash: Data(repeating: 9, count: 32), userVerification: "required")
    #expect((value.credentialRequest as? ASPasskeyCredentialRequest)?.extensionInput == ASPasskeyCredentialExtensionInput.none)
    value.extensions = Self.inputs
    let request = try #require(value.credentialRequest as? ASPasskeyCredentialRequest)
    let archive = try NSKeyedArchiver.archivedData(withRootObject: request, requiringSecureCoding: true)
    let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ASPasskeyCredentialRequest.self, from: archive))
    #expect(read.extensionInput == request.extensionInput)
    guard case .assertion(let input) = read.extensionInput else { throw CancellationError() }
    #expect(input.largeBlob?.operation == .write(Data([7])))
    #expect(input.prf?.inputValues?.saltInput1 == Data(repeating: 1, count: 32))
    #expect(input.prf?.perCredentialInputValues?[Data([1])]?.saltInput2 == Data(count: 32))
  }

  @Test("the request parameters of a list contain the extension inputs, before and after archiving")
  func listInputs() throws {
    let parameters = PasskeyParametersValue(
      relyingPartyIdentifier: "shop.example", clientDataHash: Data(repeating: 1, count: 32), userVerification: "required",
      allowedCredentials: [], extensions: Self.inputs
    ).requestParameters
    let archive = try NSKeyedArchiver.archivedData(withRootObject: parameters, requiringSecureCoding: true)
    let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ASPasskeyCredentialRequestParameters.self, from: archive))
    #expect(read.extensionInput != nil)
    #expect(read.extensionInput == parameters.extensionInput)
  }

  @Test("a provider can make requests from Apple's extension inputs")
  func madeRequests() {
    let salts = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues(saltInput1: Data(count: 32))
    let registration = ASPasskeyRegistrationCredentialExtensionInput(largeBlob: .supportRequired, prf: .inputValues(salts))
    let assertion = ASPasskeyAssertionCredentialExtensionInput(largeBlob: .read, prf: .perCredentialInputValues([Data([1]): salts]))
    let hash = Data(count: 32)
    #expect(
      ASPasskeyCredentialRequest(
        credentialIdentity: Self.identity, clientDataHash: hash, userVerificationPreference: .preferred, supportedAlgorithms: [.ES256],
        extensionInput: registration
      ).extensionInput == .registration(registration))
    #expect(
      ASPasskeyCredentialRequest(
        credentialIdentity: Self.identity, clientDataHash: hash, userVerificationPreference: .preferred, supportedAlgorithms: [],
        extensionInput: assertion
      ).extensionInput == .assertion(assertion))
  }

  @Test("PRF results and the large blob of a passkey are sent in the secret part, in this order")
  func secretOutputs() async {
    let sent = SentMessages()
    let key = SymmetricKey(data: Data(repeating: 0x61, count: 32))
    await sent.context(taking: [.passkeyAssertion]).completeAssertionRequest(
      using: ASPasskeyAssertionCredential(
        userHandle: Data([3]), relyingParty: "shop.example", signature: Data([1]), clientDataHash: Data(count: 32),
        authenticatorData: Data(count: 37), credentialID: Data([1]),
        extensionOutput: ASPasskeyAssertionCredentialExtensionOutput(
          largeBlob: .read(data: Data("blob".utf8)), prf: .init(first: key, second: nil))))
    guard case .passkeyAssertion(_, _, _, _, _, _, let outputs)? = sent.completion?.result else {
      Issue.record("no assertion was sent")
      return
    }
    #expect(outputs?.prfResultCount == 1 && outputs?.largeBlobByteCount == 4)
    #expect(sent.completion?.secret == String(repeating: "a", count: 32) + "blob")
  }

  @Test("a PRF result that is not 32 bytes long is left out")
  func shortResult() async {
    let sent = SentMessages()
    await sent.context(taking: [.passkeyRegistration]).completeRegistrationRequest(
      using: ASPasskeyRegistrationCredential(
        relyingParty: "shop.example", clientDataHash: Data(count: 32), credentialID: Data([1]), attestationObject: Data([2]),
        extensionOutput: ASPasskeyRegistrationCredentialExtensionOutput(
          largeBlob: .unsupported, prf: .init(first: SymmetricKey(size: .bits128), second: nil))))
    guard case .passkeyRegistration(_, _, _, _, let outputs)? = sent.completion?.result else {
      Issue.record("no registration was sent")
      return
    }
    #expect(outputs?.hasPRF == true && outputs?.prfResultCount == 0 && outputs?.keepsLargeBlob == false)
    #expect(sent.completion?.secret == nil)
  }
}
