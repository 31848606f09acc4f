// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import SecretMemory

/// Passkey ceremonies: the broker is the WebAuthn client, a provider is the authenticator.
extension Broker {
  /// Begins a registration at the provider for new passkeys; the provider asks the person.
  func createPasskey(id: Int, client: Int, caller: JudgedCaller, options: JSONValue, isConditional: Bool) throws {
    let registration = try PreparedPasskeyRegistration(options: options, caller: caller, isConditional: isConditional)
    guard !isConditional else { return try createConditionally(registration, id: id, client: client) }
    guard let provider = providerForNewPasskeys() else { throw ClientFailure(.nothingToOffer, exception: "NotAllowedError") }
    var request = OpenRequest(client: client, id: id, purpose: .create)
    request.provider = provider
    request.machine = .beginWithInterface()
    request.expectation = .registration(registration.request)
    request.registration = registration
    let call = open(request)
    ask(provider, call: call, .prepareInterfaceForPasskeyRegistration(call: call, request: registration.request))
  }

  /// Begins a registration of which nobody is asked: at the provider that filled a password into this site just before, or not at all
  /// (WebAuthn L3 §5.1.3 step 19; Apple: `RequestStyle.conditional`).
  private func createConditionally(_ registration: PreparedPasskeyRegistration, id: Int, client: Int) throws(ClientFailure) {
    guard let provider = conditionalCreator(for: registration.relyingPartyID, client: client)
    else { throw ClientFailure(.nothingToOffer, exception: "NotAllowedError") }
    var request = OpenRequest(client: client, id: id, purpose: .create)
    request.provider = provider
    request.machine = .onlyWithoutInteraction()
    request.expectation = .registration(registration.request)
    request.registration = registration
    let call = open(request)
    ask(provider, call: call, .performPasskeyRegistrationWithoutUserInteractionIfPossible(call: call, request: registration.request))
  }

  /// Begins an assertion: the broker shows which passkeys would do, from every provider, and asks the one that is picked.
  func getPasskey(id: Int, client: Int, caller: JudgedCaller, options: JSONValue) throws {
    let assertion = try PreparedPasskeyAssertion(options: options, caller: caller)
    var request = OpenRequest(client: client, id: id, purpose: .get)
    request.assertion = assertion
    request.listing = OpenRequest.Listing(field: .username, caller: caller)
    var rows: [PresentableViewValue.Row] = []
    let found = order.compactMap { providers[$0] }.filter(\.bundle.capabilities.passkeys).map { provider in
      (provider, provider.store.passkeys(of: assertion.relyingPartyID, allowed: assertion.allowedCredentialIDs))
    }
    let share = MergedOffers.fairShare(of: found.map(\.1.count))
    for (provider, passkeys) in found {
      let identifier = provider.bundle.identifier
      for identity in passkeys.prefix(share) {
        let row = "k\(rows.count)"
        request.choices[row] = .passkey(identity, provider: identifier)
        rows.append(
          PresentableViewValue.Row(
            id: row, title: DisplayText.line(identity.user), subtitle: "Passkey in " + provider.bundle.displayName, match: true,
            kind: .passkey, provider: provider.bundle.displayName))
      }
      if provider.isClosed, provider.lockState != .noVault {
        let row = "u\(rows.count)"
        request.choices[row] = .unlock(provider: identifier)
        rows.append(
          PresentableViewValue.Row(
            id: row, title: "Unlock " + provider.bundle.displayName, subtitle: "It is locked", kind: .locked,
            provider: provider.bundle.displayName))
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

  /// Turns a checked answer into what the client is sent, and what goes beside it: a browser's carrier has no secret part.
  func clientAnswer(_ answer: CheckedAnswer, to request: OpenRequest) throws(ClientFailure) -> (ClientAnswer, SharedSecret?) {
    let id = request.id
    func last(_ texts: [String], _ answer: (Bool) -> ClientAnswer) -> (ClientAnswer, SharedSecret?) {
      let inJSON = clients[request.client]?.role == .browser
      return (answer(inJSON), inJSON ? nil : SharedSecret(copying: texts.joined().utf8))
    }
    switch answer {
    case .oneTimeCode(let code):
      return last([code]) { .oneTimeCode(id: id, code: $0 ? code : nil) }
    case .password(let user, let password):
      // A page that asked for a passkey alone has no field for a password.
      guard request.purpose == .fill else { throw ClientFailure(.providerFailed, exception: "NotAllowedError") }
      return last([password]) { .password(id: id, user: user, password: $0 ? password : nil) }
    case .generated(let passwords):
      return last(passwords.map(\.password)) { inJSON in
        let values = passwords.map { GeneratedPasswordValue(kind: $0, byteCount: $1.utf8.count, value: inJSON ? $1 : nil) }
        return .generated(id: id, passwords: values)
      }
    case .text(let text):
      return last([text]) { .text(id: id, text: $0 ? text : nil) }
    case .saved:
      return (.saved(id: id), nil)
    case .configured:
      return (.done(id: id), nil)
    case .setUp(let service, let account):
      return (.setUpDone(id: id, service: service, account: account), nil)
    case .assertion(let assertion):
      guard let prepared = request.assertion else { throw ClientFailure(.providerFailed) }
      let response = try prepared.response(assertion)
      return (request.purpose == .get ? .passkeyAsserted(id: id, response: response) : .passkey(id: id, response: response), nil)
    case .registration(let credentialID, let attestationObject, let extensions):
      guard let prepared = request.registration else { throw ClientFailure(.providerFailed) }
      let response = try prepared.response(credentialID: credentialID, attestationObject: attestationObject, extensions: extensions)
      return (.passkeyCreated(id: id, response: response), nil)
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
