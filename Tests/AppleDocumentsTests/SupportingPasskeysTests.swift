// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import SupportingPasskeys
import Testing

/// The requests of the fragments of the page "Supporting passkeys", and the branches of their delegate. Tests/EndToEnd runs the fragments
/// in a session, where they succeed.
@Suite("Supporting passkeys", .timeLimit(.minutes(1)))
@MainActor
struct SupportingPasskeysTests {
  let signIn = PasskeySignIn()
  let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: "example.com")
  let controller = ASAuthorizationController(authorizationRequests: [])
  /// A session without a broker, whatever runs in the user's own.
  let nobody = BrokerClient { throw CocoaError(.fileNoSuchFile) }

  private func outcome() async -> PasskeySignIn.Outcome? {
    var outcomes = signIn.outcomes.makeAsyncIterator()
    return await outcomes.next(isolation: MainActor.shared)
  }

  /// The code of the error that the delegate receives next, or nil for any other branch.
  private func errorCode() async -> ASAuthorizationError.Code? {
    if case .error(let error)? = await outcome() { error.code } else { nil }
  }

  @Test("a registration requests the server's challenge and user, and returns an error if the system cannot be reached")
  func register() async throws {
    BrokerClient.$current.withValue(nobody) { signIn.register(challengeOfServer: Data([1]), userIDOfServer: Data([2])) }
    let request = try #require(signIn.performed.first as? ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest)
    #expect(request.challenge == Data([1]))
    #expect(request.userID == Data([2]))
    #expect(request.name == "Anne Johnson")
    #expect(request.relyingPartyIdentifier == "example.com")
    #expect(await errorCode() == .failed)
  }

  @Test("an assertion requests the server's challenge, and returns an error if the system cannot be reached")
  func assert() async throws {
    BrokerClient.$current.withValue(nobody) { signIn.signIn(challengeOfServer: Data([3])) }
    let request = try #require(signIn.performed.first as? ASAuthorizationPlatformPublicKeyCredentialAssertionRequest)
    #expect(request.challenge == Data([3]))
    #expect(request.allowedCredentials.isEmpty)
    #expect(await errorCode() == .failed)
  }

  @Test("the delegate distinguishes a registration, an assertion and other credentials")
  func responds() async {
    let registration = ASAuthorizationPlatformPublicKeyCredentialRegistration(
      rawClientDataJSON: Data("{}".utf8), credentialID: Data([7]), rawAttestationObject: Data([8]))
    let assertion = ASAuthorizationPlatformPublicKeyCredentialAssertion(
      rawClientDataJSON: Data("{}".utf8), credentialID: Data([7]), rawAuthenticatorData: Data([1]), userID: Data([2]), signature: Data([9]))
    respond(with: registration)
    if case .registration(let given)? = await outcome() { #expect(given === registration) } else { Issue.record("wrong branch") }
    respond(with: assertion)
    if case .assertion(let given)? = await outcome() { #expect(given === assertion) } else { Issue.record("wrong branch") }
    respond(with: ASPasswordCredential(user: "anne", password: "hunter2"))
    if case .other? = await outcome() {} else { Issue.record("wrong branch") }
  }

  private func respond(with credential: any ASAuthorizationCredential) {
    let authorization = ASAuthorization(provider: provider, credential: credential)
    signIn.authorizationController(controller: controller, didCompleteWithAuthorization: authorization)
  }
}
