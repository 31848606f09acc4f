// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnClient
import WebDomains

extension ConformanceCase {
  /// Returns the calling document; throws the errors of its members or origins.
  ///
  /// A frame of another origin counts as allowed by the browser, unless `crossOriginPermitted` is false. `relatedOrigins` is the answer of
  /// the RP ID's `/.well-known/webauthn`.
  func caller(for relyingPartyID: String?) async throws -> WebAuthnCaller {
    let origin = try text("origin")
    let topOrigin = try optionalText("topOrigin") ?? origin
    let isCrossOrigin = try optionalFlag("crossOrigin") ?? (topOrigin != origin)
    let caller = WebAuthnCaller(
      origin: try Origin(parsing: origin), topOrigin: try Origin(parsing: topOrigin), isCrossOrigin: isCrossOrigin,
      isPermittedCrossOrigin: try optionalFlag("crossOriginPermitted") ?? true)
    guard let document = try optionalJSON("relatedOrigins") else { return caller }
    return await caller.validatingRelatedOrigins(of: relyingPartyID) { _ in
      RelatedOriginsResponse(statusCode: 200, contentType: "application/json", body: document)
    }
  }

  /// Whether the ceremony is conditional (`mediation`).
  var mediation: CeremonyMediation {
    get throws(Fault) { try optionalText("mediation") == "conditional" ? .conditional : .modal }
  }

  /// The user who agrees: verified, unless `userVerified` says that the verification did not succeed.
  var person: AgreeingPerson {
    get throws(Fault) { AgreeingPerson(isVerified: try optionalFlag("userVerified") ?? true) }
  }
}

/// Returns the answer for a failed ceremony, by the DOMException that the page sees.
func endOfCeremony(_ error: any Error) -> ConformanceAnswer {
  switch error {
  case let error as WebAuthnClientError: .reject(error.exception.rawValue, "client: \(error.step)")
  case let error as WebAuthnAuthenticatorError: .reject(error.code.description, "authenticator")
  // An opaque origin is not allowed, and one without a valid domain is not secure (WebAuthn L3 §5.1.3 steps 6 and 7).
  case let error as WebDomainsError: .reject(error.code == .opaqueOrigin ? "NotAllowedError" : "SecurityError", "origin: \(error.code)")
  case let error as ConformanceCase.Fault: .error(error.message)
  default: .error("an error that is not the libraries' own")
  }
}
