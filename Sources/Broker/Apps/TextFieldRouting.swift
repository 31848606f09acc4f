// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import WebDomains

/// Text fields of apps: what the services that an app belongs to have for them.
extension Broker {
  /// Answers what could be filled into a field of an app, once the app is found to belong to the services.
  func suggestText(field: FieldPurpose, services: [ServiceIdentifierValue]?, id: Int, client: Int) throws(ClientFailure) {
    guard let caller = clients[client]?.caller else { throw ClientFailure(.badRequest) }
    let call = open(OpenRequest(client: client, id: id, purpose: .fill))
    let judge = AppRequestJudge(caller: caller, environment: environment)
    Task { [weak self] in
      let judged: Result<[ServiceIdentifierValue], ClientFailure>
      do throws(ClientFailure) {
        judged = .success(try await judge.services(services))
      } catch {
        judged = .failure(error)
      }
      await self?.offerText(call, field: field, of: judged)
    }
  }

  private func offerText(_ call: Int, field: FieldPurpose, of judged: Result<[ServiceIdentifierValue], ClientFailure>) {
    // It may have been cancelled meanwhile.
    guard let request = requests[call] else { return }
    do throws(ClientFailure) {
      let services = try judged.get()
      guard let first = services.first, let origin = try? Origin(parsing: "https://" + first.identifier) else {
        throw ClientFailure(.badRequest, detail: "services")
      }
      // A passkey answers the request that waits for a field to get the focus.
      let waiting = field == .username ? waitingAuthorization(of: request.client) : nil
      let caller = JudgedCaller(origin: origin, topOrigin: origin, isCrossOrigin: false, services: services)
      requests[call] = nil
      clients[request.client]?.calls[request.id] = nil
      answerSuggestions(
        id: request.id, client: request.client, caller: caller, field: field,
        assertion: waiting.flatMap { requests[$0]?.authorization?.assertions.first?.prepared }, authorization: waiting)
    } catch {
      finish(call, failure: error)
    }
  }

  private func waitingAuthorization(of client: Int) -> Int? {
    requests.filter { $0.value.client == client && $0.value.authorization?.mode == .autofill && $0.value.provider == nil }.keys.max()
  }

  /// Has the passkey that was picked in a field answer the request that waited for this; the pick itself brings nothing into the field.
  func providePasskey(_ identity: CredentialIdentityValue, of provider: String, to call: Int, id: Int, client: Int) throws(ClientFailure) {
    guard let request = requests[call], request.client == client, request.provider == nil,
      let assertion = request.authorization?.assertions.first
    else { throw ClientFailure(.tokenExpired) }
    requests[call]?.assertion = assertion.prepared
    askForCredential(assertion.prepared.request(for: identity), of: provider, call: call)
    tell(.done(id: id), client: client)
  }
}
