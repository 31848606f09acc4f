// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnClient
import WebDomains

extension ConformanceCase {
  /// The calling document; throws what its members or origins earn.
  ///
  /// A frame of another origin is one that the browser has let in, unless `crossOriginPermitted` is false. `relatedOrigins` is what the
  /// RP ID's `/.well-known/webauthn` answers.
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

  /// Who agrees: verified, unless `userVerified` says that the verification did not happen.
  var person: AgreeingPerson {
    get throws(Fault) { AgreeingPerson(isVerified: try optionalFlag("userVerified") ?? true) }
  }
}

/// What ends a ceremony, by the DOMException that the page sees.
func endOfCeremony(_ error: any Error) -> ConformanceAnswer {
  switch error {
  case let error as WebAuthnClientError: .reject(error.exception.rawValue, "client: \(error.step)")
  case let error as WebAuthnAuthenticatorError: .reject(error.code.description, "authenticator")
  // An opaque origin is not allowed, one without a valid domain is not secure (WebAuthn L3 §5.1.3 steps 6 and 7).
  case let error as WebDomainsError: .reject(error.code == .opaqueOrigin ? "NotAllowedError" : "SecurityError", "origin: \(error.code)")
  case let error as ConformanceCase.Fault: .error(error.message)
  default: .error("an error that is not the libraries' own")
  }
}
