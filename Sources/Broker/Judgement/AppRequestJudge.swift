// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FetchProtocol
import WebDomains

/// Validates an app's requests: their relying parties, and whether the app belongs to them. Nothing else does.
struct AppRequestJudge: Sendable {
  let caller: CallerIdentity
  let environment: BrokerEnvironment

  /// The maximum number of requests performed together, and of domains whose association is checked for them.
  private static let limit = 20

  /// Validates requests that are performed together.
  ///
  /// - Throws: `badRequest`, `invalidRelyingParty`, or `notAssociated` with the reason that names the missing half.
  func judge(_ requests: [AppRequestValue], mode: AppRequestMode) async throws(ClientFailure) -> AppAuthorization {
    guard (1...Self.limit).contains(requests.count) else { throw ClientFailure(.badRequest, detail: "requests") }
    var assertions: [AppAuthorization.Assertion] = []
    var registrations: [PreparedPasskeyRegistration] = []
    var domains: [RelyingPartyID] = []
    var isConditional = false
    for request in requests {
      switch request {
      case .password: continue
      case .passkeyAssertion(let value):
        let (domain, caller) = try Self.caller(for: value.relyingParty)
        assertions.append(.init(prepared: try PreparedPasskeyAssertion(options: value.options(), caller: caller), caller: caller))
        domains.append(domain)
      case .passkeyRegistration(let value):
        let (domain, caller) = try Self.caller(for: value.relyingParty)
        registrations.append(
          try PreparedPasskeyRegistration(options: value.options(), caller: caller, isConditional: value.isConditional))
        domains.append(domain)
        isConditional = isConditional || value.isConditional
      }
    }
    guard !isConditional || requests.count == 1 && mode != .autofill else { throw ClientFailure(.badRequest, detail: "conditional") }
    // A field offers only what already exists.
    guard mode != .autofill || registrations.isEmpty else { throw ClientFailure(.badRequest, detail: "autofill") }
    for domain in Set(domains).sorted(by: { $0.name < $1.name }) {
      do {
        try await environment.association(of: caller, with: domain)
      } catch {
        throw ClientFailure(error)
      }
    }
    let wantsPassword = requests.contains(.password)
    return AppAuthorization(
      mode: mode, requester: caller.displayName, passwordServices: wantsPassword ? try await services(beside: domains) : [],
      assertions: assertions, registrations: registrations, isConditional: isConditional)
  }

  /// Returns the services of an app without requests of its own, for its text fields.
  ///
  /// - Parameters:
  ///   - requested: The services named by the app; nil for all named by its entitlements.
  /// - Throws: `notAssociated` if it belongs to none of them.
  func services(_ requested: [ServiceIdentifierValue]?) async throws(ClientFailure) -> [ServiceIdentifierValue] {
    guard let requested else { return try await services(beside: []) }
    guard requested.count <= Self.limit else { throw ClientFailure(.badRequest, detail: "services") }
    var services: [ServiceIdentifierValue] = []
    for service in requested {
      let domain = try Self.caller(for: service.identifier).0
      do {
        try await environment.association(of: caller, with: domain)
      } catch {
        throw ClientFailure(error)
      }
      services.append(ServiceIdentifierValue(identifier: domain.name, kind: .domain))
    }
    return services
  }

  /// Returns the entitlements' domains with a valid association, after those already found associated.
  private func services(beside associated: [RelyingPartyID]) async throws(ClientFailure) -> [ServiceIdentifierValue] {
    var names: [String] = []
    for domain in associated where !names.contains(domain.name) { names.append(domain.name) }
    var refusal: ClientFailure?
    for domain in BrokerEnvironment.entitledDomains(of: caller).prefix(Self.limit) where !names.contains(domain.name) {
      do {
        try await environment.association(of: caller, with: domain)
        names.append(domain.name)
      } catch {
        refusal = refusal ?? ClientFailure(error)
      }
    }
    guard !names.isEmpty else { throw refusal ?? ClientFailure(missingHalf) }
    return names.map { ServiceIdentifierValue(identifier: $0, kind: .domain) }
  }

  /// The first missing part of the association of an app that belongs to no service.
  private var missingHalf: MissingAssociationValue {
    guard let application = ApplicationIdentifier(of: caller)?.description else {
      return MissingAssociationValue(code: "applicationUnknown")
    }
    if let place = (caller.application?.path).flatMap(EntitlementsPlace.init), !place.candidates.contains(where: SmallFile.exists) {
      return MissingAssociationValue(code: "entitlementsMissing", application: application, place: place.candidates.first)
    }
    return MissingAssociationValue(code: "noDomainEntitled", application: application)
  }

  /// Returns the caller with which an app asks for a relying party: that party's own site (Apple: the client data of apps name `https://`
  /// and the RP ID).
  private static func caller(for relyingParty: String) throws(ClientFailure) -> (RelyingPartyID, JudgedCaller) {
    do throws(WebDomainsError) {
      let domain = try RelyingPartyID(relyingParty)
      let origin = try Origin(parsing: "https://" + domain.name)
      let services = [ServiceIdentifierValue(identifier: domain.name, kind: .domain)]
      return (domain, JudgedCaller(origin: origin, topOrigin: origin, isCrossOrigin: false, services: services))
    } catch {
      throw ClientFailure(.invalidRelyingParty, detail: DisplayText.line(relyingParty))
    }
  }
}

extension ClientFailure {
  /// Reports the missing half of an association.
  init(_ failure: AssociationFailure) {
    self.init(
      MissingAssociationValue(
        code: failure.code.name, domain: failure.domain, application: failure.application, place: failure.place,
        cause: failure.cause?.name))
  }

  fileprivate init(_ missing: MissingAssociationValue) {
    self.init(.notAssociated)
    association = missing
  }
}
