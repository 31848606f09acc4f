// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnClient
import WebDomains

extension ConformanceCase {
  /// The calling document; throws what its members or origins earn.
  var caller: WebAuthnCaller {
    get throws {
      let origin = try text("origin")
      let topOrigin = try optionalText("topOrigin") ?? origin
      let isCrossOrigin = try optionalFlag("crossOrigin") ?? (topOrigin != origin)
      return WebAuthnCaller(origin: try Origin(parsing: origin), topOrigin: try Origin(parsing: topOrigin), isCrossOrigin: isCrossOrigin)
    }
  }

  /// What the person does: is there and is verified, unless `userVerified` says that the verification did not happen.
  var gesture: AuthorizationGesture {
    get throws(Fault) {
      AuthorizationGesture(userPresent: true, userVerified: try optionalFlag("userVerified") ?? true)
    }
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
