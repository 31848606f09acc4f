// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import Testing

@Suite("The default implementation of a provider method")
@MainActor
struct MissingOverrideTests {
  final class OverridesNothing: ASCredentialProviderViewController {}

  final class OverridesIdentityForms: ASCredentialProviderViewController {
    var provided: [String] = []

    override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {
      provided.append("headless " + credentialIdentity.user)
    }

    override func prepareInterfaceToProvideCredential(for credentialIdentity: ASPasswordCredentialIdentity) {
      provided.append("interface " + credentialIdentity.user)
    }
  }

  let sent = SentMessages()
  let service = ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)

  private func begin<Controller: ASCredentialProviderViewController>(_ type: Controller.Type) throws -> Controller {
    let controller = try #require(type.init(coder: NSCoder()))
    controller.begin(sent.context(taking: [.password, .oneTimeCode]))
    return controller
  }

  private func expectCancelled() {
    #expect(sent.cancellation?.code == ASExtensionError.failed.rawValue)
    #expect(sent.cancellation?.reason == "methodNotOverridden")
  }

  @Test("cancels a request for a list of passwords")
  func list() throws {
    try begin(OverridesNothing.self).prepareCredentialList(for: [service])
    expectCancelled()
  }

  @Test("cancels a request for a list of one-time codes")
  func codeList() throws {
    try begin(OverridesNothing.self).prepareOneTimeCodeCredentialList(for: [service])
    expectCancelled()
  }

  @Test("cancels a request for a list of passkeys and passwords")
  func passkeyList() throws {
    let parameters = PasskeyParametersValue(
      relyingPartyIdentifier: "shop.example", clientDataHash: Data(repeating: 1, count: 32), userVerification: "required",
      allowedCredentials: [])
    try begin(OverridesNothing.self).prepareCredentialList(for: [service], requestParameters: parameters.requestParameters)
    expectCancelled()
  }

  @Test("cancels a password request that neither method handles")
  func password() throws {
    let identity = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "anne", recordIdentifier: nil)
    try begin(OverridesNothing.self).provideCredentialWithoutUserInteraction(for: ASPasswordCredentialRequest(credentialIdentity: identity))
    expectCancelled()
  }

  @Test("cancels a request for a one-time code, which no older method with an identity handles")
  func oneTimeCode() throws {
    let identity = ASOneTimeCodeCredentialIdentity(serviceIdentifier: service, label: "anne", recordIdentifier: nil)
    let request = ASOneTimeCodeCredentialRequest(credentialIdentity: identity)
    let controller = try begin(OverridesIdentityForms.self)
    controller.prepareInterfaceToProvideCredential(for: request)
    #expect(controller.provided.isEmpty)
    expectCancelled()
  }

  @Test("cancels a request to create a passkey")
  func registration() throws {
    let identity = ASPasskeyCredentialIdentity(
      relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data(), userHandle: Data([1]))
    let request = ASPasskeyCredentialRequest(
      credentialIdentity: identity, clientDataHash: Data(repeating: 1, count: 32), userVerificationPreference: .preferred,
      supportedAlgorithms: [.ES256])
    try begin(OverridesNothing.self).prepareInterface(forPasskeyRegistration: request)
    expectCancelled()
  }

  @Test("forwards a password request to the older method that takes an identity")
  func fallsThrough() throws {
    let identity = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "anne", recordIdentifier: nil)
    let request = ASPasswordCredentialRequest(credentialIdentity: identity)
    let controller = try begin(OverridesIdentityForms.self)
    controller.provideCredentialWithoutUserInteraction(for: request)
    controller.prepareInterfaceToProvideCredential(for: request)
    #expect(controller.provided == ["headless anne", "interface anne"])
    #expect(sent.all.isEmpty)
  }
}
