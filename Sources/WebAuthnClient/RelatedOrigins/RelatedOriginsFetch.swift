// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebDomains

/// What has to be fetched to validate related origins, and how (WebAuthn L3 §5.11.1 step 2).
public struct RelatedOriginsRequest: Hashable, Sendable {
  /// The `https:` URL; no cookies, no `Referer`, and every redirect stays with `https:`.
  public let url: String
  /// The most bytes of the body that are taken.
  public let maximumByteCount = RelatedOriginsDocument.maximumByteCount
  /// How long fetching may take.
  public let timeout = Duration.seconds(10)
}

/// What a fetch brought, after redirects.
public struct RelatedOriginsResponse: Sendable {
  /// The HTTP status.
  public let statusCode: Int
  /// The header field `Content-Type` as it came.
  public let contentType: String?
  /// The document's bytes, at most as many as the client asked for.
  public let body: [UInt8]

  /// Gathers a response.
  public init(statusCode: Int, contentType: String?, body: [UInt8]) {
    self.statusCode = statusCode
    self.contentType = contentType
    self.body = body
  }

  /// The document, or nil unless status, content type and body are as the specification wants them (steps 2.1 to 2.3).
  var document: RelatedOriginsDocument? {
    let essence = contentType?.split(separator: ";", omittingEmptySubsequences: false).first
      .map { $0.trimmingPrefix { $0 == " " || $0 == "\t" }.lowercased() }
    guard statusCode == 200, let essence, essence.split(whereSeparator: { $0 == " " || $0 == "\t" }) == ["application/json"] else {
      return nil
    }
    return RelatedOriginsDocument(parsing: body)
  }
}

/// Fetches a well-known document; the network is not this library's.
public typealias RelatedOriginsFetch = @Sendable (RelatedOriginsRequest) async throws -> RelatedOriginsResponse

extension WebAuthnCaller {
  /// The caller, allowed to use an RP ID that is not a suffix of its domain when the RP ID's owner says so (WebAuthn L3 §5.11.1).
  ///
  /// The caller comes back as it is when the RP ID needs no such permission, is no valid RP ID or was not permitted; the ceremony then
  /// ends with the SecurityError that it would have had.
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
