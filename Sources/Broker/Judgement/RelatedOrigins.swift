// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FetchProtocol
import WebAuthnClient
import WebDomains

extension JudgedCaller {
  /// Whether an RP ID is valid but neither this origin's domain nor a parent of it.
  func needsPermission(for relyingPartyID: String) -> Bool {
    guard let id = try? RelyingPartyID(relyingPartyID), origin.host.domainName != nil else { return false }
    return (try? id.check(against: origin)) == nil
  }
}

extension WellKnownDocuments {
  /// Returns the document in which an RP ID's domain names related origins, for the client's algorithm.
  func relatedOrigins(of id: RelyingPartyID, for origin: Origin) async throws -> RelatedOriginsResponse {
    let answer = try await answer(to: .relatedOrigins(of: id)) { answer in
      answer.isJSONDocument && RelatedOriginsDocument(parsing: answer.body)?.permits(origin) == true
    }
    return RelatedOriginsResponse(statusCode: answer.status, contentType: answer.contentType, body: answer.body)
  }
}

extension JSONValue {
  /// The RP ID in a page's options for an assertion.
  var requestedRelyingPartyID: String? {
    guard case .object(let members) = self, case .text(let id)? = members["rpId"] else { return nil }
    return id
  }

  /// The RP ID in a page's options for a registration.
  var createdRelyingPartyID: String? {
    guard case .object(let members) = self, case .object(let party)? = members["rp"], case .text(let id)? = party["id"] else { return nil }
    return id
  }

  /// The maximum number of characters of a page's challenge: 16 KiB in base64url. Neither WebAuthn nor browsers have a limit. Usual
  /// challenges have 16 to 64 bytes, and the web platform tests call 8 KiB absurdly large, which has to be supported
  /// (createcredential-badargs-challenge).
  private static let longestChallenge = 21_846

  /// Refuses a ceremony's options if the challenge is too long: the client data contain it, and have to fit into an answer.
  /// - Throws: `badRequest` with WebAuthn's exception for unspecified errors (WebAuthn L3 §5.1.3, §5.1.4).
  func requireBoundedChallenge() throws(ClientFailure) {
    guard case .object(let members) = self, case .text(let challenge)? = members["challenge"],
      challenge.utf8.count > Self.longestChallenge
    else { return }
    throw ClientFailure(.badRequest, exception: "NotAllowedError", detail: "challenge")
  }
}
