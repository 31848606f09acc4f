// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging
import SecretMemory

/// Apps' requests: judged first, then a picker of the broker's own, then one provider.
extension Broker {
  /// Takes up what an app performs; nothing is shown before the app was found to belong to the services it asks for.
  func authorize(_ values: [AppRequestValue], mode: AppRequestMode, id: Int, client: Int) throws(ClientFailure) {
    guard let caller = clients[client]?.caller else { throw ClientFailure(.badRequest) }
    var request = OpenRequest(client: client, id: id, purpose: .authorize)
    request.appMode = mode
    let call = open(request)
    let judge = AppRequestJudge(caller: caller, environment: environment)
    Task { [weak self] in
      let judged: Result<AppAuthorization, ClientFailure>
      do throws(ClientFailure) {
        judged = .success(try await judge.judge(values, mode: mode))
      } catch {
        judged = .failure(error)
      }
      await self?.go(on: call, with: judged)
    }
  }

  private func go(on call: Int, with judged: Result<AppAuthorization, ClientFailure>) {
    // It may have been cancelled meanwhile.
    guard requests[call] != nil else { return }
    do throws(ClientFailure) {
      let authorization = try judged.get()
      requests[call]?.authorization = authorization
      // A field's focus goes on with what waits here.
      guard authorization.mode != .autofill else { return }
      if authorization.signsIn {
        signInWhenProvidersArrived(call)
      } else {
        try register(call, for: authorization)
      }
    } catch {
      finish(call, failure: error)
    }
  }

  // MARK: Signing in

  /// Shows what there is to sign in with, or tells the app that there is nothing.
  func showPicker(_ call: Int) {
    guard let authorization = requests[call]?.authorization else { return }
    let picker = AppPicker(of: order.compactMap { providers[$0] }, for: authorization, creator: passkeyCreator(for: authorization))
    // What is locked away may hold something, but what is there immediately is what was asked for (Apple:
    // `preferImmediatelyAvailableCredentials`).
    guard authorization.mode == .immediate ? picker.isImmediate : !picker.rows.isEmpty else {
      return finish(call, failure: ClientFailure(.nothingToOffer))
    }
    requests[call]?.choices = picker.choices
    var view = PresentableViewValue(
      number: OpenRequest.ownView, kind: .list, title: "Sign in to " + DisplayText.line(authorization.serviceName), rows: picker.rows)
    view.requester = authorization.requester
    requests[call]?.presentedView = view.number
    guard let request = requests[call] else { return }
    show(view, of: request)
  }

  /// Goes on as the person chose in the picker.
  func chooseForApp(_ choice: OpenRequest.Choice, call: Int) {
    guard let authorization = requests[call]?.authorization else { return }
    requests[call]?.choices = [:]
    requests[call]?.presentedView = nil
    switch choice {
    case .passkey(let identity, let provider):
      guard let assertion = authorization.assertions.first(where: { $0.prepared.relyingPartyID == identity.relyingPartyIdentifier }) else {
        return finish(call, failure: ClientFailure(.badRequest))
      }
      requests[call]?.assertion = assertion.prepared
      askForCredential(assertion.prepared.request(for: identity), of: provider, call: call)
    case .password(let identity, let provider):
      askForCredential(CredentialRequestValue(type: .password, identity: identity), of: provider, call: call)
    case .unlock(let provider), .list(let provider):
      askForList(of: provider, call: call, for: authorization)
    case .text, .generated: break
    case .createPasskey:
      do throws(ClientFailure) {
        try register(call, for: authorization)
      } catch {
        finish(call, failure: error)
      }
    }
  }

  /// Asks a provider for the credential that was picked, beginning without interaction.
  func askForCredential(_ value: CredentialRequestValue, of provider: String, call: Int) {
    requests[call]?.provider = provider
    requests[call]?.expectation = .credential(value)
    requests[call]?.machine = .beginWithoutInteraction()
    ask(provider, call: call, .provideCredentialWithoutUserInteraction(call: call, request: value))
  }

  private func askForList(of provider: String, call: Int, for authorization: AppAuthorization) {
    let assertion = authorization.assertions.first
    let parameters = providers[provider]?.bundle.capabilities.passkeys == true ? assertion?.prepared.parameters : nil
    let services = authorization.wantsPassword ? authorization.passwordServices : assertion?.caller.services ?? []
    requests[call]?.provider = provider
    requests[call]?.assertion = assertion?.prepared
    requests[call]?.expectation = .signInFromList(parameters)
    requests[call]?.machine = .beginWithInterface()
    ask(provider, call: call, .prepareCredentialList(call: call, services: services, parameters: parameters))
  }

  // MARK: Registering

  /// The provider that an app's new passkey would be made by; nil when it asks for none.
  private func passkeyCreator(for authorization: AppAuthorization) -> HostedProvider? {
    authorization.registrations.isEmpty ? nil : providerForNewPasskeys().flatMap { providers[$0] }
  }

  private func register(_ call: Int, for authorization: AppAuthorization) throws(ClientFailure) {
    guard let registration = authorization.registrations.first else { throw ClientFailure(.badRequest, detail: "requests") }
    if authorization.isConditional { return try registerConditionally(call, registration) }
    guard let provider = providerForNewPasskeys() else { throw ClientFailure(.noPasskeyProvider) }
    requests[call]?.provider = provider
    requests[call]?.registration = registration
    requests[call]?.expectation = .registration(registration.request)
    requests[call]?.machine = .beginWithInterface()
    ask(provider, call: call, .prepareInterfaceForPasskeyRegistration(call: call, request: registration.request))
  }

  /// Has the provider that filled the app's password just before make a passkey, without a question.
  private func registerConditionally(_ call: Int, _ registration: PreparedPasskeyRegistration) throws(ClientFailure) {
    guard let client = requests[call]?.client,
      let provider = conditionalCreator(for: registration.relyingPartyID, client: client)
    else { throw ClientFailure(.nothingToOffer) }
    requests[call]?.provider = provider
    requests[call]?.registration = registration
    requests[call]?.expectation = .registration(registration.request)
    requests[call]?.machine = .onlyWithoutInteraction()
    ask(provider, call: call, .performPasskeyRegistrationWithoutUserInteractionIfPossible(call: call, request: registration.request))
  }

  // MARK: Answering

  /// Hands an app what a provider gave, once it is found to be what the app asked for.
  func deliverToApp(_ answer: CheckedAnswer, call: Int) throws(ClientFailure) {
    guard let request = requests[call], let authorization = request.authorization else { return }
    let credential: AppCredentialValue
    var secret: SharedSecret?
    switch answer {
    case .password(let user, let password):
      guard authorization.wantsPassword else { throw ClientFailure(.providerFailed, detail: providerName(of: call)) }
      credential = .password(user: user)
      secret = SharedSecret(copying: password.utf8)
    case .assertion(let assertion):
      guard let prepared = request.assertion else { throw ClientFailure(.providerFailed, detail: providerName(of: call)) }
      (credential, secret) = try prepared.appCredential(assertion)
    case .registration(let credentialID, let attestationObject, let extensions):
      guard let prepared = request.registration else { throw ClientFailure(.providerFailed, detail: providerName(of: call)) }
      (credential, secret) = try prepared.appCredential(
        credentialID: credentialID, attestationObject: attestationObject, extensions: extensions)
    default:
      throw ClientFailure(.providerFailed, detail: providerName(of: call))
    }
    deliver(.authorized(id: request.id, credential: credential), secret: secret, call: call)
  }
}
