// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import WebDomains

/// Verifies that a service named by a client is the client's own. Nothing else does.
struct ServiceJudge: Sendable {
  let caller: CallerIdentity
  let context: ClientContext?
  let environment: BrokerEnvironment

  /// Validates a page's service: the page's own host, or a domain of the host.
  ///
  /// - Returns: The service; for an empty identifier, the page's origin.
  /// - Throws: `notAllowedHere` with the rule, `relyingPartyMismatch` for another party's service.
  func judgePage(_ service: ServiceIdentifierValue) throws(ClientFailure) -> ServiceIdentifierValue {
    guard let context else { throw ClientFailure(.badRequest) }
    let caller = try CallerJudge.judge(context)
    if service.identifier.isEmpty { return ServiceIdentifierValue(identifier: caller.origin.description, kind: .url) }
    switch service.kind {
    case .domain:
      do throws(WebDomainsError) {
        try RelyingPartyID(service.identifier).check(against: caller.origin)
      } catch {
        throw ClientFailure(.notAllowedHere, exception: "SecurityError", detail: "relyingPartyMismatch")
      }
    case .url:
      guard let origin = try? Origin(url: service.identifier), origin == caller.origin else {
        throw ClientFailure(.notAllowedHere, exception: "SecurityError", detail: "relyingPartyMismatch")
      }
    case .app: throw ClientFailure(.badRequest)
    }
    return service
  }

  /// Validates an app's service: a domain with which it is associated, or the app itself.
  ///
  /// - Returns: The service; for an app, with the identifier and name known to the system.
  /// - Throws: `badRequest`, or `notAssociated` with the reason that names the missing half of the association.
  func judgeApp(_ service: ServiceIdentifierValue) async throws(ClientFailure) -> ServiceIdentifierValue {
    let domain: RelyingPartyID
    switch service.kind {
    case .app:
      guard let identifier = caller.applicationIdentifier else { throw ClientFailure(.notAllowedHere, detail: "applicationUnknown") }
      return ServiceIdentifierValue(identifier: identifier, kind: .app, displayName: caller.displayName)
    case .domain, .url:
      guard let host = (try? ServiceAddress(parsing: service.identifier))?.host.domainName, let found = try? RelyingPartyID(host) else {
        throw ClientFailure(.badRequest)
      }
      domain = found
    }
    do {
      try await environment.association(of: caller, with: domain)
    } catch {
      throw ClientFailure(error)
    }
    return service
  }
}
