// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FetchProtocol
import Logging
import WebAuthnClient
import WebDomains

/// Pages that use the RP ID of another domain, because that domain names them as related (WebAuthn L3 §5.11).
extension Broker {
  /// Judges who asks, and goes on at once where the RP ID is the page's own; else after the RP ID's domain was asked whether it may be
  /// used here. The ceremony's own steps say no where that brought nothing.
  ///
  /// - Parameter relyingPartyID: the RP ID that the page names, if any.
  /// - Throws: what ``CallerJudge`` refuses.
  func withCaller(
    _ context: ClientContext, relyingPartyID: String?, id: Int, client: Int,
    _ begin: @escaping @Sendable (isolated Broker, JudgedCaller) throws -> Void
  ) throws {
    let caller = try CallerJudge.judge(context)
    guard let relyingPartyID, caller.needsPermission(for: relyingPartyID) else { return try begin(self, caller) }
    clients[client]?.waiting.insert(id)
    let documents = environment.wellKnown
    let logger = environment.logger
    Task {
      var permitted = caller
      permitted.webAuthnCaller = await caller.webAuthnCaller.validatingRelatedOrigins(of: relyingPartyID) { _ in
        do {
          return try await documents.relatedOrigins(of: RelyingPartyID(relyingPartyID), for: caller.origin)
        } catch let failure as FetchFailure {
          logger.info("related origins did not come", metadata: ["code": "\(failure.name)"])
          throw failure
        }
      }
      // Taken back, or gone, meanwhile.
      guard clients[client]?.waiting.remove(id) != nil else { return }
      attempt(id: id, client: client) { try begin(self, permitted) }
    }
  }

  /// The same for a ceremony, whose page learns no more of a refusal than the specification says.
  func withCaller(
    ofCeremony context: ClientContext, relyingPartyID: String?, id: Int, client: Int,
    _ begin: @escaping @Sendable (isolated Broker, JudgedCaller) throws -> Void
  ) throws {
    do {
      try withCaller(context, relyingPartyID: relyingPartyID, id: id, client: client, begin)
    } catch let failure as ClientFailure {
      throw failure.seenByPage()
    }
  }
}

extension JudgedCaller {
  /// Whether an RP ID is a valid one that is neither this origin's domain nor above it.
  fileprivate func needsPermission(for relyingPartyID: String) -> Bool {
    guard let id = try? RelyingPartyID(relyingPartyID), origin.host.domainName != nil else { return false }
    return (try? id.check(against: origin)) == nil
  }
}

extension WellKnownDocuments {
  /// The document in which an RP ID's domain names related origins, as the client's algorithm takes it.
  fileprivate func relatedOrigins(of id: RelyingPartyID, for origin: Origin) async throws -> RelatedOriginsResponse {
    let answer = try await answer(to: .relatedOrigins(of: id)) { answer in
      answer.isJSONDocument && RelatedOriginsDocument(parsing: answer.body)?.permits(origin) == true
    }
    return RelatedOriginsResponse(statusCode: answer.status, contentType: answer.contentType, body: answer.body)
  }
}

extension JSONValue {
  /// The RP ID that a page's options for an assertion name.
  var requestedRelyingPartyID: String? {
    guard case .object(let members) = self, case .text(let id)? = members["rpId"] else { return nil }
    return id
  }

  /// The RP ID that a page's options for a registration name.
  var createdRelyingPartyID: String? {
    guard case .object(let members) = self, case .object(let party)? = members["rp"], case .text(let id)? = party["id"] else { return nil }
    return id
  }
}
