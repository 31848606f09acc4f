// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import SecretMemory
import WebDomains

/// New passwords and passwords to keep.
extension Broker {
  /// Asks the first provider that makes passwords for some.
  ///
  /// Nobody is asked anything (Apple: `.userInteractionRequired` is a failure here), unless the person wished to choose: then the
  /// provider's own interface is shown, or where it opted out of having one, the broker's choice of what it made.
  func generatePassword(
    id: Int, client: Int, context: ClientContext?, _ value: GeneratePasswordsRequestValue, isChosen: Bool
  ) throws {
    let rules = [value.passwordFieldRules, value.confirmFieldRules, value.quirkRules]
    guard rules.allSatisfy({ ($0?.utf8.count ?? 0) <= 4096 }) else { throw ClientFailure(.badRequest) }
    begin(id: id, client: client, context: context, service: value.service, purpose: .generate) {
      (broker: isolated Broker, call, service) throws(ClientFailure) in
      guard let provider = broker.order.first(where: { broker.providers[$0]?.bundle.capabilities.generatePasswordCredentials == true })
      else { throw ClientFailure(.nothingToOffer) }
      var value = value
      value.service = service
      let showsInterface = isChosen && broker.providers[provider]?.bundle.capabilities.generatePasswordCredentialsWithUI == true
      broker.requests[call]?.machine = showsInterface ? .beginWithInterface() : .onlyWithoutInteraction()
      broker.requests[call]?.expectation = .generatedPasswords
      broker.requests[call]?.mustChoose = isChosen && !showsInterface
      broker.requests[call]?.provider = provider
      broker.ask(
        provider, call: call,
        showsInterface
          ? .prepareInterfaceForGeneratePasswordsRequest(call: call, request: value)
          : .performGeneratePasswordsRequestWithoutUserInteraction(call: call, request: value))
    }
  }

  /// Has the person choose among passwords that a provider made which shows no interface for it.
  func offer(_ passwords: [(kind: String, password: String)], call: Int) {
    guard let provider = requests[call]?.provider, let source = providers[provider]?.bundle.displayName else { return }
    var rows: [PresentableViewValue.Row] = []
    for (index, made) in passwords.enumerated() {
      requests[call]?.choices["g\(index)"] = .generated(kind: made.kind, password: made.password)
      rows.append(PresentableViewValue.Row(id: "g\(index)", title: DisplayText.line(made.password), kind: .password, provider: source))
    }
    // From here on it is the broker's own view, which takes no answer of the provider any more.
    requests[call]?.provider = nil
    requests[call]?.machine = nil
    requests[call]?.presentedView = OpenRequest.ownView
    guard let request = requests[call] else { return }
    show(PresentableViewValue(number: OpenRequest.ownView, kind: .list, title: "Choose a new password", rows: rows), of: request)
  }

  /// Hands a password to the first provider that keeps passwords; it may show an interface, but not while a form is still being filled.
  func savePassword(
    id: Int, client: Int, context: ClientContext?, _ value: SavePasswordRequestValue, password: SharedSecret?
  ) throws {
    guard let password, (1...AnswerCheck.passwordLimit).contains(password.byteCount), value.user.utf8.count <= 1024,
      value.sessionID.utf8.count <= 256
    else { throw ClientFailure(.badRequest) }
    begin(id: id, client: client, context: context, service: value.service, purpose: .save) {
      (broker: isolated Broker, call, service) throws(ClientFailure) in
      guard let provider = broker.order.first(where: { broker.keepsPasswords($0) })
      else { throw ClientFailure(.nothingToOffer) }
      var value = value
      value.service = service
      value.title = value.title.map(DisplayText.line)
      broker.requests[call]?.machine = value.event == .generatedPasswordFilled ? .onlyWithoutInteraction() : .beginWithoutInteraction()
      broker.requests[call]?.expectation = .savedPassword(value)
      broker.requests[call]?.provider = provider
      broker.requests[call]?.secret = password
      broker.ask(
        provider, call: call, .performSavePasswordRequestWithoutUserInteractionIfPossible(call: call, request: value), secret: password)
    }
  }

  private func keepsPasswords(_ provider: String) -> Bool {
    providers[provider]?.bundle.capabilities.savePasswordCredentials == true && providers[provider]?.lockState != .noVault
  }

  /// Opens a request and goes on with it once its service is found to be the asker's own.
  ///
  /// - Parameter proceed: Gets the service as it was judged; what it throws ends the request.
  func begin(
    id: Int, client: Int, context: ClientContext?, service: ServiceIdentifierValue, purpose: OpenRequest.Purpose,
    then proceed: @escaping @Sendable (isolated Broker, Int, ServiceIdentifierValue) throws(ClientFailure) -> Void
  ) {
    guard let caller = clients[client]?.caller else { return }
    let call = open(OpenRequest(client: client, id: id, purpose: purpose))
    let judge = ServiceJudge(caller: caller, context: context, environment: environment)
    guard context == nil else { return go(on: call, with: Result { () throws(ClientFailure) in try judge.judgePage(service) }, proceed) }
    Task {
      let judged: Result<ServiceIdentifierValue, ClientFailure>
      do throws(ClientFailure) {
        judged = .success(try await judge.judgeApp(service))
      } catch {
        judged = .failure(error)
      }
      self.go(on: call, with: judged, proceed)
    }
  }

  private func go(
    on call: Int, with judged: Result<ServiceIdentifierValue, ClientFailure>,
    _ proceed: @Sendable (isolated Broker, Int, ServiceIdentifierValue) throws(ClientFailure) -> Void
  ) {
    // It may have been cancelled meanwhile.
    guard requests[call] != nil else { return }
    do throws(ClientFailure) {
      try proceed(self, call, try judged.get())
    } catch {
      finish(call, failure: error)
    }
  }
}
