// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import Testing

@Suite("Apple's values")
struct ValueTests {
  let service = ASCredentialServiceIdentifier(identifier: "https://login.shop.example/in", type: .URL)

  @Test("a URL service identifier is displayed as its host, any other identifier unchanged")
  func displayNames() {
    #expect(service.displayName == "login.shop.example")
    #expect(ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain).displayName == "shop.example")
    #expect(ASCredentialServiceIdentifier(identifier: "org.shop", type: .app, displayName: "Shop").displayName == "Shop")
  }

  @Test("a one-time code identity's user is its label, and a passkey identity's service is its relying party")
  func identities() {
    #expect(ASOneTimeCodeCredentialIdentity(serviceIdentifier: service, label: "anne", recordIdentifier: nil).user == "anne")
    let passkey = ASPasskeyCredentialIdentity(
      relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data([1]), userHandle: Data([2]))
    #expect(passkey.serviceIdentifier.identifier == "shop.example")
    #expect(passkey.serviceIdentifier.type == .domain)
    #expect(passkey.rank == 0)
  }

  @Test("a test can subclass the store's state, and a plain instance describes a disabled store")
  func storeStates() {
    final class Enabled: ASCredentialIdentityStoreState {
      override var isEnabled: Bool { true }
    }
    #expect(Enabled().isEnabled)
    #expect(!Enabled().supportsIncrementalUpdates)
    #expect(!ASCredentialIdentityStoreState().isEnabled)
  }

  @Test("a view controller can be created without a nib name and loads its view once")
  @MainActor
  func viewControllers() {
    final class Noted: UIViewController {
      private(set) var loads = 0
      override func viewDidLoad() { loads += 1 }
    }
    let controller = Noted()
    controller.loadViewIfNeeded()
    controller.loadViewIfNeeded()
    #expect(controller.loads == 1)
  }

  @Test("a copied identity has its own rank")
  func copies() throws {
    let identity = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "anne", recordIdentifier: "r")
    identity.rank = 2
    let copy = try #require(identity.copy() as? ASPasswordCredentialIdentity)
    identity.rank = 5
    #expect(copy.rank == 2)
    #expect(copy.isEqual(identity))
  }

  @Test("an identity survives archiving")
  func archives() throws {
    let identity = ASPasskeyCredentialIdentity(
      relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data([1, 2]), userHandle: Data([3]), recordIdentifier: "k")
    identity.rank = 4
    let archive = try NSKeyedArchiver.archivedData(withRootObject: identity, requiringSecureCoding: true)
    let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ASPasskeyCredentialIdentity.self, from: archive))
    #expect(read.isEqual(identity))
    #expect(read.rank == 4)
  }

  @Test("a registration request survives archiving")
  func requestArchives() throws {
    let value = CredentialRequestValue(
      type: .passkeyRegistration,
      identity: CredentialIdentityValue(
        relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data(), userHandle: Data([3]), recordIdentifier: nil),
      clientDataHash: Data(repeating: 9, count: 32), userVerification: "required", supportedAlgorithms: [-7, -257],
      excludedCredentialIDs: [Data([1])], displayName: "Anne A.")
    let request = try #require(value.credentialRequest as? ASPasskeyCredentialRequest)
    let archive = try NSKeyedArchiver.archivedData(withRootObject: request, requiringSecureCoding: true)
    let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ASPasskeyCredentialRequest.self, from: archive))
    #expect(read.type == .passkeyRegistration)
    #expect(read.clientDataHash == request.clientDataHash)
    #expect(read.userVerificationPreference == .required)
    #expect(read.supportedAlgorithms == [.ES256, ASCOSEAlgorithmIdentifier(-257)])
    #expect(read.excludedCredentials?.map(\.credentialID) == [Data([1])])
    #expect(read.userDisplayName == "Anne A.")
  }

  @Test("list parameters survive archiving")
  func parameterArchives() throws {
    let parameters = PasskeyParametersValue(
      relyingPartyIdentifier: "shop.example", clientDataHash: Data(repeating: 1, count: 32), userVerification: "discouraged",
      allowedCredentials: [Data([1]), Data([2, 3])]
    ).requestParameters
    let archive = try NSKeyedArchiver.archivedData(withRootObject: parameters, requiringSecureCoding: true)
    let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ASPasskeyCredentialRequestParameters.self, from: archive))
    #expect(read.relyingPartyIdentifier == "shop.example")
    #expect(read.userVerificationPreference == .discouraged)
    #expect(read.allowedCredentials == parameters.allowedCredentials)
  }

  @Test("a passkey request needs a client data hash of exactly 32 bytes")
  func hashless() {
    var value = CredentialRequestValue(
      type: .passkeyAssertion,
      identity: CredentialIdentityValue(
        relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data([1]), userHandle: Data([3]), recordIdentifier: nil),
      clientDataHash: Data(repeating: 9, count: 32), userVerification: "preferred")
    #expect(value.credentialRequest?.type == .passkeyAssertion)
    value.clientDataHash = Data(repeating: 9, count: 31)
    #expect(value.credentialRequest == nil)
  }

  @Test("errors have Apple's domain and codes and can be caught by code")
  func errors() {
    #expect((ASExtensionError(.userInteractionRequired) as NSError).domain == "ASExtensionErrorDomain")
    #expect((ASExtensionError(.userInteractionRequired) as NSError).code == 100)
    #expect(ASExtensionError.userCanceled.rawValue == 1)
    #expect(ASExtensionError.Code(rawValue: 102) == .matchedExcludedCredential)
    do {
      throw ASExtensionError(.userCanceled)
    } catch ASExtensionError.userCanceled {
    } catch {
      Issue.record("the error was not caught by its code")
    }
  }
}
