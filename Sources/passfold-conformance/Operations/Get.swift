// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnClient

/// Performs an authentication, client and authenticator together, with a credential from an earlier case.
func getOperation(_ test: ConformanceCase, with authenticator: SoftwareAuthenticator) async -> ConformanceAnswer {
  do {
    let prepared = try PreparedAssertion(
      optionsJSON: try test.json("options"), caller: try await test.caller(for: test.member(of: "options", "rpId")),
      mediation: try test.mediation, supporting: .all)
    let answer = try authenticator.assert(prepared, asking: try test.person)
    return .accept("response", encoding: try prepared.response(to: answer))
  } catch {
    return endOfCeremony(error)
  }
}
