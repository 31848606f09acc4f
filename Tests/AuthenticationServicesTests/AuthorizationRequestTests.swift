// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import Testing

@Suite("An app's request")
struct AuthorizationRequestTests {
  let platform = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "shop.example")
  let keys = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: "shop.example")
  let challenge = Data([1, 2, 3])

  private func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
    let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
  }

  @Test("for a new passkey keeps all its values when it is archived or copied")
  func registration() throws {
    let request = platform.createCredentialRegistrationRequest(
      challenge: challenge, name: "anne", userID: Data([7]), requestStyle: .conditional)
    request.displayName = "Anne A."
    request.userVerificationPreference = .required
    request.attestationPreference = .direct
    request.excludedCredentials = [ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data([9]))]
    let copy = try #require(request.copy() as? ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest)
    request.name = "berta"
    #expect(copy.name == "anne")
    for found in [copy, try archived(copy)] {
      #expect(found.relyingPartyIdentifier == "shop.example")
      #expect(found.challenge == challenge)
      #expect(found.userID == Data([7]))
      #expect(found.displayName == "Anne A.")
      #expect(found.requestStyle == .conditional)
      #expect(found.userVerificationPreference == .required)
      #expect(found.attestationPreference == .direct)
      #expect(found.excludedCredentials?.map(\.credentialID) == [Data([9])])
      #expect((found.provider as? ASAuthorizationPlatformPublicKeyCredentialProvider)?.relyingPartyIdentifier == "shop.example")
    }
  }

  @Test("for an assertion has one list of allowed credentials for the class and the protocol")
  func allowedCredentials() throws {
    let request = platform.createCredentialAssertionRequest(challenge: challenge)
    request.allowedCredentials = [ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: Data([1]))]
    let general: any ASAuthorizationPublicKeyCredentialAssertionRequest = request
    #expect(general.allowedCredentials.map(\.credentialID) == [Data([1])])
    general.allowedCredentials = [
      ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(
        credentialID: Data([2]), transports: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport.allSupported)
    ]
    #expect(request.allowedCredentials.map(\.credentialID) == [Data([2])])
    #expect(try archived(request).allowedCredentials.map(\.credentialID) == [Data([2])])
  }

  @Test("for a security key keeps all its values when it is archived")
  func securityKey() throws {
    let request = keys.createCredentialRegistrationRequest(
      challenge: challenge, displayName: "Anne A.", name: "anne", userID: Data([7]))
    request.credentialParameters = [ASAuthorizationPublicKeyCredentialParameters(algorithm: .ES256)]
    request.residentKeyPreference = .required
    request.excludedCredentials = [.init(credentialID: Data([9]), transports: [.usb, .nfc])]
    let found = try archived(request)
    #expect(found.displayName == "Anne A.")
    #expect(found.credentialParameters.map(\.algorithm) == [.ES256])
    #expect(found.residentKeyPreference == .required)
    #expect(found.excludedCredentials.map(\.credentialID) == [Data([9])])
    #expect(found.excludedCredentials.first?.transports == [.usb, .nfc])
  }

  @Test("with a page's client data cannot be read from an archive")
  func browser() throws {
    let page = ASPublicKeyCredentialClientData(challenge: challenge, origin: "https://shop.example")
    let request = platform.createCredentialAssertionRequest(clientData: page)
    #expect(request.challenge == challenge)
    let data = try NSKeyedArchiver.archivedData(withRootObject: request, requiringSecureCoding: true)
    let found = try? NSKeyedUnarchiver.unarchivedObject(
      ofClass: ASAuthorizationPlatformPublicKeyCredentialAssertionRequest.self, from: data)
    #expect(found == nil)
  }

  @Test("to save a password keeps all its values when it is archived")
  func savePassword() throws {
    let request = ASSavePasswordRequest(
      serviceIdentifier: ASCredentialServiceIdentifier(identifier: "org.shop.App", type: .app, displayName: "Shop"),
      credential: ASPasswordCredential(user: "anne", password: "hunter2"), title: "Shop", sessionID: "4", event: .generatedPasswordFilled,
      passwordKind: .passphrase)
    let found = try archived(request)
    #expect(found.serviceIdentifier == request.serviceIdentifier)
    #expect(found.serviceIdentifier.displayName == "Shop")
    #expect(found.credential.password == "hunter2")
    #expect(found.title == "Shop")
    #expect(found.sessionID == "4")
    #expect(found.event == .generatedPasswordFilled)
    #expect(found.passwordKind == .passphrase)
  }
}

@Suite("The URL scope that a password is saved for")
struct AutoFillURLScopeTests {
  @Test("is read from a URL and produces the same URL")
  func url() throws {
    let url = try #require(URL(string: "https://shop.example:8443/account"))
    let scope = try #require(ASAutoFillURLScope(url: url))
    #expect(scope == ASAutoFillURLScope(host: "shop.example", port: 8443, path: "/account"))
    #expect(scope.url == url)
  }

  @Test(
    "is not created from a URL without a host or with another scheme",
    arguments: ["mailto:anne@shop.example", "ftp://shop.example", "https:///x"])
  func refused(text: String) throws {
    #expect(ASAutoFillURLScope(url: try #require(URL(string: text))) == nil)
  }
}

@Suite("The callback of a web authentication session")
struct WebCallbackTests {
  @Test(
    "matches a URL with the app's scheme, or with the given host and path",
    arguments: [
      ("shop-app://done?code=1", true, false), ("SHOP-APP:done", true, false), ("https://shop.example/done?code=1", false, true),
      ("https://SHOP.example/done", false, true), ("https://shop.example/other", false, false), ("http://shop.example/done", false, false),
      ("https://evil.example/done", false, false),
    ])
  func matches(text: String, custom: Bool, https: Bool) throws {
    let url = try #require(URL(string: text))
    #expect(ASWebAuthenticationSession.Callback.customScheme("shop-app").matchesURL(url) == custom)
    #expect(ASWebAuthenticationSession.Callback.https(host: "shop.example", path: "done").matchesURL(url) == https)
  }

  @Test("is not waited for if the session's page is not a web page or the session sets header fields")
  func cannotStart() throws {
    let mail = ASWebAuthenticationSession(
      url: try #require(URL(string: "mailto:anne@shop.example")), callbackURLScheme: "shop-app", completionHandler: { _, _ in })
    #expect(!mail.canStart)
    #expect(!mail.start())
    let headers = ASWebAuthenticationSession(
      url: try #require(URL(string: "https://shop.example")), callback: .customScheme("shop-app"), completionHandler: { _, _ in })
    headers.additionalHeaderFields = ["X-Shop": "1"]
    #expect(!headers.canStart)
    #expect(!headers.start())
  }
}
