// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FetchProtocol
package import WebDomains

extension BrokerEnvironment {
  /// Verifies that an app and a domain name each other: the app in its entitlements, the domain in its document (Apple, "Supporting
  /// associated domains").
  ///
  /// - Parameters:
  ///   - caller: The client that is an app.
  ///   - domain: The domain whose credentials the app asks for.
  /// - Throws: ``AssociationFailure`` naming the missing half.
  package func association(of caller: CallerIdentity, with domain: RelyingPartyID) async throws(AssociationFailure) {
    let application = ApplicationIdentifier(of: caller)
    guard let application, let place = (caller.application?.path).flatMap(EntitlementsPlace.init) else {
      throw AssociationFailure(.applicationUnknown, domain: domain.name, application: application)
    }
    let entry = try Self.entitlement(of: application, at: place, to: domain)
    let document = WellKnownDocument.appSiteAssociation(of: domain)
    if entry.isForDevelopers, !wellKnown.isDeveloperSite(document.host) {
      throw AssociationFailure(.developersOnly, domain: domain.name, application: application, place: place.candidates.first)
    }
    func siteHalf(_ code: AssociationFailure.Code, _ cause: FetchFailure? = nil) -> AssociationFailure {
      AssociationFailure(code, domain: domain.name, application: application, place: document.url, cause: cause)
    }
    let answer: FetchAnswer
    do throws(FetchFailure) {
      answer = try await wellKnown.answer(to: document) { answer in
        answer.isJSONDocument && AppSiteAssociation(parsing: answer.body)?.permits(application.description) == true
      }
    } catch {
      throw siteHalf(.documentUnavailable, error)
    }
    guard answer.status == 200 else { throw siteHalf(.documentUnavailable) }
    guard answer.isJSONDocument, let association = AppSiteAssociation(parsing: answer.body) else { throw siteHalf(.documentMalformed) }
    guard association.permits(application.description) else { throw siteHalf(.applicationNotListed) }
  }

  /// Returns the app's half: the entry for the domain, preferring general entries to those for developers.
  private static func entitlement(
    of application: ApplicationIdentifier, at place: EntitlementsPlace, to domain: RelyingPartyID
  ) throws(AssociationFailure) -> AssociatedDomain {
    guard let file = place.candidates.first(where: SmallFile.exists) else {
      throw AssociationFailure(.entitlementsMissing, domain: domain.name, application: application, place: place.candidates.first)
    }
    guard let entitlements = SmallFile.bytes(of: file, limit: Entitlements.maximumByteCount).flatMap(Entitlements.init(parsing:)) else {
      throw AssociationFailure(.entitlementsMalformed, domain: domain.name, application: application, place: file)
    }
    let covering = entitlements.domains.filter { $0.covers(domain) }
    guard let entry = covering.first(where: { !$0.isForDevelopers }) ?? covering.first else {
      throw AssociationFailure(.domainNotEntitled, domain: domain.name, application: application, place: file)
    }
    return entry
  }
}
