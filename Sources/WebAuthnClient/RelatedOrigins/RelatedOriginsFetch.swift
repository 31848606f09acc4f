// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebDomains

/// The request for a document that validates related origins (WebAuthn L3 §5.11.1 step 2).
public struct RelatedOriginsRequest: Hashable, Sendable {
  /// The `https:` URL. Send no cookies and no `Referer`, and follow redirects only to `https:`.
  public let url: String
  /// The maximum size of the body, in bytes.
  public let maximumByteCount = RelatedOriginsDocument.maximumByteCount
  /// The time limit for fetching.
  public let timeout = Duration.seconds(10)
}

/// The response to a fetch, after redirects.
public struct RelatedOriginsResponse: Sendable {
  /// The HTTP status.
  public let statusCode: Int
  /// The header field `Content-Type` as received.
  public let contentType: String?
  /// The document's bytes, at most as many as requested.
  public let body: [UInt8]

  /// Creates a response.
  public init(statusCode: Int, contentType: String?, body: [UInt8]) {
    self.statusCode = statusCode
    self.contentType = contentType
    self.body = body
  }

  /// The document; nil unless status, content type and body meet the specification (steps 2.1 to 2.3).
  var document: RelatedOriginsDocument? {
    let essence = contentType?.split(separator: ";", omittingEmptySubsequences: false).first
      .map { $0.trimmingPrefix { $0 == " " || $0 == "\t" }.lowercased() }
    guard statusCode == 200, let essence, essence.split(whereSeparator: { $0 == " " || $0 == "\t" }) == ["application/json"] else {
      return nil
    }
    return RelatedOriginsDocument(parsing: body)
  }
}

/// A function that fetches a well-known document. This library does not access the network itself.
public typealias RelatedOriginsFetch = @Sendable (RelatedOriginsRequest) async throws -> RelatedOriginsResponse

extension WebAuthnCaller {
  /// Returns the caller with permission to use an RP ID that is not a suffix of its domain, if the RP ID's owner allows it (WebAuthn L3
  /// §5.11.1).
  ///
  /// Returns the caller unchanged if the RP ID needs no such permission, is invalid, or was not permitted. In the last two cases the
  /// ceremony fails with the usual SecurityError.
  public func validatingRelatedOrigins(of requested: String?, by fetch: RelatedOriginsFetch) async -> WebAuthnCaller {
    guard let requested, let id = try? RelyingPartyID(requested), origin.isPotentiallyTrustworthy, origin.host.domainName != nil,
      (try? id.check(against: origin)) == nil
    else { return self }
    // 2. Fetch the document of the RP ID.
    let request = RelatedOriginsRequest(url: "https://\(id.name)/.well-known/webauthn")
    guard let response = try? await fetch(request), let document = response.document, document.permits(origin) else { return self }
    var permitted = self
    permitted.relatedRelyingPartyID = id
    return permitted
  }
}
