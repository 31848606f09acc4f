// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials

/// Passkey ceremonies: the broker is the WebAuthn client, a provider is the authenticator.
extension Broker {
  /// Begins a registration at the provider for new passkeys; the provider asks the person.
  func createPasskey(id: Int, client: Int, context: ClientContext, options: JSONValue) throws {
    let caller = try judgeCeremony(context)
    let registration = try PreparedPasskeyRegistration(options: options, caller: caller)
    guard let provider = providerForNewPasskeys() else { throw ClientFailure(.nothingToOffer, exception: "NotAllowedError") }
    var request = OpenRequest(client: client, id: id, purpose: .create)
    request.provider = provider
    request.machine = .beginWithInterface()
    request.expectation = .registration(registration.request)
    request.registration = registration
    let call = open(request)
    ask(provider, call: call, .prepareInterfaceForPasskeyRegistration(call: call, request: registration.request))
  }

  /// Begins an assertion: the broker shows which passkeys would do, from every provider, and asks the one that is picked.
  func getPasskey(id: Int, client: Int, context: ClientContext, options: JSONValue) throws {
    let caller = try judgeCeremony(context)
    let assertion = try PreparedPasskeyAssertion(options: options, caller: caller)
    var request = OpenRequest(client: client, id: id, purpose: .get)
    request.assertion = assertion
    request.listing = OpenRequest.Listing(field: .username, caller: caller)
    var rows: [PresentableViewValue.Row] = []
    for identifier in order {
      guard let provider = providers[identifier], provider.bundle.capabilities.passkeys else { continue }
      for identity in provider.store.passkeys(of: assertion.relyingPartyID, allowed: assertion.allowedCredentialIDs) {
        let row = "k\(rows.count)"
        request.choices[row] = .passkey(identity, provider: identifier)
        rows.append(
          PresentableViewValue.Row(
            id: row, title: DisplayText.line(identity.user), subtitle: "Passkey in " + provider.bundle.displayName, match: true))
      }
      if provider.isClosed, provider.lockState != .noVault {
        let row = "u\(rows.count)"
        request.choices[row] = .unlock(provider: identifier)
        rows.append(PresentableViewValue.Row(id: row, title: "Unlock " + provider.bundle.displayName, subtitle: "It is locked"))
      }
    }
    guard !rows.isEmpty else { throw ClientFailure(.nothingToOffer, exception: "NotAllowedError") }
    presentOwnView(
      PresentableViewValue(
        number: OpenRequest.ownView, kind: .list, title: "Sign in to " + assertion.relyingPartyID + " with a passkey", rows: rows),
      for: request)
  }

  /// The provider that makes a new passkey: the person's choice for them, else the first that can.
  func providerForNewPasskeys() -> String? {
    providersForNewPasskeys.first { providers[$0]?.lockState != .noVault }
  }

  private func judgeCeremony(_ context: ClientContext) throws(ClientFailure) -> JudgedCaller {
    do {
      return try CallerJudge.judge(context)
    } catch {
      throw error.seenByPage()
    }
  }

  /// Turns a checked answer into what the client is sent.
  func clientAnswer(_ answer: CheckedAnswer, to request: OpenRequest) throws(ClientFailure) -> ClientAnswer {
    switch answer {
    case .oneTimeCode(let code):
      return .oneTimeCode(id: request.id, code: code)
    case .password(let user, let password):
      // A page that asked for a passkey alone has no field for a password.
      guard request.purpose == .fill else { throw ClientFailure(.providerFailed, exception: "NotAllowedError") }
      return .password(id: request.id, user: user, password: password)
    case .setUp(let service, let account):
      return .setUpDone(id: request.id, service: service, account: account)
    case .assertion(let assertion):
      guard let prepared = request.assertion else { throw ClientFailure(.providerFailed) }
      let response = try prepared.response(assertion)
      return request.purpose == .get ? .passkeyAsserted(id: request.id, response: response) : .passkey(id: request.id, response: response)
    case .registration(let credentialID, let attestationObject, let extensions):
      guard let prepared = request.registration else { throw ClientFailure(.providerFailed) }
      let response = try prepared.response(credentialID: credentialID, attestationObject: attestationObject, extensions: extensions)
      return .passkeyCreated(id: request.id, response: response)
    }
  }
}

extension ClientFailure {
  /// Gives a passkey request's failure the DOMException name that its page may see; which rule failed stays with the person.
  func seenByPage() -> ClientFailure {
    guard exception == nil else { return self }
    var failure = self
    failure.exception =
      code == .matchedExcludedCredential ? "InvalidStateError" : detail == "relyingPartyMismatch" ? "SecurityError" : "NotAllowedError"
    return failure
  }
}
