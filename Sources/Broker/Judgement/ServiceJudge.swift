// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import WebDomains

/// The one place where it is judged whether a service that a client speaks of is the client's own.
struct ServiceJudge: Sendable {
  let caller: CallerIdentity
  let context: ClientContext?
  let environment: BrokerEnvironment

  /// Judges a page's word: its service is the page's own host, or a domain that the host belongs to.
  ///
  /// - Returns: The service; for an empty identifier, the page's origin.
  /// - Throws: `notAllowedHere` with the rule, `relyingPartyMismatch` where the service is another's.
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

  /// Judges an app's word: its service is a domain that it is associated with, or the app itself.
  ///
  /// - Returns: The service; for an app, by the identifier and name that the system knows it by.
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
