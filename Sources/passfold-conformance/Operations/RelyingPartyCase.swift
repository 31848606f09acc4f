// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

/// The case's information about the relying party and its ceremony, in the library's types.
struct RelyingPartyCase {
  /// The relying parties that the case accepts: one for each of its RP IDs.
  let relyingParties: [RelyingParty]
  let challenge: String
  let userVerification: UserVerificationRequirement
  let requiresUserPresence: Bool
  /// The requested algorithms, or nil for the library's own set.
  let algorithms: [Int]?
  let allowedCredentials: [String]
  /// The trusted attestation.
  let trust: AttestationTrust

  /// Creates the value from the case's `options`.
  /// - Throws: a fault for missing members, ``Unsupported`` for anything that the library cannot express.
  init(_ options: ConformanceCase, ceremonyType: CollectedClientData.CeremonyType) throws {
    var origins: Set<Origin> = []
    var applications: Set<ApplicationOrigin> = []
    for text in try options.texts("origins") {
      if let application = ApplicationOrigin(parsing: text) {
        applications.insert(application)
      } else {
        guard let origin = try? Origin(parsing: text) else { throw Unsupported(what: "the origin \(text)") }
        origins.insert(origin)
      }
    }
    let framing: RelyingParty.Framing =
      if try options.optionalFlag("allowCrossOrigin") == true {
        .allowed(under: try Set((options.optionalTexts("topOrigins") ?? []).map { try Origin(parsing: $0) }))
      } else {
        .refused
      }
    let types =
      if let types = try options.optionalTexts("expectedTypes") {
        switch ceremonyType {
        case .create: RelyingParty.ClientDataTypes(registration: Set(types), authentication: [])
        case .get: RelyingParty.ClientDataTypes(registration: [], authentication: Set(types))
        }
      } else {
        RelyingParty.ClientDataTypes.webAuthn
      }
    relyingParties = try options.texts("rpIds").map { name in
      RelyingParty(
        id: try RelyingPartyID(name), name: name, origins: origins, applications: applications, framing: framing, clientDataTypes: types)
    }
    trust = try Self.trust(options)
    challenge = try options.text("challenge")
    userVerification = try options.optionalFlag("requireUserVerification") == true ? .required : .preferred
    requiresUserPresence = try options.optionalFlag("requireUserPresence") ?? true
    algorithms = try options.optionalNumbers("algorithms")
    allowedCredentials = try options.optionalTexts("allowCredentials") ?? []
  }

  private static func trust(_ options: ConformanceCase) throws -> AttestationTrust {
    guard options.has("attestationTrust") else { return .ignored }
    let trust = try options.object("attestationTrust")
    switch try trust.text("mode") {
    case "ignore": return .ignored
    case "anchors":
      let now = try trust.text("now")
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: now.contains("."))
      guard let date = try? Date(now, strategy: style) else {
        throw ConformanceCase.Fault(message: "now is not an ISO time")
      }
      let anchors = try trust.texts("anchors").map { text in
        guard let der = Data(base64Encoded: text) else { throw ConformanceCase.Fault(message: "an anchor is not in base64") }
        return try AttestationCertificate(der: der)
      }
      return .anchors(anchors, now: date)
    case let mode: throw Unsupported(what: "the trust mode \(mode)")
    }
  }

  /// Whether the case allows an algorithm that the library does not know.
  var allowsUnknownAlgorithms: Bool {
    algorithms?.contains { !RelyingParty.supportedAlgorithms.contains(COSEAlgorithm(rawValue: $0)) } ?? true
  }

  /// The error for something that the library recognises and does not support.
  struct Unsupported: Error {
    let what: String
  }

  /// Tries the relying parties one after another; if all reject, throws the last one's error.
  func first<Verified>(_ verify: (RelyingParty) throws -> Verified) throws -> Verified {
    var refusal: any Error = ConformanceCase.Fault(message: "rpIds is empty")
    for party in relyingParties {
      do { return try verify(party) } catch { refusal = error }
    }
    throw refusal
  }
}

/// Returns a ceremony as restored from a server's store, with the challenge in the case.
func restored<Ceremony: Decodable>(_ ceremony: Ceremony.Type, from members: [String: Any]) throws -> Ceremony {
  try JSONDecoder().decode(ceremony, from: JSONSerialization.data(withJSONObject: members))
}

/// Returns the case's response, in the type that a server decodes.
func response<Response: Decodable>(_ type: Response.Type, of test: ConformanceCase) throws -> Response {
  let json = try test.json("response")
  do { return try JSONDecoder().decode(type, from: Data(json)) } catch { throw UnreadableResponse() }
}

/// The error for a response that lacks a member or has one of another type.
struct UnreadableResponse: Error {}

/// Returns the answer for a failed verification.
func endOfVerification(_ error: any Error) -> ConformanceAnswer {
  switch error {
  case let error as WebAuthnRelyingPartyError where error.code == .unsupportedAttestationFormat:
    .unsupported(error.code.description, error.step)
  case let error as WebAuthnRelyingPartyError: .reject(error.code.description, error.step)
  case let error as WebDomainsError: .reject(error.code.description, "rpIds or topOrigins")
  case let lack as RelyingPartyCase.Unsupported: .unsupported("unsupported", lack.what)
  case let fault as ConformanceCase.Fault: .error(fault.message)
  case is UnreadableResponse: .reject("malformedResponse", "the response is not in the form that browsers send")
  default: .error("an error that is not the libraries' own")
  }
}

extension AuthenticatorData.Flags {
  /// The flags as answers name them.
  var members: [String: Any] {
    ["up": contains(.userPresent), "uv": contains(.userVerified), "be": contains(.backupEligible), "bs": contains(.backupState)]
  }
}
