// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnClient

/// Performs a registration, client and authenticator together, as a page would see it.
func createOperation(_ test: ConformanceCase, with authenticator: SoftwareAuthenticator) async -> ConformanceAnswer {
  do {
    let prepared = try PreparedCreation(
      optionsJSON: try test.json("options"), caller: try await test.caller(for: test.member(of: "options", "rp", "id")),
      mediation: try test.mediation, supporting: .all)
    let answer = try authenticator.make(prepared, asking: try test.person)
    return .accept("response", encoding: try prepared.response(to: answer))
  } catch {
    return endOfCeremony(error)
  }
}
